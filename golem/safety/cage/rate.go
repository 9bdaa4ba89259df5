package cage

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// Governor is how many orders a rolling hour may hold, those that close among them, and
// no configuration lifts it (safety §14).
const Governor = 50

// rated refuses what comes too often: an order that opens a risk from the owner's limit
// on, any order from the governor on. The settlement of a death is never held up: its
// own time and budget bound it (S-7).
func (c *Cage) rated(k Case) *turn.Refusal {
	if k.Dying {
		return nil
	}
	switch n, all := c.orders(k.Now), c.sentInHour(k.Now); {
	case all >= Governor:
		return refuse(CodeRate, "%d orders in the last hour, more than %d are never sent", all, Governor)
	case n >= c.policy.PerHour && k.Opens() && c.carried(k) < 0:
		return refuse(CodeRate, "%d orders in the last hour, the limit for opening is %d; closing goes on to %d", n, c.policy.PerHour, Governor)
	}
	return nil
}

// Sent counts an order that went to the chain at a time, whatever becomes of it.
func (c *Cage) Sent(now int64) {
	c.sent = append(slices.DeleteFunc(c.sent, func(at int64) bool { return at <= now-hour }), now)
}

func (c *Cage) sentInHour(now int64) (n int) {
	for _, at := range c.sent {
		if at > now-hour {
			n++
		}
	}
	return n
}
