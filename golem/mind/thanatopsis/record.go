package thanatopsis

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// record is what the settlement tried, in order, and what became of it.
type record struct {
	life  func() Life
	deeds []Deed
}

// note appends what was tried, and what the wallet was worth before it. The deed that it
// returns may be written to until the next is noted.
func (r *record) note(s step, a turn.Action, before float64) *Deed {
	life, nth := r.life(), 1
	for _, d := range r.deeds {
		if d.What == s.what {
			nth++
		}
	}
	r.deeds = append(r.deeds, Deed{
		Key: fmt.Sprintf("%s/%d/%s/%d", life.GolemID, life.Ticks, s.what, nth), What: s.what, Class: s.class,
		Value: worth(s.value), Action: a, value: s.value, before: before,
	})
	return &r.deeds[len(r.deeds)-1]
}

// learn notes what became of earlier steps.
func (r *record) learn(known []turn.Execution) {
	for _, x := range known {
		for i := range r.deeds {
			if a := &r.deeds[i].Action; a.Preview.PermitID == x.PermitID {
				a.Execution, a.Status = &x, x.Status
			}
		}
	}
}

// since are the actions from the n-th on.
func (r *record) since(n int) (actions []turn.Action) {
	for _, d := range r.deeds[n:] {
		actions = append(actions, d.Action)
	}
	return actions
}

func (r *record) executedSince(n int) bool {
	for _, d := range r.deeds[n:] {
		if d.Action.Status == turn.StatusExecuted {
			return true
		}
	}
	return false
}

// byHand is an advice for a thing, behind that of its order whose outcome is unknown.
func (r *record) byHand(what, advice string) string {
	for _, d := range r.deeds {
		if d.about(what) && d.Action.Status == turn.StatusPending {
			return "look for that order before anything else, and only where it never came, " + advice
		}
	}
	return advice
}

// failed says why the last step for a thing that failed did; other where none was taken.
func (r *record) failed(what, other string) string {
	for _, d := range r.deeds {
		if d.about(what) && d.Action.Status != turn.StatusExecuted {
			other = why(d.Action)
		}
	}
	return other
}

// simulated is the last simulation of a step for a thing; nil: there was none.
func (r *record) simulated(what string) (last *turn.Simulation) {
	for _, d := range r.deeds {
		if s := d.Action.Preview.Simulation; s != nil && d.about(what) {
			last = s
		}
	}
	return last
}

// told is what was tried as the testament has it, without what stays.
func (r *record) told() Settlement {
	s := Settlement{Actions: []Deed{}}
	settled, gas := 0.0, money.USDC(0)
	for _, d := range r.deeds {
		d = d.told()
		s.Actions = append(s.Actions, d)
		if x := d.Action.Execution; x != nil {
			gas += x.Cost
		}
		if d.Success {
			settled += d.value
		} else {
			s.Failures++
		}
	}
	s.Settled, s.Gas = worth(settled), gas.String()
	return s
}
