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
	switch n, all := inHour(c.sent, k.Now), inHour(c.sent, k.Now)+inHour(c.second, k.Now); {
	case all >= Governor:
		return refuse(CodeRate, "%d orders in the last hour, more than %d are never sent", all, Governor)
	case n >= c.policy.PerHour && k.Opens() && c.follows(k) == nil:
		return refuse(CodeRate, "%d orders in the last hour, the limit for opening is %d; closing goes on to %d", n, c.policy.PerHour, Governor)
	}
	return nil
}

// Sent counts what went to the chain, whatever becomes of it.
func (c *Cage) Sent(k Case) {
	to := &c.sent
	if c.follows(k) != nil {
		to = &c.second
	}
	*to = append(slices.DeleteFunc(*to, func(at int64) bool { return at <= k.Now-hour }), k.Now)
}

func inHour(sent []int64, now int64) (n int) {
	for _, at := range sent {
		if at > now-hour {
			n++
		}
	}
	return n
}
