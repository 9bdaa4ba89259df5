package lives

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/seed"
)

// spec: runtime §14.3: a process that is asked to stop makes a checkpoint of where its Golem stands, of which the newest
// entry of the journal tells, and the next one goes on there. One that is pulled makes none.
func TestAStopMakesACheckpoint(t *testing.T) {
	l, err := newLife(seed.Seed(1), "")
	if err != nil {
		t.Fatal(err)
	}
	l.blow = byTime
	h := &housed{life: l, dir: filepath.Join(t.TempDir(), "life"), every: process.Day}
	for n, how := range []error{errAsked, killswitch.ErrPulled, errAsked} {
		if _, err := h.run(t.Context(), 15, how); !errors.Is(err, how) {
			t.Fatal(err)
		}
		entries, last, _ := h.entries(t)
		if newest := h.checkpoints(t)[0]; (newest+1 == entries && last == journal.KindCheckpoint) != (how == errAsked) {
			t.Errorf("process %d ended as it was %v: of %d entries the last is a %s, and the newest checkpoint is of number %d", n, how, entries, last, newest)
		}
		if got := h.log.count("goes on from a checkpoint"); got != n {
			t.Errorf("process %d: %d went on from a checkpoint", n, got)
		}
	}
}

// entries is how many the journal has, of which kind the last one is, and those that tell what was said.
func (h *housed) entries(t *testing.T) (n uint64, last journal.Kind, told []journal.Entry) {
	t.Helper()
	j, err := journal.Read(filepath.Join(h.dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for e, err := range j.Entries(0) {
		if err != nil {
			t.Fatal(err)
		}
		if n, last = e.Seq+1, e.Kind; e.Kind == journal.KindWord || e.Kind == journal.KindKey {
			told = append(told, e)
		}
	}
	return n, last, told
}

// tightening is a source of limits, each of one order an hour less than those before.
type tightening struct {
	of   *housed
	said int
}

// Next implements owner.Source: a word comes every ten ticks of a process.
func (s *tightening) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	if s.of.ran < 10*(s.said+1) {
		return owner.Letter{}, false
	}
	s.said++
	p := s.of.boot.Policy
	p.PerHour -= s.said
	return owner.Letter{Word: owner.Limits{Policy: p}}, true
}

// Answer implements owner.Source.
func (*tightening) Answer(owner.Letter, owner.Answer) {}

// spec: runtime §14.3, safety §7.4: a start hears everything that was said to the life, whatever checkpoint it goes
// on from, so that no limit that was tightened is loosened.
func TestAStartHearsWhatWasSaidBeforeACheckpoint(t *testing.T) {
	l, err := newLife(seed.Seed(1), "")
	if err != nil {
		t.Fatal(err)
	}
	l.blow = byTime
	h := &housed{life: l, dir: filepath.Join(t.TempDir(), "life"), every: process.Day}
	says := &tightening{of: h}
	h.edits = []owner.Source{says}
	for range 3 {
		if _, err := h.run(t.Context(), 15, errAsked); !errors.Is(err, errAsked) {
			t.Fatal(err)
		}
		_, _, told := h.entries(t)
		var heard []journal.Entry
		for e, err := range checkpoint.Heard(h.dir) {
			if err != nil {
				t.Fatal(err)
			}
			heard = append(heard, e)
		}
		same := func(a, b journal.Entry) bool {
			return a.Seq == b.Seq && a.Kind == b.Kind && bytes.Equal(a.Body, b.Body)
		}
		if len(told) != says.said || !slices.EqualFunc(heard, told, same) {
			t.Errorf("a start would hear %d of the %d words", len(heard), says.said)
		}
		if now, err := agent.InForce(h.dir, l.boot.Policy); err != nil || now.PerHour != l.boot.Policy.PerHour-says.said {
			t.Errorf("%d orders an hour are in force, of %d at the birth (%v)", now.PerHour, l.boot.Policy.PerHour, err)
		}
	}
	if says.said < 3 {
		t.Errorf("only %d words were said", says.said)
	}
}
