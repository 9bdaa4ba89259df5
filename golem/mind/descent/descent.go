package descent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/internal/money"
)

// Descent is a Golem's way down. The zero value has seen nothing; it belongs to the
// goroutine that ticks.
type Descent struct {
	ladder   Ladder
	reducing reducing
	closing  closing
	level    turn.Level
}

// Look takes in what one tick shows. It returns how far the Golem is degraded, and whether
// it began to reduce what is at risk.
func (d *Descent) Look(s Signs) (now turn.Standing, began bool) {
	now = d.stands(d.ladder.Look(s))
	return now, d.reducing.look(s)
}

// Resume is the owner's word that ends an emergency, and the hour behind a fall.
func (d *Descent) Resume() turn.Standing { return d.stands(d.ladder.Resume()) }

// stands notes a level. An emergency that begins is tried whole, and at once.
func (d *Descent) stands(s turn.Standing) turn.Standing {
	if s.Level == turn.LevelStopped && d.level != turn.LevelStopped {
		d.closing.tried, d.closing.halved, d.closing.passed, d.closing.missed = 0, 0, 0, false
	}
	d.level = s.Level
	return s
}

// Next is the trigger that comes before every rule, where one is due: at L3 everything is
// closed, before it what is at risk is reduced.
func (d *Descent) Next(seen turn.Reading, s Signs, now int64) (turn.Trigger, bool) {
	if d.level == turn.LevelStopped {
		return d.closing.next(seen, turn.Value{Name: "drawdown", Value: float64(s.Drawdown), Unit: "bps"}, now)
	}
	return d.reducing.next(seen, s, now)
}

// Fall is the fall of the equity that counts: the least of the last looks'.
func (d *Descent) Fall() money.BPS { return d.reducing.line.Fall() }

// Ended takes in what became of an order, and reports whether it was a reduction that went.
func (d *Descent) Ended(act *turn.Action) (reduced bool) {
	if act.Status == turn.StatusExecuted || act.Status == turn.StatusFailed {
		d.ladder.Ended(act.Status == turn.StatusExecuted)
	}
	switch act.Proposal.Cause {
	case play.Emergency:
		d.closing.ended(act)
	case play.Reduction:
		d.reducing.ended(act)
		return act.Status == turn.StatusExecuted
	}
	return false
}
