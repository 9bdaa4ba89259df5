package permit

import (
	"context"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// committable re-checks everything a permit froze (heartbeat §14.2). A permit
// that fails is final afterwards. An error is the journal's last word: nothing was
// judged.
func (d *Desk) committable(ctx context.Context, id string) (Permit, *turn.Refusal, error) {
	p, known := d.book.Find(id)
	if !known {
		return p, stop(wire.CodePermitNotActive, "permit "+id+" is not open"), nil
	}
	now := d.life.Now()
	if now >= p.ExpiresAt || p.Epoch != d.life.Epoch() {
		d.finish(id, Expired, "expired")
		return p, stop(wire.CodePermitExpired, "the permit's time is over"), nil
	}
	var err error
	refusal := d.writes.flooded(p.Proposal.Origin, now)
	if refusal == nil {
		refusal = d.unchanged(ctx, p, now)
	}
	if refusal == nil {
		p, refusal, err = d.judge.rejudged(ctx, p, now)
	}
	if refusal != nil {
		d.finish(id, Cancelled, string(refusal.Code))
	}
	return p, refusal, err
}

func (d *Desk) unchanged(ctx context.Context, p Permit, now int64) *turn.Refusal {
	state := d.life.State()
	switch {
	case d.life.Halted() != "":
		return stop(wire.CodeSafetyHalted, d.life.Halted())
	case p.Action.Hash() != p.Params:
		return stop(wire.CodePermitParamsChanged, "the action is not the one that was previewed")
	case p.Policy != d.cage.Digest(state.Positions().Reading):
		return stop(wire.CodePermitPolicyChanged, "the policy changed since the preview")
	case p.judged.Opens() && state.Vitality().Phase > p.Phase:
		return stop(wire.CodePhaseChanged, "phase "+state.Vitality().Phase.String()+" is worse than at the preview")
	}
	if r := d.Orders.waiting(); r != nil {
		return r
	}
	if r := d.judge.sound(p.judged); r != nil {
		return r
	}
	call := &turn.ToolCall{Tool: ToolCommit, Tick: state.Heartbeat().Tick, Now: now, Kind: string(p.Action.Kind), PermitID: p.ID, State: state}
	return d.hooks.ToolCall(ctx, call)
}

// rejudged asks the cage again, on what is held now and with everything that was
// committed since the preview (heartbeat §14.2): of two permits that fit a limit
// one by one, the second may not fit it any more. The permit it returns is bound
// to the preview still, and carries what it was judged on last.
func (j *judge) rejudged(ctx context.Context, p Permit, now int64) (Permit, *turn.Refusal, error) {
	p.judged = j.judged(p.Action, p.Proposal, now)
	if r := j.cage.Before(p.judged); r != nil {
		return p, r, nil
	}
	s, refusal, err := j.fresh(ctx, p)
	if refusal != nil || err != nil {
		return p, refusal, err
	}
	// What became dearer counts in full, what became cheaper as it was asked for.
	p.Simulation.Value = max(p.Simulation.Value, s.Value)
	s.Value = p.Simulation.Value
	if r := j.cage.After(p.judged, s); r != nil {
		return p, r, nil
	}
	if r := j.cage.CheckLoss(p.judged, p.Simulation); r != nil { // which its minimum is bound to
		return p, r, nil
	}
	if _, r := j.assessed(p.judged, s, p.Proposal.Cause, p.ID); r != nil {
		return p, r, nil
	}
	refusal, err = j.witnessed(ctx, p, s)
	return p, refusal, err
}

// fresh returns the permit's simulation while its block is the newest, else a new
// one, which may diverge by the tolerance in each token (safety §4.3).
func (j *judge) fresh(ctx context.Context, p Permit) (turn.Simulation, *turn.Refusal, error) {
	head, err := j.simulator.Head(ctx)
	if err == nil && head.Hash == p.Simulation.Block.Hash {
		return p.Simulation, nil, nil
	}
	if journal.IsFinal(err) {
		return turn.Simulation{}, nil, err
	}
	again, refusal, err := j.simulate(ctx, p.Action)
	if refusal != nil || err != nil {
		return again, refusal, err
	}
	if !again.Success {
		return again, j.failed(p.judged, again), nil
	}
	if !Agree(p.Simulation.Deltas, again.Deltas, j.cfg.Tolerance) {
		return again, stop(wire.CodeSafetySimulationDiverged, "the outcome moved by more than "+j.cfg.Tolerance.String()), nil
	}
	return again, nil, nil
}

// Agree reports whether every token's change in got is within tolerance of the
// one in want, relative to want, and no other token changed.
func Agree(want, got []turn.Delta, tolerance money.BPS) bool {
	if len(want) != len(got) {
		return false
	}
	for _, w := range want {
		i := slices.IndexFunc(got, func(g turn.Delta) bool { return g.Token == w.Token && g.Out == w.Out })
		if i < 0 || !near(&w.Units, &got[i].Units, tolerance) {
			return false
		}
	}
	return true
}

func near(want, got *uint256.Int, tolerance money.BPS) bool {
	gap := new(uint256.Int)
	if want.Gt(got) {
		gap.Sub(want, got)
	} else {
		gap.Sub(got, want)
	}
	left, over := new(uint256.Int).MulOverflow(gap, uint256.NewInt(uint64(money.Whole)))
	right, overRight := new(uint256.Int).MulOverflow(want, uint256.NewInt(uint64(tolerance)))
	return !over && (overRight || !left.Gt(right))
}

func stop(code wire.Code, detail string) *turn.Refusal {
	return &turn.Refusal{Layer: LayerPermit, Code: code, Detail: detail}
}
