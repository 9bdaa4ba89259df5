package policycage_test

import (
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// An opening is judged to the micro-dollar: the largest that fits passes, and one unit more
// is refused, by whichever limit is the nearest.
func TestTheLargestOpeningThatFitsPasses(t *testing.T) {
	type edit = func(*policycage.Config)
	trade := func(l *lab, n int64) []byte { return l.codec.PackValidateTrade(coins[0], coins[1], big.NewInt(n)) }
	between := func(l *lab, n int64) []byte { return l.codec.PackValidateTrade(coins[1], coins[2], big.NewInt(n)) }
	open := func(l *lab, n int64) []byte {
		return l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(n)))
	}
	both := func(l *lab, n int64) []byte {
		return l.codec.PackValidatePositionOpen(pool, protocol, append(capital(coins[0], big.NewInt(n-400_000)), capital(coins[1], big.NewInt(400_000))...))
	}
	grow := func(l *lab, n int64) []byte {
		return l.codec.PackValidatePositionIncrease(big.NewInt(1), capital(coins[0], big.NewInt(n)))
	}
	// The account holds ten dollars of cash, one of coin 1 and none of coin 2, 10,000 of which
	// nobody counts in coin 3; a share of a limit is rounded down.
	for name, c := range map[string]struct {
		edit edit
		call func(*lab, int64) []byte
		most int64
		want policycage.Kind
		says []int64
	}{
		"an asset, of eleven dollars": {func(c *policycage.Config) { c.Limits.Position = 2_500 }, trade, 1_751_099, "PositionTooLarge", []int64{2_501, 2_500}},
		"another asset": {func(c *policycage.Config) {
			c.Limits.Position, c.Limits.Concentration, c.Assets = 500, 1_000, coins[:3]
		}, between, 551_099, "PositionTooLarge", []int64{501, 500}},
		"an asset that is not the last":   {func(c *policycage.Config) { c.Limits.Position, c.Assets = 2_500, coins[:3] }, trade, 1_751_099, "PositionTooLarge", []int64{2_501, 2_500}},
		"all risk, by an asset":           {func(c *policycage.Config) { c.Limits.Concentration = 3_000 }, trade, 2_301_099, "ConcentrationExceeded", []int64{3_001, 3_000}},
		"a position":                      {func(c *policycage.Config) { c.Limits.Position = 2_500 }, open, 2_751_099, "PositionTooLarge", []int64{2_501, 2_500}},
		"all risk, by a position":         {func(c *policycage.Config) { c.Limits.Concentration = 3_000 }, open, 2_301_099, "ConcentrationExceeded", []int64{3_001, 3_000}},
		"a position of cash and an asset": {func(c *policycage.Config) { c.Limits.Concentration = 3_000 }, both, 2_701_099, "ConcentrationExceeded", []int64{3_001, 3_000}},
		"more of a position":              {func(c *policycage.Config) { c.Limits.Position = 2_500 }, grow, 2_001_199, "PositionTooLarge", []int64{2_501, 2_500}},
		"all risk, by more of a position": {func(c *policycage.Config) { c.Limits.Concentration = 3_500 }, grow, 2_201_199, "ConcentrationExceeded", []int64{3_501, 3_500}},
		"a transaction":                   {func(c *policycage.Config) { c.Limits.PerTransaction = 100 * money.One }, trade, 100e6, "SpendingLimitExceeded", []int64{100e6 + 1, 100e6}},
		"a transaction of a position":     {func(c *policycage.Config) { c.Limits.PerTransaction = 100 * money.One }, open, 100e6, "SpendingLimitExceeded", []int64{100e6 + 1, 100e6}},
		"a day":                           {func(c *policycage.Config) { c.Limits.PerDay = 1_000 * money.One }, trade, 999_000_000, "SpendingLimitExceeded", []int64{999_000_001, 999_000_000}},
		"nothing":                         {nil, func(l *lab, n int64) []byte { return trade(l, 1-n) }, 0, "NothingToValidate", nil},
		"nothing of a position":           {nil, func(l *lab, n int64) []byte { return open(l, 1-n) }, 0, "NothingToValidate", nil},
	} {
		for _, n := range []int64{c.most, c.most + 1} {
			l := newLab(t, c.edit)
			for i, held := range []int64{10e6, 1e6, 0, 10_000e6} {
				l.hold(i, held)
			}
			switch name {
			case "a transaction", "a transaction of a position", "a day":
				l.hold(0, million)
			}
			if name == "more of a position" || name == "all risk, by more of a position" || name == "a day" { // which cost a dollar
				l.hold(0, l.held(0)+1e6)
				l.must(guard, l.cage, open(l, 1e6))
				l.hold(0, l.held(0)-1e6)
			}
			v := l.asks(guard, l.cage, c.call(l, n))
			if n == c.most {
				l.passes(fmt.Sprint(name, ": ", n), v)
			} else {
				l.stops(fmt.Sprint(name, ": ", n), v, c.want, c.says...)
			}
		}
	}
}

