package dying

import (
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// dusts has a stranger put a speck into each position of the wallet in front of each order
// from now on: whatever it was previewed on, it meets more. He outbids what the Golem learns
// of his bids.
func (g *golem) dusts() {
	npm, bid := bind.NewNonfungiblePositionManager(), big.NewInt(2e9)
	g.each = func() {
		if !g.waits() {
			return
		}
		bid.Lsh(bid, 1)
		for _, id := range g.holdings().positions {
			g.Submit(g.Bid(g.Positions, npm.PackIncreaseLiquidity(bind.INonfungiblePositionManagerIncreaseLiquidityParams{
				TokenId: id, Amount0Desired: big.NewInt(1_000), Amount1Desired: big.NewInt(1e12), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
			}), bid))
		}
	}
}

// waits says that an order of the Golem's waits for a block.
func (g *golem) waits() bool {
	g.t.Helper()
	var sent, mined hexutil.Uint64
	for at, n := range map[string]*hexutil.Uint64{"pending": &sent, "latest": &mined} {
		if err := g.RPC.Call(n, "eth_getTransactionCount", g.wallet(), at); err != nil {
			g.t.Fatal(err)
		}
	}
	return sent > mined
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

// spec: safety §1.4 S-7: likewise by a rule, which tries again after five minutes. What the
// stranger left in the position keeps the Golem from opening another as little.
func TestAStrangerInFrontOfEveryExitKeepsNoRuleFromLeaving(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)))
	g.rules = "```rule entry in\nwhen age > 20s and lp_count == 0\ndo provide 10% of equity within ±2%\n```\n\n" +
		"```rule exit out\nwhen lp_age > 2m and age < 10m\ndo withdraw liquidity\n```\n\n"
	g.ticks = 25
	g.after(90*time.Second, g.dusts) // behind the first opening
	g.lives().hold()
	if all := g.exits(); !slices.Equal(all, []turn.Status{turn.StatusFailed, turn.StatusExecuted}) {
		t.Errorf("%v", all)
	}
	if len(g.before.positions) != 2 || !g.specks() {
		t.Errorf("it died with %+v", g.before)
	}
}
