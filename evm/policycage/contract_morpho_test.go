package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

var (
	blue   = evmtest.Address("morpho blue")
	quoter = evmtest.Address("oracle of a market")
	// inBlue is a market of cash against a coin, which lends up to four fifths.
	inBlue = bind.MarketParams{LoanToken: coins[0], CollateralToken: coins[1], Oracle: quoter, Lltv: big.NewInt(8e17)}
)

// blueID is the id of a market.
func blueID(m bind.MarketParams) common.Hash {
	lltv := common.BigToHash(m.Lltv)
	var all []byte
	for _, a := range []common.Address{m.LoanToken, m.CollateralToken, m.Oracle, m.Irm} {
		all = append(all, common.LeftPadBytes(a[:], 32)...)
	}
	return crypto.Keccak256Hash(all, lltv[:])
}

// blued is a lab with Morpho Blue, where the account has lent, owes and put up so much in one market.
// A share is a millionth of a unit.
func blued(t testing.TB) *lab {
	abi, one := bind.NewMorpho(), big.NewInt(1)
	id := blueID(inBlue)
	l := newLab(t, func(c *policycage.Config) {
		c.Protocols = append(c.Protocols, blue, quoter, common.Address(id[:20]))
		c.Readers = append(c.Readers, policycage.Binding{Target: blue, Reader: reads("MorphoBlue"), Deeds: policycage.Lends})
		for _, data := range [][]byte{
			abi.PackSupplyCollateral(inBlue, one, vault, nil), abi.PackWithdrawCollateral(inBlue, one, vault, vault),
			abi.PackSupply(inBlue, one, one, vault, nil), abi.PackWithdraw(inBlue, one, one, vault, vault), abi.PackRepay(inBlue, one, one, vault, nil),
		} {
			c.Selectors = append(c.Selectors, policycage.Selector{Target: blue, Method: [4]byte(data)})
		}
	})
	l.state.SetCode(blue, keyed, 0)
	l.state.SetCode(quoter, tellers, 0)
	l.keys(id, "idToMarketParams(bytes32)", coins[0].Big(), coins[1].Big(), quoter.Big(), new(big.Int), inBlue.Lltv)
	n := big.NewInt(1e12)
	shares := new(big.Int).Mul(n, big.NewInt(1e6))
	l.keys(id, "market(bytes32)", n, shares, n, shares, big.NewInt(int64(l.now)), new(big.Int))
	l.quotes(1)
	return l
}

// keyed answers each method with sixteen words of its storage, behind a place that the method and its
// first word make: their sum, in which the word counts for 2^16.
var keyed = func() []byte {
	code := []byte{0x60, 4, 0x35, 0x60, 16, 0x1b, 0x5f, 0x35, 0x60, 0xe0, 0x1c, 0x60, 8, 0x1b, 0x01}
	for i := range byte(16) {
		code = append(code, 0x80, 0x60, i, 0x01, 0x54, 0x61, i>>3, i<<5, 0x52)
	}
	return append(code, 0x61, 2, 0, 0x5f, 0xf3)
}()

// keys sets what Morpho answers of a market.
func (l *lab) keys(id common.Hash, method string, words ...*big.Int) {
	for i, w := range words {
		at := new(big.Int).Add(new(big.Int).Lsh(id.Big(), 16), told(method, i).Big())
		l.state.SetState(blue, common.BigToHash(at.And(at, common.MaxHash.Big())), common.BigToHash(w))
	}
}

// has sets what the account has in the market, in units.
func (l *lab) has(lent, owed, up int64) {
	share := func(units int64) *big.Int { return new(big.Int).Mul(big.NewInt(units), big.NewInt(1e6)) }
	l.keys(blueID(inBlue), "position(bytes32,address)", share(lent), share(owed), big.NewInt(up))
}

// quotes sets what the market's oracle says of a unit of collateral.
func (l *lab) quotes(units int64) {
	l.tells(quoter, "price()", new(big.Int).Mul(big.NewInt(units), new(big.Int).Exp(big.NewInt(10), big.NewInt(36), nil)))
}

func putsUp(m bind.MarketParams, units int64, by common.Address) bind.IDelegatorExecution {
	return to(blue, bind.NewMorpho().PackSupplyCollateral(m, big.NewInt(units), by, nil))
}

func takesBack(m bind.MarketParams, units int64, by, receiver common.Address) bind.IDelegatorExecution {
	return to(blue, bind.NewMorpho().PackWithdrawCollateral(m, big.NewInt(units), by, receiver))
}

