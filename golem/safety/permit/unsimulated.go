package permit

import (
	"errors"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// unsimulated refuses an action whose outcome nobody could tell: the simulation
// exceeded its limits (chain §7.7), or could not be made.
func unsimulated(err error) *turn.Refusal {
	r := &turn.Refusal{Layer: LayerSimulator, Code: "EXECUTION_SIM_UNAVAILABLE", Detail: err.Error()}
	if errors.Is(err, journal.NewFailure("EXECUTION_SIM_TIMEOUT", "")) {
		r.Code = "EXECUTION_SIM_TIMEOUT"
	}
	return r
}