// held is what the account has of a coin.
func (l *lab) held(coin int) int64 {
	return l.state.GetState(coins[coin], common.BytesToHash(vault[:])).Big().Int64()
}

// An account that has fallen by more than its drawdown opens nothing: at the limit it does.
func TestTheDrawdownIsAskedWithTheWholeAccount(t *testing.T) {
	for _, c := range []struct {
		cash, coin int64
		want       policycage.Kind
		says       []int64
	}{
		{870_000, 0, "", nil},
		{869_901, 0, "", nil},
		{869_900, 0, "DrawdownExceeded", []int64{1_301, 1_300}},
		{800_000, 69_901, "", nil},
		{800_000, 69_900, "DrawdownExceeded", []int64{1_301, 1_300}},
		{1_000_000, 0, "", nil},
		{2_000_000, 0, "", nil},
	} {
		l := newLab(t, func(c *policycage.Config) { c.HighWaterMark = money.One })
		l.hold(0, c.cash)
		l.hold(1, c.coin)
		for name, call := range map[string][]byte{
			"a trade": l.codec.PackValidateTrade(coins[0], coins[1], big.NewInt(1)), "a position": l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(1))),
		} {
			v := l.asks(guard, l.cage, call)
			l.judged(fmt.Sprint(name, " with ", c.cash, " and ", c.coin), v, c.want, c.says...)
		}
	}
	l := newLab(t, nil)
	for i := range coins {
		l.hold(i, 0)
	}
	l.stops("an account of nothing", l.asks(guard, l.cage, l.codec.PackValidateTrade(coins[0], coins[1], big.NewInt(1))), "PositionTooLarge")
}

// What a move may lose is a share of what it gave; at a limit of losses, of what an exit may.
func TestALossIsBoundedToTheUnit(t *testing.T) {
	for name, c := range map[string]struct {
		move, exit      money.BPS
		day, session    money.USDC
		given, received int64
		cash            bool
		want            policycage.Kind
		says            []int64
	}{
		"a move's most":               {200, 100, 2_000 * money.One, 10_000 * money.One, 10_000, 9_800, false, "", nil},
		"a unit more":                 {200, 100, 2_000 * money.One, 10_000 * money.One, 10_000, 9_799, false, "ValueLost", []int64{10_000, 9_799}},
		"into cash a unit more":       {200, 100, 2_000 * money.One, 10_000 * money.One, 10_000, 9_799, true, "ValueLost", []int64{10_000, 9_799}},
		"all that is left":            {200, 100, money.One, 10_000 * money.One, 100e6, 99e6, false, "", nil},
		"a unit more than is left":    {200, 100, money.One, 10_000 * money.One, 100e6, 99e6 - 1, false, "LossLimitReached", []int64{1e6 + 1, 1e6}},
		"all that the session leaves": {200, 100, 2_000 * money.One, money.One, 100e6, 99e6, false, "", nil},
		"and a unit more":             {200, 100, 2_000 * money.One, money.One, 100e6, 99e6 - 1, false, "LossLimitReached", []int64{1e6 + 1, 1e6}},
		"an exit's most":              {200, 100, money.One, 10_000 * money.One, 1_000e6, 990e6, true, "", nil},
		"an exit's and a unit more":   {200, 100, money.One, 10_000 * money.One, 1_000e6, 990e6 - 1, true, "ValueLost", []int64{1_000e6, 990e6 - 1}},
		"an exit held to a move's":    {50, 100, money.One, 10_000 * money.One, 1_000e6, 995e6, true, "", nil},
		"and a unit more of that":     {50, 100, money.One, 10_000 * money.One, 1_000e6, 995e6 - 1, true, "ValueLost", []int64{1_000e6, 995e6 - 1}},
		"nothing for nothing":         {200, 100, money.One, money.One, 0, 0, false, "", nil},
		"a gain":                      {200, 100, money.One, money.One, 1, 2_000e6, false, "", nil},
	} {
		l := newLab(t, func(x *policycage.Config) {
			x.Limits.MoveLoss, x.Limits.DayLoss, x.Limits.SessionLoss = max(c.move, c.exit), c.day, c.session
		})
		l.must(principal, l.cage, l.codec.PackSetLimit(moveLoss, big.NewInt(int64(c.move))))
		v := l.asks(guard, l.cage, l.codec.PackSettleMove(big.NewInt(c.given), big.NewInt(c.received), c.cash))
		l.judged(name, v, c.want, c.says...)
	}
	// With nothing left to lose nothing is opened, and what ends a risk is not asked.
	l := newLab(t, func(c *policycage.Config) { c.Limits.DayLoss = money.One })
	l.must(guard, l.cage, l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(5))))
	l.must(guard, l.cage, l.codec.PackSettleMove(big.NewInt(100e6), big.NewInt(99e6), false))
	for name, call := range map[string][]byte{
		"a trade": l.codec.PackValidateTrade(coins[0], coins[1], big.NewInt(1)), "a position": l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(1))),
		"more of one": l.codec.PackValidatePositionIncrease(big.NewInt(1), capital(coins[0], big.NewInt(1))),
	} {
		l.stops(name, l.asks(guard, l.cage, call), "LossLimitReached", 0, 0)
	}
	l.passes("into cash", l.asks(guard, l.cage, l.codec.PackValidateTrade(coins[3], coins[0], big.NewInt(1))))
	l.stops("nothing, into cash", l.asks(guard, l.cage, l.codec.PackValidateTrade(coins[1], coins[0], new(big.Int))), "NothingToValidate")
	l.stops("cash into cash", l.asks(guard, l.cage, l.codec.PackValidateTrade(coins[0], coins[0], big.NewInt(1))), "NothingToValidate")
	l.passes("a position closed", l.asks(guard, l.cage, l.codec.PackRecordPositionClose(big.NewInt(1), big.NewInt(1), big.NewInt(5))))
}

