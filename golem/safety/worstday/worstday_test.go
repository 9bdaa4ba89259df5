package worstday

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// shipped are the defaults on an account of 10,000 dollars in cash.
func shipped(c Custody) Limits {
	return Limits{
		Valuation: Valuation{Worth: 10_000 * money.One, Fed: true}, Custody: c, MaxConcentration: 3_000, DayLoss: 200 * money.One, ExitLoss: 100, MoveLoss: 200,
		PerDay: 100_000 * money.One, Daily: 1_000 * money.One, Key: 50 * money.One, Caged: c == Delegation,
	}
}

// large are they on an account of a million.
func large(c Custody) Limits {
	l := shipped(c)
	l.Worth, l.DayLoss = 1_000_000*money.One, 20_000*money.One
	return l
}

// indebted owe so much at lenders that liquidators would take that many dollars beyond it.
func indebted(c Custody, dollars money.USDC) Limits {
	l := shipped(c)
	l.Liquidation = dollars * money.One
	return l
}

// placed are they with so many dollars that are not cash, of which some are in positions and at
// lenders, where some are owed.
func placed(notCash, placed, owed money.USDC) Limits {
	l := shipped(Delegation)
	l.NotCash, l.Placed, l.Owed = notCash*money.One, placed*money.One, owed*money.One
	return l
}