// What is put up is there unit for unit, as a position beside what is lent in the same market.
func TestCollateralOfMorphoIsThereUnitForUnit(t *testing.T) {
	for name, c := range map[string]struct {
		gives, up int64
		want      policycage.Kind
		numbers   []int64
	}{
		"all":                {1_000, 1_500, "", nil},
		"two less":           {1_000, 1_498, "", nil},
		"three less":         {1_000, 1_497, "UnitsLost", []int64{1_000, 997}},
		"nothing":            {1_000, 500, "UnitsLost", []int64{1_000, 0}},
		"more than was said": {1_001, 1_501, "MovedMore", []int64{1_001, 1_000}},
	} {
		l := blued(t)
		l.has(700, 0, 500)
		v := l.redeems(func() { l.gets(coins[1], -c.gives); l.has(9_000, 0, c.up) }, putsUp(inBlue, 1_000, vault))
		l.judged(name, v, c.want, c.numbers...)
		id := blueID(inBlue).Big()
		lent := l.named(blue, id)
		if up := l.named(blue, id.SetBit(id, 0, id.Bit(0)^1)); (up == 1) != (c.want == "") || lent != 0 || (l.cost(1) == 1_000) != (c.want == "") {
			t.Errorf("%s: named %d at %d, what is lent %d", name, up, l.cost(1), lent)
		}
	}
}

// What is put up comes back whole, and no more than a debt of its market leaves: a health of 1.2 and
// the cage's own share, by the market's oracle. What is lent stands behind nothing.
func TestCollateralOfMorphoStaysBehindItsDebt(t *testing.T) {
	for name, c := range map[string]struct {
		owed, left, comes, price int64
		want                     policycage.Kind
		numbers                  []int64
	}{
		"no debt":                  {0, 0, 1_000, 1, "", nil},
		"no debt, two less":        {0, 0, 998, 1, "", nil},
		"three less":               {0, 0, 997, 1, "", nil},
		"a thirtieth less":         {0, 0, 966, 1, "ValueLost", nil},
		"a health of 1.2":          {400, 600, 400, 1, "", nil},
		"less":                     {400, 599, 401, 1, "HealthTooLow", nil},
		"at twice the price":       {400, 300, 700, 2, "", nil},
		"and less":                 {400, 299, 701, 2, "HealthTooLow", nil},
		"less than the cage's own": {400, 480, 520, 1, "CollateralRatioTooLow", []int64{12_000, 12_500}},
	} {
		l := blued(t)
		l.quotes(c.price)
		l.has(5_000_000, c.owed, 1_000)
		v := l.redeems(func() { l.gets(coins[1], c.comes); l.has(5_000_000, c.owed, c.left) }, takesBack(inBlue, 1_000-c.left, vault, vault))
		l.judged(name, v, c.want, c.numbers...)
	}
	// What is lent is taken out whatever is owed there: nobody counts it as collateral.
	l := blued(t)
	l.has(1_000, 900, 10)
	v := l.redeems(func() { l.gets(coins[0], 1_000); l.has(0, 900, 10) }, to(blue, bind.NewMorpho().PackWithdraw(inBlue, big.NewInt(1_000), new(big.Int), vault, vault)))
	l.passes("what is lent", v)
}

// A call that puts up or takes back names the market, the account and nobody to be called.
func TestCollateralOfMorphoIsOfTheMarketAndTheAccount(t *testing.T) {
	abi, one := bind.NewMorpho(), big.NewInt(1)
	other, bent := inBlue, inBlue
	other.Lltv, bent.Oracle = big.NewInt(9e17), nobody
	long := takesBack(inBlue, 1, vault, vault)
	long.CallData = append(long.CallData, make([]byte, 32)...)
	for name, c := range map[string]struct {
		call bind.IDelegatorExecution
		want policycage.Kind
	}{
		"put up for somebody":         {putsUp(inBlue, 1, nobody), "DestinationNotAllowed"},
		"put up in another market":    {putsUp(other, 1, vault), "ProtocolNotApproved"},
		"put up behind another":       {putsUp(bent, 1, vault), "ProtocolNotApproved"},
		"put up with a callback":      {to(blue, abi.PackSupplyCollateral(inBlue, one, vault, []byte{1})), "MalformedCall"},
		"nothing put up":              {putsUp(inBlue, 0, vault), "NothingToValidate"},
		"taken back to somebody":      {takesBack(inBlue, 1, vault, nobody), "DestinationNotAllowed"},
		"taken back to the contract":  {takesBack(inBlue, 1, vault, blue), "DestinationNotAllowed"},
		"taken back to its oracle":    {takesBack(inBlue, 1, vault, quoter), "DestinationNotAllowed"}, // which the cage approves
		"taken back to a token":       {takesBack(inBlue, 1, vault, coins[0]), "DestinationNotAllowed"},
		"somebody's taken back":       {takesBack(inBlue, 1, nobody, vault), "MalformedCall"},
		"taken back, and a word more": {long, "MalformedCall"},
		"another oracle's taken back": {takesBack(bent, 1, vault, vault), "DestinationNotAllowed"},
		"a loan":                      {to(blue, abi.PackBorrow(inBlue, one, new(big.Int), vault, vault)), "SelectorNotAllowed"},
	} {
		l := blued(t)
		l.has(0, 0, 1_000)
		l.stops(name, l.redeems(nil, c.call), c.want)
	}
}

