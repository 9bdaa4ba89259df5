package heartbeat

import "bardo.run/bardo/golem/host/turn"

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

// The layers that stop a trigger before any action exists.
const (
	layerGate        = "gate"
	layerDeliberator = "deliberator"
	layerChain       = "chain"
	layerSteer       = "steer"
)

// outcomes fills in what became of each trigger: an action belongs to it when
// its cause is the trigger's rule.
func (h *Heartbeat) outcomes() {
	c := &h.cycle
	for i := range c.triggers {
		t := &c.triggers[i]
		executed, last := 0, (*turn.Action)(nil)
		for j := range c.actions {
			a := &c.actions[j]
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
		t.Outcome, t.Layer = h.outcome(last, executed)
		if c.cut != "" && t.Outcome == OutcomeExecuted && last == &c.actions[len(c.actions)-1] {
			t.Outcome, t.Layer = OutcomePartial, c.cut
		}
	}
}

func (h *Heartbeat) outcome(last *turn.Action, executed int) (outcome, layer string) {
	g := &h.cycle.gating
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
