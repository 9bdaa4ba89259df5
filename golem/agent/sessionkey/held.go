package sessionkey

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/grant"
)

// Held is what a journal says of the keys of its Golem. The zero values are those of the
// birth: Key is its own and there was no other Grant.
type Held struct {
	Key  common.Address // that acts, where it took over from another
	Next common.Address // that is made and waits for a grant
	// Promised says that a grant for Next was heard: from then on coin may go to that key.
	Promised bool
	Grant    *grant.Grant // heard last for the key that acts
	Taken    []common.Address
}

// ReadHeld reads it from the journal of the life in dir, which may not be there yet. whole is false
// where the journal is damaged: then it is what its sound part says, and what is wrong is
// for the start to tell.
func ReadHeld(dir string) (h Held, whole bool) {
	if _, err := os.Stat(filepath.Join(dir, home.JournalDir)); errors.Is(err, fs.ErrNotExist) {
		return h, true
	}
	for e, err := range checkpoint.Heard(dir) {
		if err != nil {
			return h, false
		}
		h.take(e)
	}
	return h, true
}

func (h *Held) take(e journal.Entry) {
	switch {
	case e.Failure != nil:
	case e.Kind == journal.KindKey:
		var g grant.Grant
		if e.Decode(&g) != nil {
			return
		}
		h.Key, h.Next, h.Promised, h.Grant = g.Key(), common.Address{}, false, &g
		h.Taken = append(h.Taken, g.Key())
	case e.Kind == journal.KindWord:
		h.hear(e)
	}
}

func (h *Held) hear(e journal.Entry) {
	l, err := owner.Read(e)
	if err != nil {
		return
	}
	switch w := l.Word.(type) {
	case owner.Key:
		h.Promised = h.Promised && w.Need.Next == h.Next
		h.Next = w.Need.Next
	case owner.Grant:
		if w.Grant.Key() == h.Next {
			h.Promised = true
		} else {
			h.Grant = &w.Grant
		}
	}
}