// Each cell says what its sentence says, to the cent.
func TestTheWorstDayOfEachCustody(t *testing.T) {
	unfed, loose, rich := shipped(OwnKey), shipped(Delegation), shipped(Granted)
	unfed.Fed, loose.Caged, rich.Daily = false, false, 20_000*money.One
	for name, c := range map[string]struct {
		l    Limits
		a    Attacker
		want money.USDC
		all  bool
		says string
	}{
		"delegation, key":      {shipped(Delegation), Key, 280, false, "Whoever steals the key takes at most 280.00 USD in any 24 hours, at today's prices: 200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain), 50.00 coin and dollars of the key's own account (held by nobody)."},
		"delegation, mind":     {shipped(Delegation), Mind, 280, false, "A hostile mind takes at most 280.00 USD"},
		"granted, key":         {shipped(Granted), Key, 1_050, false, "1,000.00 spent within the day's sum, at any price (held by the chain)"},
		"granted, mind":        {shipped(Granted), Mind, 70, false, "20.00 lost by swaps and new positions that come to the day's sum (held by the Golem's program alone)"},
		"a rich grant, mind":   {rich, Mind, 280, false, "200.00 lost by swaps and new positions until the day's limit (held by the Golem's program alone)"},
		"own key, key":         {shipped(OwnKey), Key, 10_050, true, "Whoever steals the key can take everything in a day, 10,050.00 USD at today's prices: no contract holds a limit on the Golem's own account."},
		"own key, mind":        {shipped(OwnKey), Mind, 280, false, "200.00 lost by swaps and new positions until the day's limit (held by the Golem's program alone)"},
		"own key, no feed":     {unfed, Mind, 10_050, true, "A hostile mind can take everything in a day, 10,050.00 USD at today's prices: what is bought and sold at a price that somebody bends, because not every asset has a price feed, is as much as the account is worth, and only the Golem's program holds a limit."},
		"own key, a reserve":   {with(OwnKey, func(l *Limits) { l.Refill = 20 * money.One }), Mind, 300, false, "20.00 unwrapped and burnt as gas (held by the Golem's program alone), 50.00 coin"},
		"a reserve, the key":   {with(OwnKey, func(l *Limits) { l.Refill = 20 * money.One }), Key, 10_050, true, "no contract holds a limit"},
		"a reserve beyond all": {with(Embedded, func(l *Limits) { l.Refill = 20_000 * money.One }), Mind, 10_050, true, "the limits that only the Golem's program holds are as much as the account is worth"},
		"embedded, key":        {shipped(Embedded), Key, 10_050, true, "Whoever steals the Golem's key to the enclave can take everything in a day, 10,050.00 USD at today's prices: the enclave knows neither prices nor sums, and no contract holds a limit."},
		"embedded, mind":       {shipped(Embedded), Mind, 280, false, "held by the Golem's program alone"},
		"a cage without":       {loose, Mind, 10_050, true, "the cage on the chain could not be read"},
		"a grant beyond all":   {rich, Key, 20_050, true, "can take everything in a day, and up to 20,050.00 USD at today's prices where the account has more than is counted, as positions in other pools: the day's sum that the chain holds is as much as the account is worth"},
		"a large account":      {large(Delegation), Key, 10_050, false, "10,000.00 lost by buying everything that the daily limit allows, and by selling that (held by the chain)"},
		"a large one, mind":    {large(OwnKey), Mind, 10_050, false, "10,000.00 lost by buying everything that the daily limit allows, and by selling that (held by the Golem's program alone)"},
		"a large grant, mind":  {large(Granted), Mind, 70, false, "20.00 lost by swaps and new positions that come to the day's sum"},
		"in two moves each":    {func() Limits { l := large(OwnKey); l.Routed = true; return l }(), Mind, 20_050, false, "20,000.00 lost by buying everything that the daily limit allows, and by selling that, each in two moves (held by the Golem's program alone)"},
		"all of it is bought":  {func() Limits { l := large(Delegation); l.NotCash = 900_000 * money.One; return l }(), Key, 22_050, false, "22,000.00 lost by buying everything that the daily limit allows, and by selling that and what is held (held by the chain)"},
		"little may be spent":  {func() Limits { l := shipped(Delegation); l.PerDay = 1_000 * money.One; return l }(), Key, 150, false, "100.00 lost by buying everything"},
		"a mind, no feed":      {func() Limits { l := shipped(Granted); l.Fed = false; return l }(), Mind, 1_050, false, "spent within the day's sum"},
		"a grant, no feed":     {func() Limits { l := shipped(Granted); l.Fed = false; return l }(), Key, 1_050, false, "spent within the day's sum"},
		"a debt, granted key":  {indebted(Granted, 225), Key, 1_275, false, "1,000.00 spent within the day's sum, at any price (held by the chain), 225.00 lost to liquidators of what is owed (held by nobody), 50.00 coin"},
		"a debt, a mind":       {indebted(Granted, 225), Mind, 70, false, "20.00 lost by swaps and new positions that come to the day's sum"},
		"a debt, a cage":       {indebted(Delegation, 225), Key, 280, false, "200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain), 50.00 coin"},
		"a debt, own key":      {indebted(OwnKey, 225), Key, 10_050, true, "no contract holds a limit on the Golem's own account"},
		"a debt, embedded":     {indebted(Embedded, 225), Key, 10_050, true, "the enclave knows neither prices nor sums"},
		"a debt beyond all":    {indebted(Granted, 9_001), Key, 10_051, true, "the day's sum that the chain holds, and what liquidators get of what is owed, come to as much as the account is worth"},
		"a loose cage":         {func() Limits { l := shipped(Delegation); l.MoveLoss = 10_000; l.DayLoss = 9_980 * money.One; return l }(), Key, 10_050, true, "the limits that the chain holds are as much as the account is worth"},
		"a loose program":      {func() Limits { l := shipped(OwnKey); l.DayLoss = 20_000 * money.One; l.MoveLoss = 10_000; return l }(), Mind, 10_050, true, "the limits that only the Golem's program holds are as much as the account is worth"},
		"a part is lent":       {placed(1_000, 1_000, 0), Key, 287, false, "37.00 lost by sales into cash beyond it"},
		"lent, and ether":      {placed(5_000, 1_000, 0), Key, 300, false, "50.00 lost by sales into cash beyond it"},
		"all of it is lent":    {placed(10_000, 10_000, 0), Key, 350, false, "100.00 lost by sales into cash beyond it"},
		"lent behind a debt":   {placed(6_000, 6_000, 5_000), Key, 337, false, "87.00 lost by sales into cash beyond it"},
		"more lent than left":  {placed(22_000, 22_000, 12_000), Key, 470, false, "220.00 lost by sales into cash beyond it"},
		"each asset is capped": {capped(1_000, 0, 0, true), Key, 260, false, "10.00 lost by sales into cash beyond it (held by the chain)"},
		"a mind, capped":       {capped(1_000, 0, 0, true), Mind, 260, false, "10.00 lost by sales into cash beyond it (held by the chain)"},
		"capped beside ether":  {capped(1_000, 500, 0, true), Key, 265, false, "15.00 lost by sales into cash beyond it (held by the chain)"},
		"capped beside more":   {capped(1_000, 4_000, 0, true), Key, 290, false, "40.00 lost by sales into cash beyond it (held by the chain)"},
		"capped above all":     {capped(9_000, 0, 0, true), Key, 280, false, "30.00 lost by sales into cash beyond it (held by the chain)"},
		"capped with a loan":   {capped(1_000, 1_000, 1_000, true), Key, 287, false, "37.00 lost by sales into cash beyond it (held by the chain)"},
		"capped by a program":  {func() Limits { l := shipped(OwnKey); l.Capped = 1_000; return l }(), Mind, 280, false, "30.00 lost by sales into cash beyond it"},
		"all but cash is out":  {func() Limits { l := shipped(Delegation); l.NotCash = 8_000 * money.One; return l }(), Key, 330, false, "80.00 lost by sales into cash beyond it"},
	} {
		f := c.l.Worst(c.a)
		if f.Amount != c.want*money.One || f.Everything != c.all || !strings.Contains(f.Sentence(), c.says) {
			t.Errorf("%s: %s, %v: %s", name, f.Amount, f.Everything, f.Sentence())
		}
		if f.Attacker != c.a || f.Custody != c.l.Custody {
			t.Errorf("%s is told of %s, %s", name, f.Custody, f.Attacker)
		}
	}
}

