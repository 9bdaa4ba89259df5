package descent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// hold is how many looks in a row a condition must be false before its level is left,
// failing how many orders in a row must fail for L2, and sure how many looks in a row must
// show a fall beyond the emergency: a pool can be bent for a block, and an emergency would
// sell into it.
const hold, failing, sure = 10, 3, 3

// cooldown is how long a fall that stopped openings must be over, in milliseconds (safety
// §15.2).
const cooldown = 3_600_000

// Signs are what one look shows. Shares are 0 to 1; Trigger and Emergency are falls of
// the equity from its peak, of which the second is 0 where there is none.
type Signs struct {
	Credit   float64 // left of the credit
	Resource float64 // left of the partition that has least
	Cost     float64 // of the day's cap that is spent
	Drawdown money.BPS

	Trigger, Emergency money.BPS
	Volatile           bool  // the market is: both hold at seven tenths
	Now                int64 // unix milliseconds of the life's clock
}

// The causes of a level.
const (
	Credit   = "credit"
	Resource = "resource"
	Cost     = "cost"
	Failures = "failures"
	Drawdown = "drawdown"
)

// Ladder remembers on which rungs a Golem stands. The zero value is at L0; it belongs to
// the goroutine that ticks.
type Ladder struct {
	rungs  [turn.LevelStopped + 1]rung
	failed int // orders that failed, one behind the other
	deep   int // looks that showed an emergency, one behind the other
}

// rung is one level's condition: whether it counts, why, for how many looks it has been
// false, and until when it holds at least.
type rung struct {
	on    bool
	cause string
	clear int
	until int64
}

// Ended takes in how an order ended on the chain.
func (l *Ladder) Ended(well bool) {
	if l.failed++; well {
		l.failed = 0
	}
}

// Look takes in what one tick shows, and returns where the Golem stands now.
func (l *Ladder) Look(s Signs) turn.Standing {
	why := l.conditions(s)
	for i := range l.rungs {
		r := &l.rungs[i]
		switch {
		case why[i] != "":
			*r = rung{on: true, cause: why[i]}
			if why[i] == Drawdown {
				r.until = s.Now + cooldown
			}
		case turn.Level(i) != turn.LevelStopped:
			if r.clear++; r.clear >= hold && s.Now >= r.until {
				*r = rung{}
			}
		}
	}
	return l.standing()
}

// Resume is the owner's word that L3 is over, and what is below it need not cool down.
// Whatever led to it may lead to it again.
func (l *Ladder) Resume() turn.Standing {
	l.rungs[turn.LevelStopped], l.deep = rung{}, 0
	for i := range l.rungs {
		l.rungs[i].until = 0
	}
	return l.standing()
}

func (l *Ladder) standing() turn.Standing {
	s := turn.Standing{Slow: l.rungs[turn.LevelSlow].on}
	for i, r := range l.rungs {
		if r.on {
			s.Level, s.Cause = turn.Level(i), r.cause
		}
	}
	return s
}

// conditions are the causes of the levels whose entry condition holds. Failures count
// once: nothing is opened at the level they lead to, so nothing could go well there.
func (l *Ladder) conditions(s Signs) (why [turn.LevelStopped + 1]string) {
	trigger, emergency := s.bounds()
	set := func(at turn.Level, cause string, met bool) {
		if met {
			why[at] = cause
		}
	}
	set(turn.LevelFrugal, Cost, s.Cost > 0.8)
	set(turn.LevelSlow, Resource, s.Resource < 0.2)
	set(turn.LevelSlow, Credit, s.Credit < 0.3)
	set(turn.LevelWatching, Credit, s.Credit < 0.2)
	if l.failed >= failing {
		l.failed = 0
		set(turn.LevelWatching, Failures, true)
	}
	set(turn.LevelWatching, Drawdown, trigger > 0 && s.Drawdown > trigger)
	set(turn.LevelStopped, Credit, s.Credit < 0.05)
	if l.deep++; emergency == 0 || s.Drawdown <= emergency {
		l.deep = 0
	}
	set(turn.LevelStopped, Drawdown, l.deep >= sure)
	return why
}
