package agent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
)

// Bound is what a limit on losses, or a price feed that is silent or missing, kept a tick from.
type Bound struct {
	Tick uint64
	Code string
	Why  string // what happened, what still works, and when it ends
}

// Bound returns the newest; zero where there was none.
func (a *Agent) Bound() Bound { return a.bound }

// heed notes what of a record an owner has to hear of.
func (a *Agent) heed(r *turn.Record) {
	for i := range r.Actions {
		refused := r.Actions[i].Preview.Refusal
		if x := r.Actions[i].Execution; x != nil && x.Refusal != nil {
			refused = x.Refusal
		}
		if refused != nil && refused.Layer == cage.Layer && (refused.Code == cage.CodeLoss || refused.Code == cage.CodeUnpriced) {
			a.bound = Bound{r.Tick, string(refused.Code), refused.Detail}
		}
	}
}