// A position that is left in part costs its share, rounded up, and a cent that is a thousandth of
// it is nothing; more of it than there was, or of none, cannot be left.
func TestAPositionCostsWhatIsLeftOfIt(t *testing.T) {
	const dollars = 100_000_000
	for name, c := range map[string]struct {
		left, whole int64
		cost        int64
		tells       string
		want        policycage.Kind
	}{
		"all of it left":  {0, 7, 0, "PositionClosed(1,100000000)", ""},
		"a seventh":       {1, 7, 14_285_715, "PositionReduced(1,14285715)", ""},
		"two sevenths":    {2, 7, 28_571_429, "PositionReduced(1,28571429)", ""},
		"above a cent":    {10_001, dollars, 10_001, "PositionReduced(1,10001)", ""},
		"a cent":          {10_000, dollars, 0, "PositionClosed(1,100000000)", ""},
		"nearly nothing":  {1, 1 << 60, 0, "PositionClosed(1,100000000)", ""},
		"nothing left of": {7, 7, dollars, "PositionReduced(1,100000000)", ""},
		"more than whole": {8, 7, dollars, "", "UnknownPosition"},
		"of nothing":      {0, 0, dollars, "", "UnknownPosition"},
	} {
		l := newLab(t, nil)
		l.must(guard, l.cage, l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(dollars))))
		call := l.codec.PackRecordPositionClose(big.NewInt(1), big.NewInt(c.left), big.NewInt(c.whole))
		if c.want != "" {
			l.stops(name, l.asks(guard, l.cage, call), c.want, 1)
		} else if said := l.tale(l.does(guard, l.cage, call)); len(said) != 1 || said[0] != c.tells {
			t.Errorf("%s: it said %q, want %q", name, said, c.tells)
		}
		open := int64(1)
		if c.cost == 0 {
			open = 0
		}
		if l.cost(1) != c.cost || l.open() != open || l.number(l.codec.PackDeployed()) != c.cost {
			t.Errorf("%s: %d positions, it costs %d, in all %d", name, l.open(), l.cost(1), l.number(l.codec.PackDeployed()))
		}
	}
	for cost, rest := range map[int64]int64{10_000: 9_999, 9_999_000: 10_000, 10_000_000: 0} {
		l := newLab(t, nil)
		l.must(guard, l.cage, l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(cost))))
		left := min(cost-1, 10_000)
		l.must(guard, l.cage, l.codec.PackRecordPositionClose(big.NewInt(1), big.NewInt(left), big.NewInt(cost)))
		if l.cost(1) != rest || l.number(l.codec.PackDeployed()) != rest {
			t.Errorf("of %d are left %d: it costs %d, in all %d, want %d", cost, left, l.cost(1), l.number(l.codec.PackDeployed()), rest)
		}
	}
	l := newLab(t, nil)
	l.stops("one that is not open", l.asks(guard, l.cage, l.codec.PackRecordPositionClose(big.NewInt(1), new(big.Int), big.NewInt(1))), "UnknownPosition", 1)
	for name := int64(1); name <= 3; name++ {
		got := new(big.Int).SetBytes(l.must(guard, l.cage, l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(100)))))
		if got.Int64() != name || l.snapshot().Nonce.Int64() != name {
			t.Errorf("position %d is named %s, the last is %s", name, got, l.snapshot().Nonce)
		}
	}
	l.stops("a fourth of three", l.asks(guard, l.cage, l.codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], big.NewInt(100)))), "PositionLimitReached", 3)
}

