package dying

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
)

// sales are how much was sold at a time, in order.
func (g *golem) sales(w will) (sold []*big.Int) {
	for _, d := range w.Settlement.Actions {
		if !d.Success || d.Action.Preview.Kind != "swap" {
			continue
		}
		for _, delta := range d.Action.Execution.Deltas {
			if delta.Out {
				sold = append(sold, delta.Units.ToBig())
			}
		}
	}
	return sold
}

// proceeds are what the sales brought, in USDC units.
func (g *golem) proceeds(w will) *big.Int {
	sum := new(big.Int)
	for _, d := range w.Settlement.Actions {
		if !d.Success || d.Action.Preview.Kind != "swap" {
			continue
		}
		for _, delta := range d.Action.Execution.Deltas {
			if !delta.Out {
				sum.Add(sum, delta.Units.ToBig())
			}
		}
	}
	return sum
}

// tooMuch says that the sale of everything at once was tried and refused for its size.
func (w will) tooMuch() bool {
	for _, d := range w.Settlement.Actions {
		if r := refusalOf(d.Action); r != nil && strings.Contains(string(r.Code), "PRICE_IMPACT") {
			return true
		}
	}
	return false
}

// spec: mortality §9.3 step 6, safety §17 — what the pool does not take at once within
// the owner's limits is sold in parts, each when the price has come back from the one
// before, and positions come out of a pool that was drained.
func TestWhatAThinPoolDoesNotTakeAtOnceIsSoldInParts(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Thin(1_500); g.comesBack() } // 15 of 10,000 ether are left to sell to
	w := g.lives().hold()
	if len(g.before.positions) != 2 || !w.tooMuch() {
		t.Fatalf("the pool was not too thin for %d positions", len(g.before.positions))
	}
	if sold := g.sales(w); len(sold) < 2 || len(g.holdings().positions) != 0 {
		t.Errorf("sold %v, positions %v", sold, g.holdings().positions)
	}
	if g.holdings().weth.Sign() != 0 || len(w.Settlement.Stranded) != 0 {
		t.Errorf("%s WETH are left: %+v", g.holdings().weth, w.Settlement.Stranded)
	}
	g.fair(w)
}

// Where the price does not come back the rest stays: parts that are small each would sell
// everything for much less than it is worth.
func TestAPriceThatDoesNotComeBackEndsTheSale(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Thin(1_500) }
	w := g.lives().hold()
	l, named := w.left("WETH")
	if len(g.sales(w)) == 0 || g.holdings().weth.Sign() == 0 || !named || !strings.Contains(l.Reason, "price") {
		t.Errorf("sold %v, left %+v", g.sales(w), w.Settlement.Stranded)
	}
	g.fair(w)
}

// fair: no more than the owner's limits allow was lost to the sale.
func (g *golem) fair(w will) {
	g.t.Helper()
	const price, least = 1_850, 94 // what an ether was worth, and percent of it
	sold := new(big.Int)
	for _, units := range g.sales(w) {
		sold.Add(sold, units)
	}
	worth := new(big.Int).Mul(sold, big.NewInt(price*1e6))
	worth.Quo(worth, big.NewInt(1e18))
	got := g.proceeds(w)
	if new(big.Int).Mul(got, big.NewInt(100)).Cmp(new(big.Int).Mul(worth, big.NewInt(least))) < 0 {
		g.t.Errorf("%s of ether were sold for %s USDC units, less than %d %% of %s", sold, got, least, worth)
	}
	g.t.Logf("sold %v for %s USDC units, worth %s", g.sales(w), got, worth)
}

// What the pool cannot take is named, and only that: it ends where there is no depth.
func TestOnlyWhatAPoolCannotTakeRemains(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() {
		g.Thin(20) // a fifth of an ether over all prices
		g.bid(400)
	}
	w := g.lives().hold()
	sold, left := new(big.Int), g.holdings().weth
	for _, units := range g.sales(w) {
		sold.Add(sold, units)
	}
	l, named := w.left("WETH")
	if !w.tooMuch() || sold.Sign() == 0 || left.Sign() == 0 || !named || l.Value == "unknown" {
		t.Errorf("sold %s, left %s, named %+v", sold, left, l)
	}
	if len(g.holdings().positions) != 0 {
		t.Errorf("positions %v", g.holdings().positions)
	}
	g.fair(w)
}

// A pool in which nobody is: nothing can be sold, everything else is settled, and the
// positions come out with what is in them.
func TestInAnEmptyPoolPositionsStillComeOut(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Thin(0) }
	w := g.lives().hold()
	if want := []string{"remove_liquidity", "remove_liquidity", "withdraw"}; !slices.Equal(w.executed(), want) {
		t.Errorf("%v", w.executed())
	}
	l, named := w.left("WETH")
	if !named || len(w.Settlement.Stranded) != 1 || len(g.holdings().positions) != 0 || g.holdings().weth.Cmp(g.before.weth) <= 0 {
		t.Errorf("left %+v, positions %v", w.Settlement.Stranded, g.holdings().positions)
	}
	if !strings.Contains(l.Advice, g.recovery) {
		t.Errorf("the owner is told %q, and not how to come by the key", l.Advice)
	}
}

// bid has the account offer so many USDC for ether within two percent below the price.
func (w *world) bid(usdc uint64) {
	w.t.Helper()
	tick := w.tick()
	lower := uniswap.NearestUsableTick(tick, 10) + 10
	w.Provide(lower, lower+200, uint256.NewInt(usdc*1_000_000), new(uint256.Int))
}

// comesBack has somebody buy the pool back to its price before every block, as traders
// do who know it from elsewhere.
func (w *world) comesBack() {
	w.t.Helper()
	price := w.sqrtPrice()
	w.each = func() {
		if w.sqrtPrice().Cmp(price) <= 0 {
			return
		}
		w.Submit(w.Sign(w.Router, 0, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: w.USDC, TokenOut: w.WETH, Fee: big.NewInt(500), Recipient: w.Account, Deadline: evmtest.Deadline(),
			AmountIn: big.NewInt(1_000_000e6), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: price,
		})))
	}
}
