// Package chronicle is the audit as a living Golem keeps it: what is taken down, how much of
// it a restart brings back, and when its head is anchored on the chain.
//
// spec: safety §12
package chronicle

import (
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/capability"
)

// Clock is the time of the life, unix milliseconds.
type Clock interface {
	// Last is the newest reading, without taking another.
	Last() int64
}

// Life is what a record is stamped by.
type Life struct {
	Journal *journal.Journal
	Clock   Clock
	State   *turn.State
	Born    int64 // unix milliseconds; nothing is older
}

// Chronicle takes down what happens. Behind the end of a journal nothing is taken down: it
// would not come again. It belongs to the goroutine that ticks.
type Chronicle struct {
	life  Life
	trail *audit.Trail // nil: nothing is taken down
	noted uint64       // entries of the journal at the last record
	firm  audit.Mark   // at the newest of them
	over  bool         // the life is, and nothing comes again
}

// New begins a chronicle at its first record. keeper takes the records; nil: nothing is
// taken down.
func New(life Life, keeper audit.Keeper) *Chronicle {
	c := &Chronicle{life: life}
	if keeper != nil {
		c.trail = audit.NewTrail(keeper)
	}
	return c
}

// Note takes an event down. It implements permit.Audit.
func (c *Chronicle) Note(e audit.Event) error {
	if c.trail == nil || c.life.Journal.Err() != nil {
		return nil
	}
	if entries := c.life.Journal.Seq(); entries != c.noted {
		c.noted, c.firm = entries, c.trail.Mark()
	}
	return c.trail.Note(max(c.life.Clock.Last(), c.life.Born), c.life.State.Heartbeat().Tick, e)
}

// Tell takes an event down. That it could not be is said by Err, which ends the tick.
func (c *Chronicle) Tell(e audit.Event) { _ = c.Note(e) }

// Err is why nothing more is taken down; nil while it is. Nothing may be decided behind it.
func (c *Chronicle) Err() error {
	if c.trail == nil {
		return nil
	}
	return c.trail.Err()
}

// Limited takes down that other limits hold than before; zero is before the birth.
func (c *Chronicle) Limited(from, now capability.Digest) { c.Tell(audit.PolicyChanged(from, now)) }

// Close says that the life is over: everything taken down stands.
func (c *Chronicle) Close() { c.over = true }

// Firm is how far the chain will come again whatever happens to the process: to the newest
// entry of the journal, behind which a restart may come between; and to the end of a life
// that is over.
func (c *Chronicle) Firm() audit.Mark {
	switch {
	case c.trail == nil:
		return audit.Mark{}
	case !c.over && c.life.Journal.Seq() == c.noted:
		return c.firm
	}
	return c.trail.Mark()
}
