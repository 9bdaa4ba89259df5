package tape

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/safety/rotation"
)

// ring is due from a look on, and lets a key take over after so many attempts.
type ring struct {
	from, looks int
	next        common.Address
	fails       int
	taken       []common.Address
}

func (r *ring) Due(_ rotation.Key, _ int64, known rotation.Need) (rotation.Need, bool) {
	if r.looks++; r.looks < r.from || known.Next == r.next {
		return known, false
	}
	return rotation.Need{Reason: rotation.Age, Next: r.next}, true
}

func (r *ring) Succeed(_ context.Context, g grant.Grant) error {
	if r.fails--; r.fails >= 0 {
		return errors.New("the endpoint is away")
	}
	r.taken = append(r.taken, g.Key())
	return nil
}

func granted(key common.Address) grant.Grant {
	return grant.Grant{Mode: grant.LocalKey, Delegation: delegation.Delegation{Delegate: key, Delegator: common.Address{9}}}
}

// rotated lives ten ticks of a Golem whose key is replaced, and says at which it was due
// and at which another took over.
func rotated(t *testing.T, k *Keys) (due, taken int) {
	t.Helper()
	var need rotation.Need
	for tick := range 10 {
		n, there, err := k.Due(rotation.Key{}, int64(tick), need)
		if err != nil {
			t.Fatal(err)
		}
		if there {
			need, due = n, tick
		}
		if need.Next == (common.Address{}) || taken != 0 {
			continue
		}
		if err := k.Succeed(t.Context(), granted(need.Next)); err == nil {
			taken = tick
		} else if failure := (*journal.Failure)(nil); !errors.As(err, &failure) {
			t.Fatal(err)
		}
	}
	return due, taken
}

// spec: provisioning §9.1: a rotation is in the journal, so that a replay comes to it at
// the same look without a keyring, and the next start reads from it which key acts.
func TestARotationIsReplayedWhereItHappened(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	if h, whole := ReadHeld(dir); !whole || h.Key != (common.Address{}) {
		t.Errorf("before the birth: %+v", h)
	}
	next := common.Address{7}
	j := open(t, dir, journal.Record)
	r := &ring{from: 4, next: next, fails: 2}
	if due, taken := rotated(t, NewKeys(j, r)); due != 3 || taken != 5 || len(r.taken) != 1 {
		t.Fatalf("due at %d, taken over at %d, %v", due, taken, r.taken)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []journal.Mode{journal.Replay, journal.Resume} {
		j := open(t, dir, mode)
		idle := &ring{from: 100}
		if due, taken := rotated(t, NewKeys(j, idle)); due != 3 || taken != 5 || len(idle.taken) != 0 {
			t.Errorf("mode %v: due at %d, taken over at %d, %v", mode, due, taken, idle.taken)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if h, whole := ReadHeld(dir); !whole || h.Key != next || h.Next != (common.Address{}) || h.Grant == nil || h.Grant.Key() != next {
		t.Errorf("it reads %+v", h)
	}
}

// A journal that was cut off says what its sound part says, and that it is not whole: no
// keystore is unknown on its word.
func TestADamagedJournalIsNoWordOnKeys(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	j := open(t, dir, journal.Record)
	rotated(t, NewKeys(j, &ring{from: 2, next: common.Address{7}}))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	segments, err := filepath.Glob(filepath.Join(dir, "*.seg"))
	if err != nil || len(segments) != 1 {
		t.Fatal(segments, err)
	}
	text, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-3] ^= 0xff
	if err := os.WriteFile(segments[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	if h, whole := ReadHeld(dir); whole || h.Next != (common.Address{7}) || h.Key != (common.Address{}) {
		t.Errorf("whole %v, %+v", whole, h)
	}
}

// waiting hands out a need, and then what came instead of it.
type waiting struct{ needs []rotation.Need }

func (w *waiting) Due(_ rotation.Key, _ int64, known rotation.Need) (rotation.Need, bool) {
	if len(w.needs) == 0 {
		return known, false
	}
	need := w.needs[0]
	w.needs = w.needs[1:]
	return need, true
}

func (w *waiting) Succeed(context.Context, grant.Grant) error { return nil }

// offer is a Grantor with one grant.
type offer struct{ g grant.Grant }

func (o offer) Grant(_ context.Context, known []common.Hash, _ common.Address) (grant.Grant, bool) {
	return o.g, known[len(known)-1] != o.g.Delegation.Hash()
}

// spec: provisioning §9.1: from when a grant for the next key is on record coin may be with
// it. One for the key in force promises nothing, another next key has nothing yet, and the
// one that took over waits for nothing.
func TestAGrantOnRecordIsAPromiseToTheNextKey(t *testing.T) {
	first, lost, next := common.Address{1}, common.Address{7}, common.Address{8}
	lives := func(do func(j *journal.Journal)) Held {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "journal")
		j := open(t, dir, journal.Record)
		do(j)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		h, whole := ReadHeld(dir)
		if !whole {
			t.Fatal("the journal is not whole")
		}
		return h
	}
	hears := func(j *journal.Journal, g grant.Grant) {
		t.Helper()
		if _, there, err := NewGrants(j, offer{g}, granttest.Signed(t, first, 0)).Next(t.Context(), next); err != nil || !there {
			t.Fatalf("heard: %v, %v", there, err)
		}
	}
	needs := func(j *journal.Journal, all ...common.Address) *Keys {
		t.Helper()
		w := &waiting{}
		for _, a := range all {
			w.needs = append(w.needs, rotation.Need{Reason: rotation.Age, Next: a})
		}
		k := NewKeys(j, w)
		for range all {
			if _, there, err := k.Due(rotation.Key{}, 0, rotation.Need{}); err != nil || !there {
				t.Fatalf("due: %v, %v", there, err)
			}
		}
		return k
	}
	for _, c := range []struct {
		name     string
		do       func(j *journal.Journal)
		next     common.Address
		promised bool
	}{
		{"made", func(j *journal.Journal) { needs(j, next) }, next, false},
		{"the old one renewed", func(j *journal.Journal) { needs(j, next); hears(j, granttest.Signed(t, first, 1)) }, next, false},
		{"granted to", func(j *journal.Journal) { needs(j, next); hears(j, granttest.Signed(t, next, 1)) }, next, true},
		{"granted to, and said again", func(j *journal.Journal) { needs(j, next); hears(j, granttest.Signed(t, next, 1)); needs(j, next) }, next, true},
		{"another in place of one that is lost", func(j *journal.Journal) { needs(j, next); hears(j, granttest.Signed(t, next, 1)); needs(j, lost) }, lost, false},
		{"took over", func(j *journal.Journal) {
			k := needs(j, next)
			hears(j, granttest.Signed(t, next, 1))
			if err := k.Succeed(t.Context(), granttest.Signed(t, next, 1)); err != nil {
				t.Fatal(err)
			}
		}, common.Address{}, false},
	} {
		if h := lives(c.do); h.Next != c.next || h.Promised != c.promised {
			t.Errorf("%s: it reads %+v", c.name, h)
		}
	}
}
