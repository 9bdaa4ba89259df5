package tape

import (
	"errors"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/mortality"
)

// Dice roll for the stochastic clock; mortality.Dice do.
type Dice interface {
	Roll(tick uint64) (mortality.Roll, error)
	Reveal() ([32]byte, error)
}

// Fate is the lifespan's Fate through the journal: a roll is thrown once, whatever
// is restarted, and the secret is written down with the testament, not before. So a
// journal tells what was rolled, and nothing of what will be.
type Fate struct {
	Journal *journal.Journal
	Dice    Dice `image:"-"` // nil in a replay
}

var errNoDice = errors.New("this life has a stochastic clock and nobody here can roll for it")

// Roll is the roll of a tick.
func (f Fate) Roll(tick uint64) (mortality.Roll, error) {
	return journal.Take(f.Journal, journal.KindRoll, tick, func() (mortality.Roll, error) {
		if f.Dice == nil {
			return 0, errNoDice
		}
		return f.Dice.Roll(tick)
	})
}

// Reveal is the secret of the rolls, at death.
func (f Fate) Reveal() ([32]byte, error) {
	return journal.Take(f.Journal, journal.KindReveal, nil, func() ([32]byte, error) {
		if f.Dice == nil {
			return [32]byte{}, errNoDice
		}
		return f.Dice.Reveal()
	})
}
