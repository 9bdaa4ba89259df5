package worstday

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
)

// shipped are the defaults on an account of 10,000 dollars in cash.
func shipped(c Custody) Limits {
	return Limits{
		Custody: c, Worth: 10_000 * money.One, MaxConcentration: 3_000, DayLoss: 200 * money.One, ExitLoss: 100,
		PerDay: 100_000 * money.One, Daily: 1_000 * money.One, Key: 50 * money.One, Fed: true, Caged: c == Delegation,
	}
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
		"delegation, key":     {shipped(Delegation), Key, 280, false, "Whoever steals the key takes at most 280.00 USD in any 24 hours, at today's prices: 200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain), 50.00 coin and dollars of the key's own account (held by nobody)."},
		"delegation, mind":    {shipped(Delegation), Mind, 280, false, "A hostile mind takes at most 280.00 USD"},
		"granted, key":        {shipped(Granted), Key, 1_050, false, "1,000.00 spent within the day's sum, at any price (held by the chain)"},
		"granted, mind":       {shipped(Granted), Mind, 280, false, "(held by the Golem's program alone)"},
		"own key, key":        {shipped(OwnKey), Key, 10_050, true, "Whoever steals the key can take everything in a day, 10,050.00 USD at today's prices: no contract holds a limit on the Golem's own account."},
		"own key, mind":       {shipped(OwnKey), Mind, 280, false, "200.00 lost by swaps and new positions until the day's limit (held by the Golem's program alone)"},
		"own key, no feed":    {unfed, Mind, 10_050, true, "A hostile mind can take everything in a day, 10,050.00 USD at today's prices: what is bought and sold at a price that somebody bends, because venue.price_feed names no feed, is as much as the account is worth, and only the Golem's program holds a limit."},
		"embedded, key":       {shipped(Embedded), Key, 10_050, true, "Whoever steals the Golem's key to the enclave can take everything in a day, 10,050.00 USD at today's prices: the enclave knows neither prices nor sums, and no contract holds a limit."},
		"embedded, mind":      {shipped(Embedded), Mind, 280, false, "held by the Golem's program alone"},
		"a cage without":      {loose, Mind, 10_050, true, "the cage on the chain bounds no losses"},
		"a grant beyond all":  {rich, Key, 10_050, true, "the day's sum that the chain holds is as much as the account is worth"},
		"a large account":     {func() Limits { l := shipped(Granted); l.Worth, l.DayLoss = 1e12, 20_000*money.One; return l }(), Mind, 1_050, false, "spent within the day's sum"},
		"a mind, no feed":     {func() Limits { l := shipped(Granted); l.Fed = false; return l }(), Mind, 1_050, false, "spent within the day's sum"},
		"a grant, no feed":    {func() Limits { l := shipped(Granted); l.Fed = false; return l }(), Key, 1_050, false, "spent within the day's sum"},
		"all but cash is out": {func() Limits { l := shipped(Delegation); l.NotCash = 8_000 * money.One; return l }(), Key, 330, false, "80.00 lost by sales into cash beyond it"},
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

// The figure is the sum of its parts, never more than there is, and a looser limit never
// lowers it.
func TestTheFigureIsItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) money.USDC { return money.USDC(rapid.Int64Range(0, 1e12).Draw(t, name)) }
		l := Limits{
			Custody: rapid.SampledFrom([]Custody{OwnKey, Granted, Delegation, Embedded}).Draw(t, "custody"), Worth: amount("worth"),
			MaxConcentration: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "concentration")), DayLoss: amount("day"), ExitLoss: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "exit")),
			PerDay: amount("per day"), Daily: amount("daily"), Key: amount("key"), Fed: rapid.Bool().Draw(t, "fed"), Caged: rapid.Bool().Draw(t, "caged"),
		}
		l.NotCash = min(l.Worth, amount("not cash"))
		for _, a := range Attackers() {
			f := l.Worst(a)
			var all money.USDC
			for _, p := range f.Parts {
				all += p.Amount
			}
			if f.Amount != all || f.Amount > l.Worth+l.Key || f.Everything && f.Amount != l.Worth+l.Key {
				t.Fatalf("%+v of %+v", f, l)
			}
			if l.Worst(Mind).Amount > l.Worst(Key).Amount {
				t.Fatalf("a mind takes more than who has the key: %+v", l)
			}
			wider := l
			wider.DayLoss, wider.ExitLoss, wider.Daily, wider.Key = l.DayLoss+1e6, min(10_000, l.ExitLoss+10), l.Daily+1e6, l.Key+1e6
			if wider.Worst(a).Amount < f.Amount {
				t.Fatalf("wider limits, and less: %+v", l)
			}
		}
	})
}

// spec: DESIGN §12.29
func TestTheLimitsAreThoseOfThePolicyAndTheReading(t *testing.T) {
	r := turn.Reading{
		Pool: turn.Pool{
			Token0: turn.Token{Address: common.HexToAddress("0xaa"), Decimals: 6}, Token1: turn.Token{Address: common.HexToAddress("0xbb"), Decimals: 18},
			QuoteIsZero: true, SqrtPriceX96: *uint256.MustFromDecimal("1771595571142957102961017161607260"),
		},
		NativePrice: 2_000 * money.One, Native: *uint256.NewInt(1e16 + 1),
	}
	r.Balances = []turn.Balance{{Token: r.Pool.Token0, Units: *uint256.NewInt(6_000e6)}, {Token: r.Pool.Token1, Units: *uint256.NewInt(2e18)}}
	p := cage.Policy{MaxConcentration: 3_000, MaxLossDay: 200, MaxExitLoss: 100, PerDay: 5, FeedAge: 1_200}
	r.Feed = &turn.Feed{Answer: *uint256.NewInt(2_000e8), Decimals: 8}
	l := Of(OwnKey, p, r, Coin(r), 0)
	if l.Worth/money.One != 10_000 || l.NotCash/money.One != 4_000 || l.DayLoss/money.One != 200 || l.Key != 20*money.One+1 || !l.Fed || l.Caged {
		t.Errorf("%+v", l)
	}
	r.Fence = &turn.Fence{Bounded: true, LossDay: 7 * money.One, ExitLoss: 50}
	if l := Of(Delegation, p, r, 1, 2); !l.Caged || l.DayLoss != 7*money.One || l.ExitLoss != 50 || l.Daily != 2 {
		t.Errorf("under a cage: %+v", l)
	}
	if v := Dollars(1_234_567_890_001); v != "1,234,567.90" {
		t.Errorf("it writes %s", v)
	}
}
