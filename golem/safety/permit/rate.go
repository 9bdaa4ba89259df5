package permit

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// How many calls a model may make in a rolling minute: previews, which read, and commits,
// which write.
//
// spec: safety §14
const (
	readsPerMinute  = 300
	writesPerMinute = 60
	minute          = 60_000 // milliseconds
)

// calls are the times of the last calls of a kind, in unix milliseconds.
type calls struct {
	most int
	at   []int64
}

// flooded counts a call of an origin, and refuses what comes too often. Rules, owner and
// settlement are neither counted nor held up: no flood of a model's keeps them from a way
// out (S-7).
func (c *calls) flooded(by turn.Origin, now int64) *turn.Refusal {
	if by != turn.OriginModel {
		return nil
	}
	recent := c.at[:0]
	for _, at := range c.at {
		if at > now-minute {
			recent = append(recent, at)
		}
	}
	if c.at = recent; len(c.at) >= c.most {
		return stop(wire.CodeSafetyRateLimit, fmt.Sprintf("a model made %d calls within a minute, more are not heard", c.most))
	}
	c.at = append(c.at, now)
	return nil
}
