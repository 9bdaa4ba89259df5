package loss

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
)

// middle is the tick of round's pool, to the next one.
const middle = 198_079

// added is what liquidity of 10^13 takes between two ticks around middle, at the price of a
// tick, and 98 hundredths of it.
func added(t *testing.T, lower, upper, at int32) (most, least [2]*uint256.Int) {
	t.Helper()
	root, err := uniswap.SqrtPriceAtTick(at)
	if err != nil {
		t.Fatal(err)
	}
	a0, a1, err := uniswap.AmountsForLiquidity(&root, lower, upper, uint256.NewInt(1e13), uniswap.Up)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range []*uint256.Int{&a0, &a1} {
		most[i] = a
		least[i] = new(uint256.Int).Div(new(uint256.Int).Mul(a, uint256.NewInt(98)), uint256.NewInt(100))
	}
	return most, least
}

// searched is the most that a mint loses at any of many prices at which the pool takes what
// it must, which ok says of the price of now.
func searched(t *testing.T, p Prices, m *turn.Market, lower, upper int32, most, least [2]*uint256.Int, all bool) (worst money.USDC) {
	t.Helper()
	for tick := lower; tick <= upper; tick += 2 {
		root, err := uniswap.SqrtPriceAtTick(tick)
		if err != nil {
			t.Fatal(err)
		}
		l, err := uniswap.LiquidityForAmounts(&root, lower, upper, most[0], most[1])
		if err != nil {
			continue
		}
		n0, n1, err := uniswap.AmountsForLiquidity(&root, lower, upper, &l, uniswap.Up)
		if err == nil && (all || !n0.Lt(least[0]) && !n1.Lt(least[1])) {
			lost, _ := p.MintedLoss(m, lower, upper, &n0, &n1)
			worst = max(worst, lost)
		}
	}
	return worst
}

// What a mint may lose at most is what it loses at the worst price at which the pool would
// still take the amounts: a search over all ticks finds no worse, and comes close to it.
func TestNoPriceMakesAMintLoseMoreThanIsSaid(t *testing.T) {
	none := [2]*uint256.Int{new(uint256.Int), new(uint256.Int)}
	for name, c := range map[string]struct {
		feed         uint64
		lower, upper int32
		at           int32 // where the amounts were worked out
		bounded      bool
		anywhere     bool // the pool takes less than it must at the price of now
	}{
		"tight, at the feed":           {2_500, middle - 2_000, middle + 2_000, middle, true, false},
		"tight, the feed below":        {2_200, middle - 2_000, middle + 2_000, middle, true, false},
		"tight, the feed above":        {2_900, middle - 2_000, middle + 2_000, middle, true, false},
		"without bounds":               {2_500, middle - 2_000, middle + 2_000, middle, false, false},
		"without bounds, feed below":   {2_300, middle - 1_000, middle + 3_000, middle, false, false},
		"far from the price of now":    {2_500, middle - 2_000, middle + 2_000, middle + 1_500, true, true},
		"far on the other side":        {2_500, middle - 2_000, middle + 2_000, middle - 1_500, true, true},
		"a range above, USDC alone":    {2_500, middle + 500, middle + 1_500, middle, true, false},
		"a range below, WETH alone":    {2_500, middle - 1_500, middle - 500, middle, true, false},
		"above, and the feed is in it": {2_300, middle + 500, middle + 1_500, middle, true, false},
		"below, and the feed is in it": {2_760, middle - 1_500, middle - 500, middle, true, false},
	} {
		r := round(c.feed)
		p, m := at(t, r), &r.Markets[0]
		most, least := added(t, c.lower, c.upper, c.at)
		if !c.bounded {
			least = none
		}
		worst, given, err := p.WorstMintLoss(m, c.lower, c.upper, most, least)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := p.Cost(usdc.Address, most[0].ToBig())
		b, _ := p.Cost(weth.Address, most[1].ToBig())
		found := searched(t, p, m, c.lower, c.upper, most, least, c.anywhere)
		if given != a+b || worst < found-2 || worst > found+found/25+given/20_000 {
			t.Errorf("%s: %s of %s may be lost, a search finds %s of %s", name, worst, given, found, a+b)
		}
	}
}

// Either amount may be held to a bound of its own.
func TestEachAmountOfAMintHasABoundOfItsOwn(t *testing.T) {
	r := round(2_500)
	p, m := at(t, r), &r.Markets[0]
	lower, upper := int32(middle-2_000), int32(middle+2_000)
	most, least := added(t, lower, upper, middle)
	worst := map[string]money.USDC{}
	for name, l := range map[string][2]*uint256.Int{
		"none": {new(uint256.Int), new(uint256.Int)}, "first": {least[0], new(uint256.Int)}, "second": {new(uint256.Int), least[1]}, "both": least,
	} {
		var err error
		if worst[name], _, err = p.WorstMintLoss(m, lower, upper, most, l); err != nil {
			t.Fatal(err)
		}
		if found := searched(t, p, m, lower, upper, most, l, false); worst[name] < found-2 || worst[name] > found+found/5+1 { // a search by two ticks
			t.Errorf("%s: %s, a search finds %s", name, worst[name], found)
		}
	}
	if worst["both"] >= worst["first"] || worst["first"] > worst["none"] || worst["second"] > worst["none"] || worst["both"] == 0 {
		t.Errorf("%v", worst)
	}
}

