package tape

import (
	"context"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// Foresight runs actions on a fork; world/tool has it.
type Foresight interface {
	Simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error)
	Head(ctx context.Context) (turn.Block, error)
}

// Simulator is the permit desk's Simulator through the journal.
type Simulator struct {
	Journal   *journal.Journal
	Foresight Foresight `image:"-"` // nil in a replay
}

// Simulate asks for the outcome of an action on the latest block.
func (s Simulator) Simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error) {
	return journal.Take(s.Journal, journal.KindSimulation, a.Canonical(), func() (turn.Simulation, error) {
		return s.Foresight.Simulate(ctx, a)
	})
}

// Head asks for the latest block.
func (s Simulator) Head(ctx context.Context) (turn.Block, error) {
	return journal.Take(s.Journal, journal.KindBalance, "head", func() (turn.Block, error) { return s.Foresight.Head(ctx) })
}
