package home

import "fmt"

// Found is what a boot finds in a directory.
type Found struct {
	Manifest    *Manifest // nil: none that is whole
	JournalSeq  uint64    // entries of the journal
	JournalHash [32]byte
	Ticks       uint64 // ticks with a record: the next tick's number
	Boots       uint64 // boot entries of the journal
}

// Start is what a boot has to do (runtime §15).
type Start struct {
	Epoch       uint64
	NextTick    uint64
	Resumed     bool // not the first boot: the first tick is at least T1
	ResumeDeath bool
	Warnings    []string
}

// Decide applies the restart rules. The tick number comes from the records and
// not from the checkpoint; a dying Golem never returns to life; a manifest that
// claims more than the journal holds is reported.
func Decide(f Found) Start {
	s := Start{Epoch: f.Boots + 1, NextTick: f.Ticks, Resumed: f.Boots > 0}
	m := f.Manifest
	if m == nil {
		if s.Resumed {
			s.Warnings = append(s.Warnings, "no manifest: rebuilt from the journal")
		}
		return s
	}
	s.Epoch = max(s.Epoch, m.Epoch+1)
	s.ResumeDeath = m.State == "terminal"
	switch {
	case m.JournalSeq > f.JournalSeq:
		s.Warnings = append(s.Warnings, fmt.Sprintf("the manifest knows %d journal entries, %d are left: the tail was lost", m.JournalSeq, f.JournalSeq))
	case m.JournalSeq == f.JournalSeq && m.JournalHash != f.JournalHash:
		s.Warnings = append(s.Warnings, "the journal's head is not the one the manifest knows")
	}
	return s
}
