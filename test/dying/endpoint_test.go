package dying

import (
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/lifecycle"
)

// dead lets the endpoint die, for so long; 0: for ever.
func (g *golem) dead(d time.Duration) {
	g.proxy.Set(rpctest.Fault{Dead: true})
	if d > 0 {
		g.after(d, func() { g.proxy.Set(rpctest.Fault{}) })
	}
}

// spec: mortality §9.1 — a planned death has time to wait for its endpoint.
func TestAnEndpointThatComesBackIsWaitedFor(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	spoilt := 0
	g.dying = func() {
		g.proxy.Set(rpctest.Fault{Dead: true})
		g.after(time.Minute, func() { spoilt = g.proxy.Spoilt(); g.proxy.Set(rpctest.Fault{}) })
	}
	w := g.lives().hold()
	if spoilt == 0 {
		t.Error("nothing was asked while the endpoint was dead")
	}
	if want := []string{"remove_liquidity", "remove_liquidity", "withdraw", "swap"}; !slices.Equal(w.executed(), want) || len(w.Settlement.Stranded) != 0 {
		t.Errorf("%v, left %+v", w.executed(), w.Settlement.Stranded)
	}
	if took := g.took(lifecycle.Settlement); took < time.Minute || took > 5*time.Minute {
		t.Errorf("it took %s", took)
	}
}

// One that takes an order and dies before it says so: the order is found, and sent once.
func TestAnOrderThatADyingEndpointTookIsNotSentAgain(t *testing.T) {
	t.Parallel()
	g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
	g.dying = func() {
		struck := false
		g.proxy.Hear(func(method string, answered bool) {
			if method == "eth_sendRawTransaction" && answered && !struck {
				struck = true
				g.proxy.Set(rpctest.Fault{Dead: true})
				g.after(90*time.Second, func() { g.proxy.Set(rpctest.Fault{}) })
			}
		})
	}
	w := g.lives().hold()
	if want := []string{"remove_liquidity", "remove_liquidity", "withdraw", "swap"}; !slices.Equal(w.executed(), want) || len(w.Settlement.Stranded) != 0 {
		t.Errorf("%v, left %+v", w.executed(), w.Settlement.Stranded)
	}
	if took := g.took(lifecycle.Settlement); took < 90*time.Second {
		t.Errorf("it took %s: the endpoint was not dead", took)
	}
}

// One that stays dead: the death ends at its limit, says that nothing was read, and the
// key is destroyed only where the owner has another.
func TestAnEndpointThatStaysDeadEndsTheDeathAtItsLimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		paid     time.Duration
		cause    lifecycle.Cause
		recovery string
		limit    time.Duration
		spoilt   int // requests, at least
	}{
		"a planned death":   {0, lifecycle.HayflickLimit, "the test has it", 30 * time.Minute, 10},
		"with the only key": {0, lifecycle.HayflickLimit, "", 30 * time.Minute, 10},
		// It begins a tenth of the paid time before its end, and leaves a quarter of that.
		"at the end of the paid time": {12 * time.Minute, lifecycle.PaidTimeOver, "the test has it", 50 * time.Second, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGolem(newWorld(t, 10_000, ether(1_000)), everything)
			g.recovery, g.paid, g.cause = c.recovery, c.paid, c.cause
			g.dying = func() { g.dead(0) }
			if c.paid > 0 {
				g.ticks = 100
			}
			w := g.lives().hold()
			if l, named := w.left("everything"); !named || l.Value != "unknown" || len(w.executed()) != 0 {
				t.Errorf("%v, left %+v", w.executed(), w.Settlement.Stranded)
			}
			if took := g.took(lifecycle.Settlement); took < c.limit || took > c.limit+time.Minute {
				t.Errorf("it took %s, the limit is %s", took, c.limit)
			}
			if end := g.born.Add(c.paid - 15*time.Second); c.paid > 0 && g.passed[lifecycle.Settlement].After(end) {
				t.Errorf("it settled until %s, its time was over at %s", g.passed[lifecycle.Settlement], end)
			}
			if kept := c.recovery == ""; w.Wallet.KeyKept != kept {
				t.Errorf("the testament says that the key was kept: %t", w.Wallet.KeyKept)
			}
			if w.fault("settlement") == "" {
				t.Error("the settlement is told as if it had gone well")
			}
			if g.proxy.Spoilt() < c.spoilt {
				t.Errorf("only %d requests were spoilt", g.proxy.Spoilt())
			}
		})
	}
}
