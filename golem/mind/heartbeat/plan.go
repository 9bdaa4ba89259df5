package heartbeat

import (
	"bytes"

	"bardo.run/bardo/golem/host/turn"
)

// The outcomes of a trigger. Stopped and Partial name in Layer what stopped it;
// Held means that the deliberator saw the trigger and did not act on it.
const (
	OutcomeExecuted   = "executed"
	OutcomePartial    = "partial" // steps of its plan were executed, and then it was cut off
	OutcomeStopped    = "stopped"
	OutcomeFailed     = "failed"
	OutcomePending    = "pending"
	OutcomeHeld       = "held"
	OutcomeSuppressed = "suppressed" // the gate gave no thought
)

// The layers that the heartbeat itself names: where a trigger stops before any action
// exists, and what refuses an action or cuts a plan off.
const (
	layerGate        = "gate"
	layerDeliberator = "deliberator"
	layerChain       = "chain"
	layerSteer       = "steer"
	layerHeartbeat   = "heartbeat"
	layerSimulate    = "simulation"
)

// plan is what a tick does, action by action, and what cut it off.
type plan struct {
	actions []turn.Action
	cut     string // the layer that cut it off, if one did
}

// begin starts a tick, in which nothing has been done yet.
func (p *plan) begin() { *p = plan{} }

// propose adds an action, blocked until something comes of it.
func (p *plan) propose(proposal turn.Proposal) {
	p.actions = append(p.actions, turn.Action{Proposal: proposal, Status: turn.StatusBlocked})
}

// last returns the action under way.
func (p *plan) last() *turn.Action { return &p.actions[len(p.actions)-1] }

// stop notes which layer cut the plan off.
func (p *plan) stop(layer string) { p.cut = layer }

// failedBefore reports whether the very action under way was tried in this tick and did
// not succeed: there is no automatic retry (heartbeat §2, error table).
func (p *plan) failedBefore() bool {
	body := p.last().Proposal.Body
	for i := range p.actions[:len(p.actions)-1] {
		if p.actions[i].Status == turn.StatusFailed && bytes.Equal(p.actions[i].Proposal.Body, body) {
			return true
		}
	}
	return false
}

// outcomes fills in what became of each trigger under a gating: an action belongs to it
// when its cause is the trigger's rule.
func (p *plan) outcomes(triggers []turn.Trigger, g turn.Gating) {
	for i := range triggers {
		t := &triggers[i]
		executed, last := 0, (*turn.Action)(nil)
		for j := range p.actions {
			a := &p.actions[j]
			if a.Proposal.Cause != t.Rule {
				continue
			}
			last = a
			if a.Status == turn.StatusExecuted {
				executed++
			}
			if id := a.Preview.PermitID; id != "" {
				t.Permits = append(t.Permits, id)
			}
		}
		t.Outcome, t.Layer = outcome(last, executed, g)
		if p.cut != "" && t.Outcome == OutcomeExecuted && last == p.last() {
			t.Outcome, t.Layer = OutcomePartial, p.cut
		}
	}
}

func outcome(last *turn.Action, executed int, g turn.Gating) (outcome, layer string) {
	switch {
	case last == nil && g.Reason == reasonInference:
		return OutcomeStopped, layerDeliberator
	case last == nil && g.Tier == turn.T0 && len(g.Ceilings) > 0:
		return OutcomeSuppressed, g.Ceilings[len(g.Ceilings)-1]
	case last == nil && g.Tier == turn.T0:
		return OutcomeSuppressed, layerGate
	case last == nil:
		return OutcomeHeld, layerDeliberator
	case last.Status == turn.StatusExecuted:
		return OutcomeExecuted, ""
	case executed > 0:
		return OutcomePartial, layerOf(last)
	case last.Status == turn.StatusFailed:
		return OutcomeFailed, layerChain
	case last.Status == turn.StatusPending:
		return OutcomePending, layerChain
	default:
		return OutcomeStopped, layerOf(last)
	}
}

// layerOf names what stopped an action.
func layerOf(a *turn.Action) string {
	switch {
	case a.Preview.Refusal != nil:
		return a.Preview.Refusal.Layer
	case a.Execution != nil && a.Execution.Refusal != nil:
		return a.Execution.Refusal.Layer
	case a.Status == turn.StatusCancelled:
		return layerSteer
	default:
		return layerChain
	}
}
