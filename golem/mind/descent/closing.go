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

	ways   uint // the most markets that buy one asset
	passed uint // those that refused it
	missed bool // the next one did, too
}

// next is the trigger that closes everything, where there is something to close and the
// last try is over.
func (c *closing) next(seen turn.Reading, fall turn.Value, now int64) (turn.Trigger, bool) {
	c.show(seen)
	if !holds(seen) || c.tried != 0 && now-c.tried < again {
		return turn.Trigger{}, false
	}
	if c.tried, c.ways = now, ways(&seen); c.missed {
		c.passed, c.missed = (c.passed+1)%max(1, c.ways), false
	}
	values := []turn.Value{fall, c.value()}
	if c.passed > 0 {
		values = append(values, turn.Value{Name: play.Passed, Value: float64(c.passed), Unit: "markets"})
	}
	return turn.Trigger{Rule: play.Emergency, Kind: "stop", Text: "L3: close all (safety §15.3)", Values: values}, true
}

// ways are the most markets that buy one of the assets that can be sold.
func ways(r *turn.Reading) (most uint) {
	for i := 1; i < len(r.Assets); i++ {
		n := uint(0)
		for j := range r.Markets {
			if r.Assets[i].Value >= 1 && r.Markets[j].Trades(r.Assets[i].Token.Address, r.Numeraire().Address) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// ended takes in what became of a step. Nothing that was refused costs anything, so it is
// tried again at once, in the next market, and smaller where it was too much for the last. What was executed says
// that the rest goes too; what failed on the chain is waited for.
func (c *closing) ended(act *turn.Action) {
	switch act.Status {
	case turn.StatusBlocked:
		c.tried, c.missed = 0, c.missed || act.Preview.Kind == swap
		if c.passed+1 >= c.ways {
			c.refused(act)
		}
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
