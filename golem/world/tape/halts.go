package tape

import (
	"bardo.run/bardo/golem/host/halt"
	"bardo.run/bardo/golem/host/journal"
)

// Brake is who may halt a Golem and let it go on; halt.File looks for the word of one.
type Brake interface {
	// Halt returns the last word there is, and whether there is any.
	Halt() (halt.Word, bool)
}

// Halts is a Brake through the journal: each word is heard once, at the look that found
// it.
type Halts struct {
	journal *journal.Journal
	brake   Brake // nil in a replay, and where nobody can halt anything
	looks   uint64
	heard   halt.Word
}

// NewHalts returns the words of an owner.
func NewHalts(j *journal.Journal, brake Brake) *Halts { return &Halts{journal: j, brake: brake} }

// Next looks, and returns a word that was not heard before, and whether there is one. An
// error is the journal's.
func (h *Halts) Next() (halt.Word, bool, error) {
	h.looks++
	got, there, err := journal.Arrived(h.journal, journal.KindHalt, h.looks, h.ask)
	if there {
		h.heard = got
	}
	return got, there, err
}

func (h *Halts) ask() (halt.Word, bool, error) {
	if h.brake == nil {
		return halt.Word{}, false, nil
	}
	got, there := h.brake.Halt()
	return got, there && got != h.heard, nil
}