// The owner's mark is set by his signature alone, once: 65 bytes of his key, or what his
// account with code takes for one.
func TestAMarkIsTheOwnersToSign(t *testing.T) {
	key := must(crypto.ToECDSA(crypto.Keccak256([]byte("an owner"))))
	owner := crypto.PubkeyToAddress(key.PublicKey)
	l := newLab(t, func(c *policycage.Config) { c.Owner, c.HighWaterMark = owner, 5*money.One })
	sign := func(value, nonce int64, chain int64, cage common.Address) []byte {
		domain := crypto.Keccak256(
			crypto.Keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")),
			crypto.Keccak256([]byte("PolicyCage")), crypto.Keccak256([]byte("1")), word(big.NewInt(chain)), common.LeftPadBytes(cage[:], 32))
		message := crypto.Keccak256(crypto.Keccak256([]byte("HighWaterMark(uint256 value,uint256 nonce)")), word(big.NewInt(value)), word(big.NewInt(nonce)))
		s := must(crypto.Sign(crypto.Keccak256([]byte{0x19, 1}, domain, message), key))
		s[64] += 27
		return s
	}
	good := func(value, nonce int64) []byte { return sign(value, nonce, 1, l.cage) }
	for name, signature := range map[string][]byte{
		"none": nil, "64 bytes": good(9, 0)[:64], "66 bytes": append(good(9, 0), 0), "the next nonce": good(9, 1), "another value": good(8, 0),
		"another chain": sign(9, 0, 2, l.cage), "another cage": sign(9, 0, 1, nobody), "65 of nothing": make([]byte, 65),
	} {
		l.stops(name, l.asks(nobody, l.cage, l.codec.PackSetHighWaterMark(big.NewInt(9), signature)), "BadSignature")
	}
	set := func(value, nonce int64) (said []string) {
		return l.tale(l.does(nobody, l.cage, l.codec.PackSetHighWaterMark(big.NewInt(value), good(value, nonce))))
	}
	if said := set(6e6, 0); len(said) != 2 || said[0] != "HighWaterMarkUpdated(6000000)" || l.snapshot().HighWaterMarkNonce.Int64() != 1 {
		t.Errorf("a higher mark says %q, nonce %s", said, l.snapshot().HighWaterMarkNonce)
	}
	if said := set(6e6, 1); len(said) != 2 || said[0] != "HighWaterMarkUpdated(6000000)" {
		t.Errorf("the same mark says %q", said)
	}
	slot := slotOf(kindMark, common.Hash{})
	id := crypto.Keccak256Hash(slot[:], word(big.NewInt(5e6)), word(big.NewInt(3)))
	if said := set(5e6, 2); len(said) != 1 || said[0] != fmt.Sprintf("ChangeScheduled(%s,%d)", id.Hex(), l.now+86_400) {
		t.Errorf("a lower mark says %q", said)
	}
	if want := (bind.PolicyCageChangesOutput{Slot: slot, Value: big.NewInt(5e6), Eta: l.now + 86_400, Kind: kindMark}); !sameChange(l.waits(id), want) {
		t.Errorf("%+v waits", l.waits(id))
	}
	// With code, the owner's word is its code's, and its key's still.
	if set(7e6, 3); l.number(l.codec.PackHighWaterMark()) != 7e6 {
		t.Errorf("the mark is %d", l.number(l.codec.PackHighWaterMark()))
	}
	l.state.SetCode(owner, tellers, 0)
	mark := l.codec.PackSetHighWaterMark(big.NewInt(8e6), []byte{1, 2, 3})
	magic := new(big.Int).Lsh(big.NewInt(0x1626ba7e), 224)
	const isValid = "isValidSignature(bytes32,bytes)"
	l.stops("code that says nothing", l.asks(nobody, l.cage, mark), "BadSignature")
	l.tells(owner, isValid, magic)
	l.passes("code that says yes", l.asks(nobody, l.cage, mark))
	l.refuses(owner, isValid)
	if l.asks(nobody, l.cage, mark) == nil {
		t.Error("code that reverts said yes")
	}
	l.passes("its key, with code", l.asks(nobody, l.cage, l.codec.PackSetHighWaterMark(big.NewInt(9e6), good(9e6, 5))))
}

