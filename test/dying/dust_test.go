package dying

import (
	"math/big"
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// dusts has a stranger put a speck into each position of the wallet in every block from now
// on, before anything else in it: whatever an order was previewed on, it meets more.
func (g *golem) dusts() {
	npm := bind.NewNonfungiblePositionManager()
	g.each = func() {
		for _, id := range g.holdings().positions {
			g.Submit(g.Bid(g.Positions, npm.PackIncreaseLiquidity(bind.INonfungiblePositionManagerIncreaseLiquidityParams{
				TokenId: id, Amount0Desired: big.NewInt(1_000), Amount1Desired: big.NewInt(1e12), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
			}), big.NewInt(1e11)))
		}
	}
}

// specks says that no position of the wallet holds more than what a stranger put into it.
func (g *golem) specks() bool {
	g.t.Helper()
	npm := bind.NewNonfungiblePositionManager()
	return !slices.ContainsFunc(g.holdings().positions, func(id *big.Int) bool {
		p, err := npm.UnpackPositions(g.Ask(g.Positions, npm.PackPositions(id)))
		if err != nil {
			g.t.Fatal(err)
		}
		return p.Liquidity.Cmp(big.NewInt(1e11)) > 0 // the wallet's own are ten thousand times that
	})
}

// exits are what became of the rules' orders to leave a position, in order.
func (g *golem) exits() (all []turn.Status) {
	g.t.Helper()
	store, err := records.Open(g.dir+"/"+home.CyclesDir, records.Options{ReadOnly: true})
	if err != nil {
		g.t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.Settled() {
		if err != nil {
			g.t.Fatal(err)
		}
		for _, a := range r.Actions {
			if a.Preview.Kind == "remove_liquidity" {
				all = append(all, a.Status)
			}
		}
	}
	return all
}

// spec: safety §1.4 S-7: a stranger who comes in front of every exit, with a speck for the
// position, makes one try of a dying Golem fail and no more, whatever slippage its owner
// allows. The specks are the owner's.
func TestAStrangerInFrontOfEveryExitKeepsNothingAtADeath(t *testing.T) {
	t.Parallel()
	for _, slippage := range []money.BPS{100, 50} {
		g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
		g.slippage, g.dying = slippage, g.dusts
		w := g.lives().hold()
		if want := []string{"remove_liquidity", "remove_liquidity", "withdraw", "swap"}; !slices.Equal(w.executed(), want) {
			t.Errorf("%v", w.executed())
		}
		failed := 0
		for _, d := range w.Settlement.Actions {
			if d.Action.Status == turn.StatusFailed {
				failed++
			}
		}
		if failed != 2 {
			t.Errorf("%d tries failed: the stranger came too late", failed)
		}
		if len(g.before.positions) != 2 || !g.specks() {
			t.Error("something of the wallet's is left in a position")
		}
		for _, l := range w.Settlement.Stranded {
			if v, err := money.ParseUSDC(l.Value); err != nil || v > money.One/10 {
				t.Errorf("left %+v (%v)", l, err)
			}
		}
	}
}

// spec: safety §1.4 S-7: likewise by a rule, which tries again after five minutes.
func TestAStrangerInFrontOfEveryExitKeepsNoRuleFromLeaving(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), "provide 10% of equity within ±2%")
	g.rules += "```rule exit out\nwhen lp_value > 1 usdc\ndo withdraw liquidity\n```\n\n"
	g.ticks = 24
	g.dusts()
	g.lives().hold()
	if all := g.exits(); !slices.Equal(all, []turn.Status{turn.StatusFailed, turn.StatusExecuted}) {
		t.Errorf("%v", all)
	}
	if len(g.before.positions) != 1 || !g.specks() {
		t.Errorf("it died with %+v", g.before)
	}
}
