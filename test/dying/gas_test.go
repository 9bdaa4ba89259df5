package dying

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/internal/money"
)

// spike is a thousand times the quiet base fee.
var spike = new(big.Int).Mul(quiet, big.NewInt(1_000))

// spec: mortality §9.3, §9.6 — gas may never exceed the death's budget. What it cannot
// pay stays and is named; nothing is signed for it.
func TestAGasSpikeThatStaysLeavesWhatTheBudgetCannotPay(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.credit = 150 * money.One
	g.dying = func() { g.surge(spike) }
	w := g.lives().hold()
	if len(w.executed()) != 0 || len(g.holdings().positions) != 2 || g.holdings().native.Cmp(g.before.native) != 0 {
		t.Errorf("%v with %s of %s USDC", w.executed(), w.Death.Budget.Gas, w.Death.Budget.Total)
	}
	for _, what := range []string{"position 5", "position 6", "lending market aave-v3", "WETH"} {
		if l, named := w.left(what); !named || !strings.Contains(l.Reason, "budget") {
			t.Errorf("%s: %+v", what, l)
		}
	}
	if took := g.took(lifecycle.Settlement); took > 30*time.Minute {
		t.Errorf("it took %s", took)
	}
}

// With a larger credit the same spike is paid as far as the budget goes, the most
// valuable position first.
func TestAGasSpikeIsPaidAsFarAsTheBudgetGoes(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() { g.surge(spike) }
	w := g.lives().hold()
	if done := w.executed(); len(done) == 0 || len(done) == 4 || done[0] != "remove_liquidity" {
		t.Errorf("%v with %s of %s USDC", done, w.Death.Budget.Gas, w.Death.Budget.Total)
	}
	if first := w.Settlement.Actions[0]; first.What != "position 5" || !first.Success {
		t.Errorf("%+v", first)
	}
}

// A spike that passes is waited out.
func TestAGasSpikeThatPassesIsWaitedOut(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.credit = 150 * money.One
	g.dying = func() {
		g.surge(spike)
		g.after(time.Minute, func() { g.aims = quiet })
	}
	w := g.lives().hold()
	if want := []string{"remove_liquidity", "remove_liquidity", "withdraw", "swap"}; !slices.Equal(w.executed(), want) || len(w.Settlement.Stranded) != 0 {
		t.Errorf("%v, left %+v", w.executed(), w.Settlement.Stranded)
	}
	if took := g.took(lifecycle.Settlement); took < time.Minute || took > 10*time.Minute {
		t.Errorf("it took %s", took)
	}
}

// A fee that leaps, as no rule of the chain lets it, catches an order on its way: nothing
// is permitted behind it, it is never sent twice under another nonce, and when the fee is
// down again it is carried out and the rest follows.
func TestAnOrderThatALeapOfTheFeeCaughtIsCarriedOutLater(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() {
		g.aims, g.asks = spike, spike
		g.HoldBaseFee(spike)
		g.after(5*time.Minute, func() { g.aims = quiet })
	}
	w := g.lives().hold()
	if want := []string{"remove_liquidity", "remove_liquidity", "withdraw", "swap"}; !slices.Equal(w.executed(), want) || len(w.Settlement.Stranded) != 0 {
		t.Errorf("%v, left %+v", w.executed(), w.Settlement.Stranded)
	}
	if took := g.took(lifecycle.Settlement); took < 5*time.Minute {
		t.Errorf("it took %s: nothing was caught", took)
	}
}

// spec: mortality §9.3 — a wallet that cannot pay for everything pays for what is worth
// most, and its owner is told how much is missing.
func TestAWalletWithTooLittleGasClosesTheMostValuableFirst(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, big.NewInt(11_300_000_000_000_000)), "provide 5% of equity within ±5% then provide 15% of equity within ±2% then lend 5% of cash then buy 10% of equity")
	g.dying = func() { g.surge(new(big.Int).Mul(quiet, big.NewInt(80))) }
	w := g.lives().hold()
	if len(g.before.positions) != 2 || g.before.weth.Sign() == 0 || g.before.lent.Sign() == 0 {
		t.Fatalf("it died with %+v", g.before)
	}
	done := w.executed()
	if len(done) == 0 || len(done) > 2 || w.Settlement.Actions[0].What != "position 6" || !w.Settlement.Actions[0].Success {
		t.Errorf("%v, first %s", done, w.Settlement.Actions[0].What)
	}
	for _, l := range w.Settlement.Stranded {
		g.suffices(l)
	}
	if len(w.Settlement.Stranded) != 4-len(done) {
		t.Errorf("%d of 4 were settled, left %+v", len(done), w.Settlement.Stranded)
	}
}

// What an order that was refused may cost, and what its owner is told to send.
var (
	refused = regexp.MustCompile(`(\d+) gas at (\d+) wei`)
	advised = regexp.MustCompile(`sending the wallet about ([0-9.]+) `)
)

// suffices: with what its owner is told to send, the wallet could pay for the order that
// it could not pay for.
func (g *golem) suffices(l leftover) {
	g.t.Helper()
	order, told := refused.FindStringSubmatch(l.Reason), advised.FindStringSubmatch(l.Advice)
	if order == nil || told == nil {
		g.t.Errorf("the owner is not told how much to send: %+v", l)
		return
	}
	gas, _ := new(big.Int).SetString(order[1], 10)
	offer, _ := new(big.Int).SetString(order[2], 10)
	most := new(big.Int).Mul(gas, offer)
	sent, ok := new(big.Rat).SetString(told[1])
	if !ok {
		g.t.Fatalf("an amount of %q", told[1])
	}
	sent.Mul(sent, new(big.Rat).SetInt(ether(1_000)))
	have := sent.Add(sent, new(big.Rat).SetInt(g.holdings().native))
	if have.Cmp(new(big.Rat).SetInt(most)) < 0 {
		g.t.Errorf("%s: with %s ether more the wallet has %s wei, the order may cost %s", l.What, told[1], have.FloatString(0), most)
	}
}
