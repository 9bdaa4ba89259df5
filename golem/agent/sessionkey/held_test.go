package sessionkey

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/chain"
)

// shy is a keyring whose key takes over after so many attempts.
type shy struct {
	fails int
	taken []common.Address
}

func (*shy) Due(_ rotation.Key, _ int64, known rotation.Need) (rotation.Need, bool) {
	return known, false
}
func (*shy) Signer(common.Address) chain.Signer { return nil }
func (*shy) Retire(common.Address) error        { return nil }

func (s *shy) Succeed(_ context.Context, g grant.Grant) error {
	if s.fails--; s.fails >= 0 {
		return errors.New("the endpoint is away")
	}
	s.taken = append(s.taken, g.Key())
	return nil
}

// written is the journal of a life: the words that it heard, and then the key that took
// over, unless that is zero. It returns the journal's folder.
func written(t *testing.T, mode journal.Mode, dir string, r Keyring, over *grant.Grant, words ...owner.Word) string {
	t.Helper()
	j, err := journal.Open(dir, journal.Options{Mode: mode, Boot: 1})
	if err != nil {
		t.Fatal(err)
	}
	voice := &ownertest.Voice{}
	voice.Say(words...)
	in := owner.NewInbox(owner.Ports{Journal: j, Letters: []owner.Source{voice}, Now: func() int64 { return 0 }, Tick: func() uint64 { return 0 }})
	if err := in.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	k := New(nil, 0, Ports{Journal: j, Ring: r})
	for over != nil {
		err := k.takeOver(t.Context(), *over)
		if err == nil {
			break
		}
		if failure := (*journal.Failure)(nil); !errors.As(err, &failure) {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func due(next common.Address) owner.Word {
	return owner.Key{Need: rotation.Need{Reason: rotation.Age, Next: next}}
}

// spec: provisioning §9.1: a rotation is in the journal, so that a replay comes to it
// without a keyring, and the next start reads from it which key acts.
func TestWhoActsIsReadFromTheJournal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	if h, whole := ReadHeld(filepath.Dir(dir)); !whole || h.Key != (common.Address{}) {
		t.Errorf("before the birth: %+v", h)
	}
	next := common.Address{7}
	g, r := granttest.Signed(t, next, 1), &shy{fails: 2}
	written(t, journal.Record, dir, r, &g, due(next))
	if len(r.taken) != 1 {
		t.Fatalf("taken over by %v", r.taken)
	}
	for _, mode := range []journal.Mode{journal.Replay, journal.Resume} {
		idle := &shy{}
		if written(t, mode, dir, idle, &g); len(idle.taken) != 0 {
			t.Errorf("mode %v: it asked for %v", mode, idle.taken)
		}
	}
	if h, whole := ReadHeld(filepath.Dir(dir)); !whole || h.Key != next || h.Next != (common.Address{}) || h.Grant == nil || h.Grant.Key() != next {
		t.Errorf("it reads %+v", h)
	}
}

// A journal that was cut off says what its sound part says, and that it is not whole: no
// keystore is unknown on its word.
func TestADamagedJournalIsNoWordOnKeys(t *testing.T) {
	next := common.Address{7}
	g := granttest.Signed(t, next, 1)
	dir := written(t, journal.Record, filepath.Join(t.TempDir(), "journal"), &shy{}, &g, due(next))
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
	if h, whole := ReadHeld(filepath.Dir(dir)); whole || h.Next != next || h.Key != (common.Address{}) {
		t.Errorf("whole %v, %+v", whole, h)
	}
}

// spec: provisioning §9.1: from when a grant for the next key is on record coin may be with
// it. One for the key in force promises nothing, another next key has nothing yet, and the
// one that took over waits for nothing.
func TestAGrantOnRecordIsAPromiseToTheNextKey(t *testing.T) {
	first, lost, next := common.Address{1}, common.Address{7}, common.Address{8}
	old, renewed := owner.Grant{Grant: granttest.Signed(t, first, 1)}, owner.Grant{Grant: granttest.Signed(t, next, 1)}
	for name, c := range map[string]struct {
		words    []owner.Word
		over     bool
		next     common.Address
		promised bool
	}{
		"made":                                 {words: []owner.Word{due(next)}, next: next},
		"the old one renewed":                  {words: []owner.Word{due(next), old}, next: next},
		"granted to":                           {words: []owner.Word{due(next), renewed}, next: next, promised: true},
		"granted to, and said again":           {words: []owner.Word{due(next), renewed, due(next)}, next: next, promised: true},
		"another in place of one that is lost": {words: []owner.Word{due(next), renewed, due(lost)}, next: lost},
		"took over":                            {words: []owner.Word{due(next), renewed}, over: true},
	} {
		var over *grant.Grant
		if c.over {
			over = &renewed.Grant
		}
		h, whole := ReadHeld(filepath.Dir(written(t, journal.Record, filepath.Join(t.TempDir(), "journal"), &shy{}, over, c.words...)))
		if !whole || h.Next != c.next || h.Promised != c.promised {
			t.Errorf("%s: it reads %+v, whole %v", name, h, whole)
		}
	}
}
