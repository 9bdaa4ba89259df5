package permit

import (
	"errors"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// unsimulated refuses an action whose outcome nobody could tell: the simulation
// exceeded its limits (chain §7.7), or could not be made.
func unsimulated(err error) *turn.Refusal {
	r := &turn.Refusal{Layer: LayerSimulator, Code: wire.CodeExecutionSimUnavailable, Detail: err.Error()}
	if errors.Is(err, journal.NewFailure(string(wire.CodeExecutionSimTimeout), "")) {
		r.Code = wire.CodeExecutionSimTimeout
	}
	return r
}
