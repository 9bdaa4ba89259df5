package home

import (
	"errors"
	"fmt"
)

// ErrForgot means that the journal is not the one that the manifest was written
// behind. A Golem that went on would not know what it had sent.
var ErrForgot = errors.New("home: the journal does not hold what the manifest knows")

// Within checks that a journal of so many entries still holds everything that
// the manifest was written behind (runtime §15). A journal that goes on behind it
// is one of a process that was killed. hash returns the hash over the first n
// entries.
func (m Manifest) Within(entries uint64, hash func(n uint64) ([32]byte, error)) error {
	if entries < m.JournalSeq {
		return fmt.Errorf("%w: of %d entries, %d are left", ErrForgot, m.JournalSeq, entries)
	}
	got, err := hash(m.JournalSeq)
	if err != nil {
		return err
	}
	if got != m.JournalHash {
		return fmt.Errorf("%w: its first %d entries are others", ErrForgot, m.JournalSeq)
	}
	return nil
}
