package tape

import (
	"context"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/price"
)

// Eyes is what can be read of a chain; world/chain has it.
type Eyes interface {
	Observe(ctx context.Context) (turn.Reading, error)
	Glance(ctx context.Context) (turn.Glance, error)
}

// Market is the heartbeat's Market through the journal.
type Market struct {
	Journal *journal.Journal
	Eyes    Eyes `image:"-"` // nil in a replay
	// Memory is what assets were worth in the readings before; nil: nothing is remembered.
	Memory *price.Memory
	// Shown is told of each reading, in a replay too: a signer that prices what it signs goes
	// by it. Nil where there is none.
	Shown func(turn.Reading)
}

// Observe is one pinned reading of the latest block.
func (m Market) Observe(ctx context.Context) (turn.Reading, error) {
	return m.shown(journal.Take(m.Journal, journal.KindReading, nil, func() (turn.Reading, error) { return m.Eyes.Observe(ctx) }))
}

// Looker is Eyes that can read without taking note of a reorg.
type Looker interface {
	Look(ctx context.Context) (turn.Reading, error)
}

// Look is a reading between two ticks, of which no record tells. A reorg that it shows is
// left to the next Observe, where the eyes can do that.
func (m Market) Look(ctx context.Context) (turn.Reading, error) {
	return m.shown(journal.Take(m.Journal, journal.KindBalance, "look", func() (turn.Reading, error) {
		if eyes, ok := m.Eyes.(Looker); ok {
			return eyes.Look(ctx)
		}
		return m.Eyes.Observe(ctx)
	}))
}

func (m Market) shown(r turn.Reading, err error) (turn.Reading, error) {
	if err == nil && m.Memory != nil {
		m.Memory.Doubt(&r)
	}
	if err == nil && m.Shown != nil {
		m.Shown(r)
	}
	return r, err
}

// Glance is the small read of a gamma tick.
func (m Market) Glance(ctx context.Context) (turn.Glance, error) {
	return journal.Take(m.Journal, journal.KindGlance, nil, func() (turn.Glance, error) { return m.Eyes.Glance(ctx) })
}