// So does a call that lends, takes out or pays back; and what is lent stands behind nothing.
//
// spec: safety §8
func TestALoanOfMorphoIsOfTheMarketAndTheAccount(t *testing.T) {
	abi, one, none := bind.NewMorpho(), big.NewInt(1), new(big.Int)
	other := inBlue
	other.Lltv = big.NewInt(9e17)
	long := to(blue, abi.PackWithdraw(inBlue, one, none, vault, vault))
	long.CallData = append(long.CallData, make([]byte, 32)...)
	for name, c := range map[string]struct {
		call bind.IDelegatorExecution
		want policycage.Kind
	}{
		"lent for somebody":             {to(blue, abi.PackSupply(inBlue, one, none, nobody, nil)), "DestinationNotAllowed"},
		"lent for its oracle":           {to(blue, abi.PackSupply(inBlue, one, none, quoter, nil)), "DestinationNotAllowed"},
		"lent in another market":        {to(blue, abi.PackSupply(other, one, none, vault, nil)), "ProtocolNotApproved"},
		"lent with a callback":          {to(blue, abi.PackSupply(inBlue, one, none, vault, []byte{1})), "MalformedCall"},
		"lent by shares":                {to(blue, abi.PackSupply(inBlue, none, one, vault, nil)), "MalformedCall"},
		"paid back with a callback":     {to(blue, abi.PackRepay(inBlue, one, none, vault, []byte{1})), "MalformedCall"},
		"paid back by units and shares": {to(blue, abi.PackRepay(inBlue, one, one, vault, nil)), "MalformedCall"},
		"somebody's paid back":          {to(blue, abi.PackRepay(inBlue, one, none, quoter, nil)), "DestinationNotAllowed"},
		"taken out to its oracle":       {to(blue, abi.PackWithdraw(inBlue, one, none, vault, quoter)), "DestinationNotAllowed"},
		"somebody's taken out":          {to(blue, abi.PackWithdraw(inBlue, one, none, quoter, vault)), "MalformedCall"},
		"taken out, and a word more":    {long, "MalformedCall"},
	} {
		l := blued(t)
		l.has(1_000, 1_000, 1_000)
		l.stops(name, l.redeems(nil, c.call), c.want)
	}
	l, codec := blued(t), bind.NewCageReader()
	l.has(1_000, 900, 2_000)
	for id, behind := range map[*big.Int]int64{blueID(inBlue).Big(): 0, new(big.Int).Xor(blueID(inBlue).Big(), one): 2_000} {
		h, err := codec.UnpackHealth(l.must(nobody, reads("MorphoBlue"), codec.PackHealth(blue, vault, id)))
		if check(t, err); h.Collateral.Int64() != behind || (h.Debt.Sign() == 0) != (behind == 0) {
			t.Errorf("behind a debt of %s stand %s, want %d", h.Debt, h.Collateral, behind)
		}
	}
}

// What is owed and what is lent there are with the interest up to now: a debt is rounded up, and a
// deposit down.
//
// spec: safety §8
func TestWhatLiesAtMorphoIsWithItsInterest(t *testing.T) {
	l, codec, rates := blued(t), bind.NewCageReader(), evmtest.Address("rate model")
	id := blueID(inBlue)
	says := func(what string, lent, owed int64) {
		t.Helper()
		s, err := codec.UnpackStanding(l.must(nobody, reads("MorphoBlue"), codec.PackStanding(blue, vault, id.Big())))
		check(t, err)
		d, err := codec.UnpackDebt(l.must(nobody, reads("MorphoBlue"), codec.PackDebt(blue, vault, id.Big())))
		if check(t, err); s.Part.Int64() != lent || d.Int64() != owed {
			t.Errorf("%s: %s is lent and %s owed, want %d and %d", what, s.Part, d, lent, owed)
		}
	}
	l.has(1e12, 1e12, 0)
	says("without a rate", 1e12, 1e12)
	l.state.SetCode(rates, tellers, 0)
	l.keys(id, "idToMarketParams(bytes32)", coins[0].Big(), coins[1].Big(), quoter.Big(), rates.Big(), inBlue.Lltv)
	l.tells(rates, "borrowRateView((address,address,address,address,uint256),(uint128,uint128,uint128,uint128,uint128,uint128))", big.NewInt(1e9))
	n, shares := big.NewInt(1e12), big.NewInt(1e18)
	l.keys(id, "market(bytes32)", n, shares, n, shares, big.NewInt(int64(l.now)-100), new(big.Int))
	says("a hundred seconds at a billionth", 1e12+99_999, 1e12+100_000)
	l.keys(id, "market(bytes32)", n, shares, n, shares, big.NewInt(int64(l.now)-100), big.NewInt(1e17))
	says("of which a tenth is a fee", 1e12+89_999, 1e12+100_000)
}
