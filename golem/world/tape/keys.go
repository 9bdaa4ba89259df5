package tape

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
)

// Keyring is who keeps the keys that act under a grant, and makes others.
type Keyring interface {
	// Due holds a key against the policy. Where it is due it makes another, and returns
	// that need; there is false where nothing is new beside what is needed already. A next
	// key that is lost, and that no grant was heard for, may be replaced by another.
	Due(k rotation.Key, now int64, known rotation.Need) (need rotation.Need, there bool)
	// Succeed has everything outside act by the key of a grant, and read under it.
	Succeed(ctx context.Context, g grant.Grant) error
}

// Keys is a Keyring through the journal: what became due, and who took over.
type Keys struct {
	journal *journal.Journal
	keyring Keyring // nil in a replay, and where no key is ever replaced
	looks   uint64
}

// NewKeys returns the rotations of a life.
func NewKeys(j *journal.Journal, keyring Keyring) *Keys { return &Keys{journal: j, keyring: keyring} }

// Passing is what the journal holds of a rotation: a need, or that its key took over.
type Passing struct {
	Need  rotation.Need `cbor:"1,keyasint,omitzero"`
	Taken grant.Grant   `cbor:"2,keyasint,omitzero"`
}

// Due looks whether the key has to be replaced, and returns a need that was not heard
// before, and whether there is one. An error is the journal's.
func (k *Keys) Due(key rotation.Key, now int64, known rotation.Need) (rotation.Need, bool, error) {
	k.looks++
	p, there, err := journal.Arrived(k.journal, journal.KindKey, []any{"due", k.looks}, func() (Passing, bool, error) {
		if k.keyring == nil {
			return Passing{}, false, nil
		}
		need, there := k.keyring.Due(key, now, known)
		return Passing{Need: need}, there, nil
	})
	return p.Need, there, err
}

// Succeed puts the grant of another key in force. Once it returns without an error that
// key is the Golem's, whatever happens to the process. A *journal.Failure says that it is
// not, and may be tried again.
func (k *Keys) Succeed(ctx context.Context, g grant.Grant) error {
	_, err := journal.Take(k.journal, journal.KindKey, []any{"succeed", g.Delegation.Hash()}, func() (Passing, error) {
		if k.keyring == nil {
			return Passing{}, errors.New("no key is kept here")
		}
		return Passing{Taken: g}, k.keyring.Succeed(ctx, g)
	})
	if err != nil {
		return err
	}
	return k.journal.Sync() // no key is ended before this is durable
}

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

// ReadHeld reads it from the journal in dir, which may not be there yet. whole is false
// where the journal is damaged: then it is what its sound part says, and what is wrong is
// for the start to tell.
func ReadHeld(dir string) (h Held, whole bool) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return h, true
	}
	r, err := journal.Read(dir)
	if err != nil {
		return h, false
	}
	defer r.Close()
	for e, err := range r.Entries(0) {
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
		var p Passing
		if e.Decode(&p) != nil {
			return
		}
		if key := p.Taken.Key(); key != (common.Address{}) {
			h.Key, h.Next, h.Promised, h.Grant = key, common.Address{}, false, &p.Taken
			h.Taken = append(h.Taken, key)
			return
		}
		h.Promised = h.Promised && p.Need.Next == h.Next
		h.Next = p.Need.Next
	case e.Kind == journal.KindNote:
		g, ok := Granted(e)
		switch {
		case !ok:
		case g.Key() == h.Next:
			h.Promised = true
		default:
			h.Grant = &g
		}
	}
}

// Granted returns the grant that an entry of the journal holds, if it holds one.
func Granted(e journal.Entry) (g grant.Grant, ok bool) {
	if e.Kind != journal.KindNote || e.Failure != nil || e.Decode(&g) != nil {
		return g, false
	}
	return g, g.Check() == nil
}
