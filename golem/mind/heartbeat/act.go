package heartbeat

import (
	"bytes"
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/wire"
)

// The layers of what the heartbeat itself refuses.
const (
	layerHeartbeat = "heartbeat"
	layerSimulate  = "simulation"
)

// act takes one proposal through steps 5 to 8. It reports whether the
// deliberation goes on; when not, the machine is at reflection.
func (h *Heartbeat) act(ctx context.Context, p turn.Proposal) bool {
	h.fire(fsm.Proposed)
	h.cycle.actions = append(h.cycle.actions, turn.Action{Proposal: p, Status: turn.StatusBlocked})
	a := &h.cycle.actions[len(h.cycle.actions)-1]
	if h.failedBefore(p) {
		a.Preview.Refusal = &turn.Refusal{Layer: layerHeartbeat, Code: wire.CodeExecutionNoRetry, Detail: "the same action failed in this tick and is not tried again"}
		return h.refused(a)
	}
	preview, err := h.ports.Hands.Preview(ctx, p)
	if err != nil {
		a.Preview.Refusal = &turn.Refusal{Layer: layerHeartbeat, Code: wire.CodeExecutionPreviewFailed, Detail: codeOf(err)}
		return h.broken("simulating", err)
	}
	a.Preview = preview
	if preview.Refusal != nil {
		return h.refused(a)
	}
	h.fire(fsm.Simulated)
	effect, ok := h.listen(ctx)
	if !ok {
		return false
	}
	if effect == fsm.Drops {
		return h.drop(ctx, a)
	}
	return h.execute(ctx, a)
}

// failedBefore reports whether this very action was tried in this tick and did
// not succeed: there is no automatic retry (heartbeat §2, error table).
func (h *Heartbeat) failedBefore(p turn.Proposal) bool {
	done := h.cycle.actions
	for i := range done[:len(done)-1] {
		if done[i].Status == turn.StatusFailed && bytes.Equal(done[i].Proposal.Body, p.Body) {
			return true
		}
	}
	return false
}

// refused goes back to the decision, which sees the reason.
func (h *Heartbeat) refused(a *turn.Action) bool {
	r := a.Preview.Refusal
	h.announce(wire.SystemGateRejection{Gate: r.Layer, Reason: string(r.Code)})
	if r.Layer != layerSimulate && r.Layer != layerHeartbeat {
		h.fire(fsm.Simulated)
	}
	h.fire(fsm.Refused)
	return true
}

// drop cancels a permit that a severe steer overtook and asks again.
func (h *Heartbeat) drop(ctx context.Context, a *turn.Action) bool {
	a.Status = turn.StatusCancelled
	if err := h.ports.Hands.Cancel(ctx, a.Preview.PermitID, "steer"); err != nil {
		return h.broken("validating", err)
	}
	h.fire(fsm.Dropped)
	h.hear()
	return true
}

// broken ends the deliberation after a fault of ours.
func (h *Heartbeat) broken(stage string, err error) bool {
	if !h.failed(stage, err) {
		h.fire(fsm.Recover)
	}
	return false
}

// execute is step 7. After an error the outcome is unknown, and the action is
// pending until someone finds out.
func (h *Heartbeat) execute(ctx context.Context, a *turn.Action) bool {
	h.fire(fsm.Permitted)
	a.Status = turn.StatusPending
	execution, err := h.ports.Hands.Commit(ctx, a.Preview.PermitID)
	if err != nil {
		return h.broken("executing", err)
	}
	a.Execution, a.Status = &execution, execution.Status
	effect, ok := h.listen(ctx)
	if !ok {
		return false
	}
	if effect == fsm.Cancels {
		h.cycle.cut = layerSteer
	}
	return h.verify(ctx, a)
}

// verify is step 8: it tells what became of the action and whether the plan may
// go on from it. A refusal or an outcome that is not the expected one restricts
// the rest of the plan.
func (h *Heartbeat) verify(ctx context.Context, a *turn.Action) bool {
	switch {
	case a.Status == turn.StatusFailed:
		h.announce(actionFailure(a))
	case a.Status == turn.StatusExecuted && a.Execution.Verified:
	case a.Status == turn.StatusExecuted:
		h.fault("verifying", kindVerify, "receipt and balances do not agree with the preview")
		h.cycle.cut = layerChain
		h.machine.Restrict()
	default:
		if r := a.Execution.Refusal; r != nil {
			h.announce(wire.SystemGateRejection{Gate: r.Layer, Reason: string(r.Code)})
		}
		h.machine.Restrict()
	}
	h.fire(fsm.Committed)
	if h.machine.Substate() != fsm.Normal || !h.look(ctx) {
		if h.cycle.final == nil {
			h.fire(fsm.Verified)
		}
		return false
	}
	h.fire(fsm.Again)
	return true
}

func actionFailure(a *turn.Action) wire.SystemActionFailure {
	failure := wire.SystemActionFailure{PermitID: a.Preview.PermitID, RevertReason: "reverted"}
	if a.Execution.TxHash != [32]byte{} {
		failure.TxHash = wire.Some(a.Execution.TxHash.Hex())
	}
	if r := a.Execution.Refusal; r != nil {
		failure.RevertReason = string(r.Code)
	}
	return failure
}

// look reads the chain again, so that the next step sees what this one left.
func (h *Heartbeat) look(ctx context.Context) bool {
	reading, _, err := h.ask(ctx)
	if err != nil {
		h.cycle.cut = layerHeartbeat
		h.failed("verifying", err)
		return false
	}
	h.cycle.current.Reading = reading
	h.noteReading(&reading)
	h.write.Positions.Edit(func(p *turn.Positions) { p.Take(reading) })
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) { s.Observation = h.cycle.current })
	return true
}
