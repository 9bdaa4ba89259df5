package dying

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"

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
// the owner's limits is sold in parts, and positions come out of a pool that was drained.
func TestWhatAThinPoolDoesNotTakeAtOnceIsSoldInParts(t *testing.T) {
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.Thin(1_500) } // 15 of 10,000 ether are left to sell to
	w := g.lives().hold()
	if len(g.before.positions) != 2 || !w.tooMuch() {
		t.Fatalf("the pool was not too thin for %d positions", len(g.before.positions))
	}
	sold := g.sales(w)
	if len(sold) < 2 || len(g.holdings().positions) != 0 {
		t.Errorf("sold %v, positions %v", sold, g.holdings().positions)
	}
	if g.holdings().weth.Sign() != 0 || len(w.Settlement.Stranded) != 0 {
		t.Errorf("%s WETH are left: %+v", g.holdings().weth, w.Settlement.Stranded)
	}
	t.Logf("sold in %v for %s USDC units", sold, g.proceeds(w))
}

// What the pool cannot take is named, and only that: it ends where there is no depth.
func TestOnlyWhatAPoolCannotTakeRemains(t *testing.T) {
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
	t.Logf("sold %s in %d parts for %s USDC units, %s left", sold, len(g.sales(w)), g.proceeds(w), left)
}

// A pool in which nobody is: nothing can be sold, everything else is settled, and the
// positions come out with what is in them.
func TestInAnEmptyPoolPositionsStillComeOut(t *testing.T) {
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
