package cage

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// rated is a cage of the shipped rate in which so many orders went out, a minute apart,
// up to noon.
func rated(orders int) *Cage {
	p := limits()
	p.PerHour = 20
	c := New(p)
	for i := range orders {
		c.Sent(Case{Now: noon - int64(orders-i)*60_000})
	}
	return c
}

// spec: safety §14 — the 21st transaction within 3,600 s → SAFETY_RATE_LIMIT; a close or
// withdrawal is still admitted up to the hard governor of 50.
func TestTheTwentyFirstOrderOfAnHourMayNotOpen(t *testing.T) {
	opening := []grammar.Action{buy(), provide()}
	closing := []grammar.Action{sell(), leave(7)}
	for orders, want := range map[int][2]bool{19: {true, true}, 20: {false, true}, 49: {false, true}, 50: {false, false}} {
		c := rated(orders)
		for i, actions := range [][]grammar.Action{opening, closing} {
			for _, a := range actions {
				k := Case{Action: a, Seen: seen(), Now: noon}
				k.Seen.Positions = held(7)
				if r := c.Before(k); (r == nil) != want[i] || r != nil && r.Code != CodeRate {
					t.Errorf("%s as order %d of the hour: %+v, allowed should be %v", a.Kind, orders+1, r, want[i])
				}
			}
		}
	}
}

// spec: safety §14 — the hour rolls: an order counts for 3,600 s, to the millisecond.
func TestAnOrderLeavesTheRateAfterAnHour(t *testing.T) {
	for ago, want := range map[int64]bool{hour - 1: false, hour: true} {
		c := rated(19)
		c.sent[0] = noon - 1
		c.sent = append([]int64{noon - ago}, c.sent...)
		if r := c.Before(Case{Action: buy(), Seen: seen(), Now: noon}); (r == nil) != want {
			t.Errorf("with one of 20 orders %d ms ago: %+v", ago, r)
		}
	}
}

// spec: safety §7.4 — HWM 100,000, NAV 87,000 → 1,300 bps, allowed; NAV 86,999.99 → floor
// 1,300, still allowed; NAV 86,990 → 1,301, violated.
func TestADrawdownIsViolatedAboveItsLimit(t *testing.T) {
	for nav, want := range map[float64]bool{87_000: true, 86_999.99: true, 86_990: false, 0: true} {
		var at turn.Positions
		for block, equity := range []float64{100_000, 100_000, 100_000, nav} {
			at.Take(turn.Reading{Block: turn.Block{Number: uint64(block)}, Assets: []turn.Asset{{Value: equity}}})
		}
		k := Case{Action: buy(), Seen: seen(), Now: noon, Drawdown: at.Drawdown}
		if r := rated(0).Before(k); (r == nil) != want || r != nil && r.Code != CodeDrawdown {
			t.Errorf("at %v, %s: %+v", nav, at.Drawdown, r)
		}
	}
}
