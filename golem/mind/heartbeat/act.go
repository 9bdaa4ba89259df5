package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/wire"
)

// actor takes the action under way through steps 5 to 8, one step at a time.
type actor struct {
	notes   *notes
	hands   Hands
	machine *fsm.Machine
	ears    *ears
	senses  *senses
	plan    *plan
}

// simulate is step 5. What another layer than the simulation refuses is refused by the
// step after it.
func (a *actor) simulate(ctx context.Context) fsm.Event {
	act := a.plan.last()
	if a.plan.failedBefore() {
		act.Preview.Refusal = &turn.Refusal{Layer: layerHeartbeat, Code: wire.CodeExecutionNoRetry, Detail: "the same action failed in this tick and is not tried again"}
		return a.refused(act.Preview.Refusal)
	}
	preview, err := a.hands.Preview(ctx, act.Proposal)
	if err != nil {
		act.Preview.Refusal = &turn.Refusal{Layer: layerHeartbeat, Code: wire.CodeExecutionPreviewFailed, Detail: codeOf(err)}
		return a.broken("simulating", err)
	}
	act.Preview = preview
	if r := preview.Refusal; r != nil && (r.Layer == layerSimulate || r.Layer == layerHeartbeat) {
		return a.refused(r)
	}
	return fsm.Simulated
}

// validate is step 6: what the hands permit stands unless a severe steer overtakes it.
// Then its permit is cancelled and the decision asked again.
func (a *actor) validate(ctx context.Context) fsm.Event {
	act := a.plan.last()
	if r := act.Preview.Refusal; r != nil {
		return a.refused(r)
	}
	if effect, _ := a.ears.listen(ctx); effect != fsm.Drops {
		return fsm.Permitted
	}
	act.Status = turn.StatusCancelled
	if err := a.hands.Cancel(ctx, act.Preview.PermitID, "steer"); err != nil {
		return a.broken("validating", err)
	}
	return fsm.Dropped
}

// refused goes back to the decision, which sees the reason.
func (a *actor) refused(r *turn.Refusal) fsm.Event {
	a.notes.announce(wire.SystemGateRejection{Gate: r.Layer, Reason: string(r.Code)})
	return fsm.Refused
}

// broken ends the plan after a fault of ours.
func (a *actor) broken(stage string, err error) fsm.Event {
	a.notes.failed(stage, err)
	return fsm.Recover
}

// execute is step 7. After an error the outcome is unknown, and the action is
// pending until someone finds out.
func (a *actor) execute(ctx context.Context) fsm.Event {
	act := a.plan.last()
	act.Status = turn.StatusPending
	execution, err := a.hands.Commit(ctx, act.Preview.PermitID)
	if err != nil {
		return a.broken("executing", err)
	}
	act.Execution, act.Status = &execution, execution.Status
	if effect, _ := a.ears.listen(ctx); effect == fsm.Cancels {
		a.plan.stop(layerSteer)
	}
	a.tell(act)
	return fsm.Committed
}

// tell says what became of an action. A refusal or an outcome that is not the expected
// one restricts the rest of the plan.
func (a *actor) tell(act *turn.Action) {
	switch {
	case act.Status == turn.StatusFailed:
		a.notes.announce(actionFailure(act))
	case act.Status == turn.StatusExecuted && act.Execution.Verified:
	case act.Status == turn.StatusExecuted:
		a.notes.fault("verifying", kindVerify, "receipt and balances do not agree with the preview")
		a.plan.stop(layerChain)
		a.machine.Restrict()
	default:
		if r := act.Execution.Refusal; r != nil {
			a.notes.announce(wire.SystemGateRejection{Gate: r.Layer, Reason: string(r.Code)})
		}
		a.machine.Restrict()
	}
}

// verify is step 8: it looks at what the action left, and whether the plan may go on
// from there.
func (a *actor) verify(ctx context.Context) fsm.Event {
	if a.machine.Substate() != fsm.Normal {
		return fsm.Verified
	}
	if err := a.senses.look(ctx); err != nil {
		a.plan.stop(layerHeartbeat)
		a.notes.failed("verifying", err)
		return fsm.Verified
	}
	return fsm.Again
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
