package descent

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
)

// reducing is how what is at risk is reduced before it comes to an emergency, one step a
// tick (heartbeat §15 layer 1).
type reducing struct {
	Sale
	line   Line
	tried  int64 // when a step was asked for that nothing is known of yet; 0: none
	passed int   // holdings that were refused since the last step that went
}

// look takes in what one tick shows, and reports whether a descent began, which is tried
// whole again.
func (d *reducing) look(s Signs) (began bool) {
	was := d.line.On()
	began = d.line.Look(s) && !was
	if began {
		d.passed, d.halved = 0, 0
	}
	return began
}

// next is the trigger of the next step, where one is due.
func (d *reducing) next(seen turn.Reading, s Signs, now int64) (turn.Trigger, bool) {
	d.show(seen)
	if !d.line.On() {
		return turn.Trigger{}, false
	}
	atRisk := play.AtRisk(seen)
	most, over := d.line.Most(atRisk)
	if !over || d.tried != 0 && now-d.tried < again {
		return turn.Trigger{}, false
	}
	d.tried = now
	most = math.Floor(most*1e6) / 1e6
	return turn.Trigger{
		Rule: play.Reduction, Kind: "stop", Text: fmt.Sprintf("reduce what is at risk, the largest first, before the emergency at %s (heartbeat §15)", s.Closes()),
		Values: []turn.Value{
			{Name: "drawdown", Value: float64(d.line.Fall()), Unit: "bps"},
			{Name: "at_risk", Value: atRisk, Unit: "quote"},
			{Name: play.Most, Value: most, Unit: "quote"},
			{Name: play.Rank, Value: float64(d.passed), Unit: "holdings"},
			d.value(),
		},
	}, true
}

// ended takes in what became of a step. What was refused cost nothing: the next tick tries
// less, where it was too much for the market, or another holding. What failed on the chain
// is waited for.
func (d *reducing) ended(act *turn.Action) {
	switch act.Status {
	case turn.StatusExecuted:
		d.tried, d.passed = 0, 0
		d.went(act)
	case turn.StatusBlocked:
		if d.tried = 0; !d.refused(act) {
			d.passed++
		}
	}
}