// capped is the shipped cage whose assets may come to a share by their caps, with so much that is no
// cash, of it some in positions.
func capped(share money.BPS, notCash, placed money.USDC, caged bool) Limits {
	l := shipped(Delegation)
	l.Capped, l.NotCash, l.Placed, l.Caged = share, notCash*money.One, placed*money.One, caged
	return l
}

// The figure is the sum of its parts, never more than there is but where more is in reach than
// is counted, and a looser limit never lowers it.
//
// spec: DESIGN §12.29
func TestTheFigureIsItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) money.USDC { return money.USDC(rapid.Int64Range(0, 1e12).Draw(t, name)) }
		l := Limits{
			Valuation:        Valuation{Worth: amount("worth"), Liquidation: amount("liquidation"), Fed: rapid.Bool().Draw(t, "fed")},
			Custody:          rapid.SampledFrom([]Custody{OwnKey, Granted, Delegation, Embedded}).Draw(t, "custody"),
			MaxConcentration: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "concentration")), DayLoss: amount("day"), ExitLoss: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "exit")), MoveLoss: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "move")),
			PerDay: amount("per day"), Daily: amount("daily"), Key: amount("key"), Caged: rapid.Bool().Draw(t, "caged"),
			Capped: money.BPS(rapid.IntRange(0, 9_999).Draw(t, "capped")),
		}
		l.Owed = amount("owed")
		l.NotCash = min(l.Worth+l.Owed, amount("not cash"))
		l.Placed = min(l.NotCash, amount("placed"))
		for _, a := range Attackers() {
			f := l.Worst(a)
			var all money.USDC
			for _, p := range f.Parts {
				all += p.Amount
			}
			most := l.Worth + l.Key
			if l.Custody == Granted && a == Key { // what is not counted is within its reach
				most = max(most, f.Amount)
			}
			if f.Amount != all || f.Amount > most || f.Everything && f.Amount != most || f.Beyond != (f.Amount > l.Worth+l.Key && f.Everything) {
				t.Fatalf("%+v of %+v", f, l)
			}
			if l.Worst(Mind).Amount > l.Worst(Key).Amount {
				t.Fatalf("a mind takes more than who has the key: %+v", l)
			}
			wider := l
			wider.DayLoss, wider.ExitLoss, wider.Daily, wider.Key = l.DayLoss+1e6, min(10_000, l.ExitLoss+10), l.Daily+1e6, l.Key+1e6
			wider.Liquidation = l.Liquidation + 1e6
			wider.MoveLoss, wider.PerDay, wider.MaxConcentration = min(10_000, l.MoveLoss+10), l.PerDay+1e6, min(10_000, l.MaxConcentration+10)
			if wider.Worst(a).Amount < f.Amount {
				t.Fatalf("wider limits, and less: %+v", l)
			}
		}
	})
}