// What may leave goes to the account or its owner, who is sanctioned is refused, and the lists
// of calls hold both halves.
func TestTheViewsSayWhatTheCageHolds(t *testing.T) {
	list := evmtest.Address("list")
	l := newLab(t, func(c *policycage.Config) { c.SanctionsOracle = list })
	l.state.SetCode(list, tellers, 0)
	swap := [4]byte(swaps(coins[0], coins[1], 1, vault).CallData[:4])
	for name, c := range map[string]struct {
		call []byte
		want policycage.Kind
	}{
		"to the account":       {l.codec.PackValidateWithdrawal(coins[0], big.NewInt(1), vault), ""},
		"to the owner":         {l.codec.PackValidateWithdrawal(coins[0], big.NewInt(1), principal), ""},
		"to a stranger":        {l.codec.PackValidateWithdrawal(coins[0], big.NewInt(1), nobody), "DestinationNotAllowed"},
		"a listed call":        {l.codec.PackCheckCall(router, swap), ""},
		"another function":     {l.codec.PackCheckCall(router, [4]byte{1}), "SelectorNotAllowed"},
		"another target":       {l.codec.PackCheckCall(nobody, swap), "ProtocolNotApproved"},
		"a share of nothing":   {l.codec.PackCheckConcentration(coins[1], new(big.Int), new(big.Int)), "ConcentrationExceeded"},
		"a debt of nothing":    {l.codec.PackCheckCollateralRatio(new(big.Int), new(big.Int)), ""},
		"125 %":                {l.codec.PackCheckCollateralRatio(big.NewInt(1e6), big.NewInt(1_250_000)), ""},
		"a unit below 125 %":   {l.codec.PackCheckCollateralRatio(big.NewInt(1e6), big.NewInt(1_249_999)), "CollateralRatioTooLow"},
		"a debt of one":        {l.codec.PackCheckCollateralRatio(big.NewInt(1), new(big.Int)), "CollateralRatioTooLow"},
		"what a day leaves":    {l.codec.PackCheckSpendingLimit(big.NewInt(1e12), big.NewInt(9e12)), ""},
		"and a unit more":      {l.codec.PackCheckSpendingLimit(big.NewInt(1e12), big.NewInt(9e12+1)), "SpendingLimitExceeded"},
		"a day that is full":   {l.codec.PackCheckSpendingLimit(big.NewInt(1), big.NewInt(2e13)), "SpendingLimitExceeded"},
		"nothing of a full":    {l.codec.PackCheckSpendingLimit(new(big.Int), big.NewInt(2e13)), ""},
		"who is on no list":    {l.codec.PackCheckSanctions(nobody), ""},
		"a token of no list":   {l.codec.PackCheckConcentration(coins[2], big.NewInt(1), big.NewInt(1e6)), "AssetNotApproved"},
		"all in one":           {l.codec.PackCheckConcentration(coins[1], big.NewInt(1e6), big.NewInt(1e6)), ""},
		"a fall of 13 %":       {l.codec.PackCheckDrawdown(big.NewInt(8_700), big.NewInt(10_000)), ""},
		"of a unit more":       {l.codec.PackCheckDrawdown(big.NewInt(8_699), big.NewInt(10_000)), "DrawdownExceeded"},
		"no mark, no money":    {l.codec.PackCheckDrawdown(new(big.Int), new(big.Int)), ""},
		"everything, of a one": {l.codec.PackCheckDrawdown(new(big.Int), big.NewInt(1)), "DrawdownExceeded"},
	} {
		l.judged(name, l.asks(nobody, l.cage, c.call), c.want)
	}
	l.tells(list, "isSanctioned(address)", big.NewInt(1))
	l.stops("who is on the list", l.asks(nobody, l.cage, l.codec.PackCheckSanctions(nobody)), "SanctionedAddress")
	l.refuses(list, "isSanctioned(address)")
	if l.asks(nobody, l.cage, l.codec.PackCheckSanctions(nobody)) == nil {
		t.Error("a list that does not answer lets everybody pass")
	}
	l = newLab(t, nil)
	if said := l.tale(l.does(principal, l.cage, l.codec.PackSetSanctionsOracle(list))); len(said) != 2 || said[0] != fmt.Sprintf("RoleUpdated(6,%s)", list) {
		t.Errorf("a first list says %q", said)
	}
	l = newLab(t, nil)
	l.passes("where there is no list", l.asks(nobody, l.cage, l.codec.PackCheckSanctions(nobody)))
}
