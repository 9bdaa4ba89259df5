package descent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
)

// closing is how everything is closed at L3: by a trigger, as a rule would, and not as a death.
// Record, report and the answers to why need nothing new for it.
type closing struct {
	Sale
	tried int64 // when it was asked for last; 0: try now
}

// next is the trigger that closes everything, where there is something to close and the
// last try is over.
func (c *closing) next(seen turn.Reading, fall turn.Value, now int64) (turn.Trigger, bool) {
	c.show(seen)
	if !holds(seen) || c.tried != 0 && now-c.tried < again {
		return turn.Trigger{}, false
	}
	c.tried = now
	return turn.Trigger{Rule: play.Emergency, Kind: "stop", Text: "L3: close all (safety §15.3)", Values: []turn.Value{fall, c.value()}}, true
}

// ended takes in what became of a step. Nothing that was refused costs anything, so it is
// tried again at once, smaller where it was too much for the market. What was executed says
// that the rest goes too; what failed on the chain is waited for.
func (c *closing) ended(act *turn.Action) {
	switch act.Status {
	case turn.StatusBlocked:
		c.tried = 0
		c.refused(act)
	case turn.StatusExecuted:
		c.tried = 0
		c.went(act)
	}
}

// holds reports whether there is anything to close: a position, a loan or a deposit, or an
// asset that somebody buys and that is worth more than one token of the numeraire.
func holds(r turn.Reading) bool {
	for i := range r.Lending {
		if !r.Lending[i].Idle() {
			return true
		}
	}
	return len(r.Positions) > 0 || dearest(&r) > 0
}
