package permit

import (
	"context"
	"errors"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/wire"
)

// judge says what stands against an action on what is held now, and writes the permit of
// one that nothing stands against. It keeps nothing of what it was asked.
type judge struct {
	cfg       Config
	tools     func(tool string) (tier.Row, bool)
	cage      *cage.Cage
	life      Life
	simulator Simulator
	gate      Gate // it and the next three may be missing, as in Parts
	books     Books
	risk      Assessor
	approvals Approvals
}

// judged is what an action is judged on. A model's word that it is a move of a route counts for nothing.
func (j *judge) judged(a grammar.Action, from turn.Proposal, now int64) cage.Case {
	if from.Origin == turn.OriginModel {
		from.Route = nil
	}
	state := j.life.State()
	return cage.Case{
		Action: a, Route: from.Route, Seen: state.Positions().Reading, Phase: state.Vitality().Phase,
		Drawdown: state.Positions().Drawdown, Regime: state.Heartbeat().Regime, Now: now,
		Dying: state.Vitality().Dying != "", Standing: state.Standing(),
	}
}

// sound refuses what opens a risk while money is missing that no order explains: whoever
// took it may take more, and the books are no measure of what is there (S-10).
func (j *judge) sound(k cage.Case) *turn.Refusal {
	if j.books == nil || !k.Opens() {
		return nil
	}
	if why := j.books.Missing(); why != "" {
		return &turn.Refusal{Layer: LayerBooks, Code: wire.CodeSafetyUnexplained, Detail: why}
	}
	return nil
}

func (j *judge) afterSimulation(k cage.Case, s turn.Simulation) *turn.Refusal {
	if !s.Success {
		return j.failed(k, s)
	}
	return j.cage.After(k, s)
}

// failed refuses what reverted when it was simulated. Where a limit on losses made it, that is
// the cage's refusal.
func (j *judge) failed(k cage.Case, s turn.Simulation) *turn.Refusal {
	if s.Limit == cage.CodeLoss {
		return j.cage.Reverted(k, said(s.Revert))
	}
	return &turn.Refusal{Layer: LayerSimulator, Code: wire.CodeSafetySimulationFailed, Detail: said(s.Revert)}
}

// simulate refuses an action whose outcome nobody could tell: the simulation exceeded its
// limits (chain §7.7), or could not be made. It refuses exits too: without a simulation no one
// knows their gas and their minimum, and an endpoint that cannot simulate cannot send either
// (safety §15.5). The error is the journal's last word.
func (j *judge) simulate(ctx context.Context, a grammar.Action) (turn.Simulation, *turn.Refusal, error) {
	s, err := j.simulator.Simulate(ctx, a)
	if err == nil || journal.IsFinal(err) {
		return s, nil, err
	}
	r := &turn.Refusal{Layer: LayerSimulator, Code: wire.CodeExecutionSimUnavailable, Detail: err.Error()}
	if errors.Is(err, journal.NewFailure(string(wire.CodeExecutionSimTimeout), "")) {
		r.Code = wire.CodeExecutionSimTimeout
	}
	return s, r, nil
}

// permit writes a permit of what was judged and simulated at a tick.
func (j *judge) permit(id string, tick uint64, k cage.Case, s turn.Simulation) Permit {
	return Permit{
		ID: id, State: Created, Action: k.Action, Params: k.Action.Hash(), Policy: j.cage.Digest(k.Seen), Simulation: s, Phase: k.Phase,
		CreatedAt: k.Now, ExpiresAt: k.Now + j.cfg.TTL, Tick: tick, Epoch: j.life.Epoch(), judged: k,
	}
}