// spec: DESIGN §12.29
func TestTheLimitsAreThoseOfThePolicyAndTheReading(t *testing.T) {
	r := held()
	r.NativePrice, r.Native = 2_000*money.One, *uint256.NewInt(1e16 + 1)
	p := cage.Policy{MaxConcentration: 3_000, Loss: cage.LossLimits{Day: 200, Move: 150, Exit: 100}, PerDay: 5, FeedAge: loss.Ages{Rest: 1_200}}
	l := Of(OwnKey, p, r, Coin(r), 0)
	if l.Worth/money.One != 10_000 || l.NotCash/money.One != 4_000 || l.DayLoss/money.One != 200 || l.Key != 20*money.One+1 || l.MoveLoss != 150 || l.PerDay != 5 || !l.Fed || l.Caged || l.Routed {
		t.Errorf("%+v", l)
	}
	if p.Tokens = []common.Address{{1}, {2}, {3}}; !Of(OwnKey, p, r, 1, 0).Routed {
		t.Error("nothing is gone over with three assets")
	}
	r.Fence = &turn.Fence{Loss: turn.FenceLoss{Bounded: true, Day: 7 * money.One, Exit: 50, Move: 70}, PerDay: 6, Concentration: 4_000}
	if l := Of(Delegation, p, r, 1, 2); !l.Caged || l.Routed || l.DayLoss != 7*money.One || l.ExitLoss != 50 || l.Daily != 2 || l.MoveLoss != 70 || l.PerDay != 6 || l.MaxConcentration != 4_000 {
		t.Errorf("under a cage: %+v", l)
	}
	if v := Dollars(1_234_567_890_001); v != "1,234,567.90" {
		t.Errorf("it writes %s", v)
	}
}

// What liquidators get follows from each lender's debts and the greatest bonus for what stands
// behind them, in whatever token; where that is not known, from what Morpho Blue pays at most.
//
// spec: DESIGN §12.29
func TestWhatLiquidatorsWouldGetIsReadFromTheLenders(t *testing.T) {
	cash := func(supplied, owed uint64, bonus money.BPS) turn.Reserve {
		return turn.Reserve{Token: usdc, Supplied: *uint256.NewInt(supplied * 1e6), Owed: *uint256.NewInt(owed * 1e6), Bonus: bonus}
	}
	ether := func(supplied, owed uint64, bonus money.BPS) turn.Reserve { // in thousandths
		return turn.Reserve{Token: weth, Supplied: *uint256.NewInt(supplied * 1e15), Owed: *uint256.NewInt(owed * 1e15), Bonus: bonus}
	}
	market := func(reserves ...turn.Reserve) turn.Lending { return turn.Lending{Reserves: reserves} }
	told := func(debt, collateral uint64, l turn.Lending) turn.Lending { // by the market itself, in all tokens
		l.Account.Debt, l.Account.Collateral = *uint256.NewInt(debt * 1e8), *uint256.NewInt(collateral * 1e8)
		return l
	}
	morpho := turn.Lending{Reserves: []turn.Reserve{cash(700, 1_000, 0), ether(1_000, 0, 439)}, Loan: usdc.Address}
	for name, c := range map[string]struct {
		lending []turn.Lending
		cents   money.USDC
	}{
		"no lender":                     {nil, 0},
		"nothing is owed":               {[]turn.Lending{market(cash(9_000, 0, 500), ether(0, 0, 600))}, 0},
		"ether is owed":                 {[]turn.Lending{market(cash(9_000, 0, 500), ether(0, 2_250, 600))}, 225_00},
		"the greater bonus":             {[]turn.Lending{market(cash(9_000, 0, 500), ether(1, 2_250, 600))}, 270_00},
		"both are owed":                 {[]turn.Lending{market(cash(9_000, 1_000, 500), ether(0, 500, 600))}, 100_00},
		"a bonus that is not said":      {[]turn.Lending{market(cash(9_000, 0, 0), ether(0, 500, 600))}, 150_00},
		"a collateral that is not read": {[]turn.Lending{market(cash(0, 0, 500), ether(0, 500, 600))}, 150_00},
		"Morpho's collateral alone":     {[]turn.Lending{morpho}, 43_90},
		"a debt in another token":       {[]turn.Lending{told(225, 9_000, market(cash(9_000, 0, 500)))}, 33_75},
		"one beside it":                 {[]turn.Lending{told(1_500, 9_000, market(cash(9_000, 0, 500), ether(0, 500, 600)))}, 225_00},
		"collateral in another token":   {[]turn.Lending{told(1_000, 9_200, market(cash(9_000, 0, 500), ether(0, 500, 600)))}, 150_00},
		"at prices of its own":          {[]turn.Lending{told(1_005, 9_080, market(cash(9_000, 0, 500), ether(0, 500, 600)))}, 50_25},
		"in cents less":                 {[]turn.Lending{told(999, 8_000, market(cash(9_000, 0, 500), ether(0, 500, 600)))}, 50_00},
		"two lenders":                   {[]turn.Lending{market(cash(9_000, 0, 500), ether(0, 500, 600)), morpho}, 93_90},
	} {
		r := held()
		r.Lending = c.lending
		if got := Value(r).Liquidation; got != c.cents*money.One/100 {
			t.Errorf("%s: %s, want %d cents", name, got, c.cents)
		}
	}
}
