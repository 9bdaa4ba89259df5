package cage

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// spec: chain §2, check: head 22 s old → 11 blocks → swap refused, what closes is
// admitted. safety §25.7.
func TestAStaleHeadRefusesOpeningAndAdmitsClosing(t *testing.T) {
	limits := limits()
	limits.MaxBehind = 10
	for _, at := range []struct {
		lag    turn.Lag
		refuse string
	}{
		{turn.Lag{Behind: 10}, ""},
		{turn.Lag{Behind: 11}, "11 blocks behind, the limit is 10"},
		{turn.Lag{Ahead: 3600}, "3600 s in the future"},
	} {
		c, now := New(limits), seen()
		now.Lag, now.Positions = at.lag, []turn.Position{{ID: "7"}}
		for _, a := range []grammar.Action{buy(), provide()} {
			r := c.Before(Case{Action: a, Seen: now, Now: noon})
			if got := r != nil && r.Code == CodeStale && strings.Contains(r.Detail, at.refuse); got != (at.refuse != "") {
				t.Errorf("%+v: %s before its simulation: %+v", at.lag, a.Kind, r)
			}
		}
		for _, a := range []grammar.Action{sell(), leave(7)} {
			k := Case{Action: a, Seen: now, Now: noon}
			says(t, c.Before(k), "", "%+v: %s before its simulation", at.lag, a.Kind)
			says(t, c.After(k, turn.Simulation{Success: true, Lag: at.lag}), "", "%+v: %s after its simulation", at.lag, a.Kind)
		}
	}
}

// The head may fall behind between the reading and the simulation, and at the commit.
func TestAHeadThatFellBehindSinceRefusesToo(t *testing.T) {
	limits := limits()
	limits.MaxBehind = 10
	s := spent(100e6, 5e16)
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	if r := New(limits).After(k, s); r != nil {
		t.Fatalf("in step: %+v", r)
	}
	s.Lag.Behind = 11
	if r := New(limits).After(k, s); r == nil || r.Code != CodeStale {
		t.Errorf("behind: %+v", r)
	}
}