// Amounts that must be taken to the unit are taken at the price of now alone, and a pool that
// was bent as far as it goes is no other place than the end of the range.
func TestAMintThatMustTakeAllLosesNothingAtAFairPrice(t *testing.T) {
	r := round(2_500)
	lower, upper := int32(middle-2_000), int32(middle+2_000)
	a0, a1, err := uniswap.AmountsForLiquidity(&r.Markets[0].Range.SqrtPriceX96, lower, upper, uint256.NewInt(1e13), uniswap.Up)
	if err != nil {
		t.Fatal(err)
	}
	all := [2]*uint256.Int{&a0, &a1}
	if worst, given, err := at(t, r).WorstMintLoss(&r.Markets[0], lower, upper, all, all); err != nil || worst > 5 || given < money.One {
		t.Errorf("%s of %s, %v", worst, given, err)
	}
	bent := turntest.Moved(round(2_500), new(uint256.Int).Lsh(uint256.NewInt(1), 159))
	most, least := added(t, middle-4_000, middle+500, middle)
	least[0] = new(uint256.Int)
	p := at(t, bent) // which takes WETH alone, down to the middle of the range
	worst, _, err := p.WorstMintLoss(&bent.Markets[0], middle-4_000, middle+500, most, least)
	if found := searched(t, p, &bent.Markets[0], middle-4_000, middle+500, most, least, false); err != nil || worst < found-2 || worst > found+found/25 {
		t.Errorf("bent beyond the range: %s, a search finds %s, %v", worst, found, err)
	}
	for _, bits := range []uint{34, 159} {
		bent := turntest.Moved(round(2_500), new(uint256.Int).Lsh(uint256.NewInt(1), bits))
		end := lower
		if bits > 96 {
			end = upper
		}
		most, least := added(t, lower, upper, end)
		p := at(t, bent)
		worst, _, err := p.WorstMintLoss(&bent.Markets[0], lower, upper, most, least)
		found := searched(t, p, &bent.Markets[0], lower, upper, most, least, false)
		if err != nil || worst < found-2 || worst > found+found/25 || found == 0 {
			t.Errorf("a pool at 2^%d: %s, a search finds %s, %v", bits, worst, found, err)
		}
	}
}

// A range that there is none of loses all that is given, and is an error beforehand.
func TestAMintWithoutARangeLosesAll(t *testing.T) {
	r := round(2_500)
	p, m := at(t, r), &r.Markets[0]
	one, dollar := uint256.NewInt(1e18), uint256.NewInt(2_500e6)
	for name, c := range map[string]struct{ lower, upper int32 }{
		"upside down": {middle + 10, middle - 10}, "below all": {uniswap.MinTick - 1, middle}, "above all": {middle, uniswap.MaxTick + 1},
	} {
		if lost, given := p.MintedLoss(m, c.lower, c.upper, dollar, one); lost != 5_000*money.One || given != lost {
			t.Errorf("%s: %s of %s", name, lost, given)
		}
		if name == "upside down" {
			continue
		}
		worst, given, err := p.WorstMintLoss(m, c.lower, c.upper, [2]*uint256.Int{dollar, one}, [2]*uint256.Int{dollar, one})
		if err == nil || worst != 5_000*money.One || given != worst {
			t.Errorf("%s: %s of %s, %v", name, worst, given, err)
		}
	}
	huge := new(uint256.Int).SetAllOne()
	if lost, given := p.MintedLoss(m, middle-10, middle+10, huge, huge); lost != given || given == 0 {
		t.Errorf("more than there is: %s of %s", lost, given)
	}
	if lost, given := p.MintedLoss(m, middle-10, middle+10, new(uint256.Int), new(uint256.Int)); lost != 0 || given != 0 {
		t.Errorf("nothing: %s of %s", lost, given)
	}
}

// A mint of one token alone was made at the edge of its range: it loses what the other edge
// is away from the feed's price, and nothing where the pool stands outside as well.
func TestAMintOfOneTokenWasMadeAtTheEdge(t *testing.T) {
	thousand, half := uint256.NewInt(1_000e6), uint256.NewInt(5e17)
	var none uint256.Int
	for name, c := range map[string]struct {
		r            turn.Reading
		lower, upper int32
		usdc, weth   *uint256.Int
		least, most  money.USDC // of what is lost
	}{
		"USDC above the price": {round(2_500), middle + 100, middle + 200, thousand, &none, 1, 2}, // what is taken out is rounded down
		"WETH below the price": {round(2_500), middle - 200, middle - 100, &none, half, 0, 2},
		// A range of 1 % far below the price: all of the USDC became WETH within it, at a price that is e^0.1 times the feed's.
		"USDC, where the price is past": {round(2_500), middle - 1_050, middle - 950, thousand, &none, 94 * money.One, 96 * money.One},
		"WETH, where the price is past": {round(2_500), middle + 950, middle + 1_050, &none, half, 118 * money.One, 120 * money.One},
	} {
		if lost, given := at(t, c.r).MintedLoss(&c.r.Markets[0], c.lower, c.upper, c.usdc, c.weth); lost < c.least || lost > c.most || given == 0 {
			t.Errorf("%s: %s of %s, want %s to %s", name, lost, given, c.least, c.most)
		}
	}
}
