package play

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// later is how long lies between two tries to close what the owner wants closed, in
// milliseconds, where all that was left was refused.
const later = 5 * 60_000

// selling names the sale of an asset among what was refused.
func selling(t turn.Token) string { return "sell " + t.Handle() }

// closeAll closes all there is, for a cause, and sells every asset but the numeraire then. An emergency
// finds out by itself what the market takes. What did not go in an earlier tick comes behind
// the rest, so that it keeps nothing else.
func closeAll(cause string, from turn.Origin, halved uint) *job {
	leave, recall := rule.Action{Verb: rule.Withdraw}, rule.Action{Verb: rule.Recall}
	j := newJob(cause, duty{
		origin: from, name: "close all", kind: rule.Stop, optional: true,
		undivided: cause == Emergency, closes: true, halved: halved,
	}, leave, recall, rule.Action{Verb: rule.Sell, Share: rule.Whole, Of: rule.OfPosition}, leave, recall)
	j.tasks[2].every = true
	j.tasks[3].behind, j.tasks[4].behind = true, true
	return j
}

// closing is what is known of closing all there is: what did not go, and whether the owner
// waits for it.
type closing struct {
	steer   string   // by which the owner closes everything, until that is done
	refused []string // what did not go in earlier ticks, the oldest first
	fresh   []string // likewise in this one
	unmet   bool     // this one was too short: what is left may go at once
}

// begin remembers nothing of what was before a word of the owner.
func (c *closing) begin(steer string) { c.steer, c.refused, c.fresh = steer, nil, nil }

// refuse notes that something did not go, and went that it did.
func (c *closing) refuse(id string) {
	c.went(id)
	c.fresh = append(c.fresh, id)
}

func (c *closing) went(id string) {
	is := func(x string) bool { return x == id }
	c.refused, c.fresh = slices.DeleteFunc(c.refused, is), slices.DeleteFunc(c.fresh, is)
}

// remember begins a tick: it takes what the last one refused behind what was before, and
// forgets what there is no more.
func (c *closing) remember(w wallet) {
	c.refused = slices.DeleteFunc(append(c.refused, c.fresh...), func(id string) bool { return !w.closable(id) })
	c.fresh, c.unmet = nil, false
}

// again is how long to wait until what is left is tried again; ok is false where nothing is.
func (c *closing) again(begun bool) (wait int64, ok bool) {
	switch {
	case c.unmet || begun:
		return apart, true
	case len(c.refused)+len(c.fresh) > 0:
		return later, true
	}
	return 0, false
}
