package owner

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/seglog"
)

// speaker brings letters from a look on.
type speaker struct {
	says     map[int]Letter
	looks    int
	waiting  []Letter
	answered []string
}

func (s *speaker) Next(_ context.Context, known func(string) (Answer, bool)) (Letter, bool) {
	s.looks++
	if l, there := s.says[s.looks]; there {
		s.waiting = append(s.waiting, l)
	}
	for len(s.waiting) > 0 {
		l := s.waiting[0]
		s.waiting = s.waiting[1:]
		if _, heard := known(l.ID); l.ID == "" || !heard {
			return l, true
		}
	}
	return Letter{}, false
}

func (s *speaker) Answer(l Letter, a Answer) {
	s.answered = append(s.answered, l.ID+" "+string(a.Status))
}

// life is a Golem that hears words.
type life struct {
	said strings.Builder
	now  int64
	in   *Inbox
}

func listening(j *journal.Journal, sources ...Source) *life {
	l := &life{}
	l.in = NewInbox(Ports{
		Journal: j, Letters: sources, Now: func() int64 { return l.now - 1 }, Clock: func() int64 { return l.now }, Tick: func() uint64 { return uint64(l.now) / 10 }, //nolint:gosec // a test's
		Tell: func(x Letter, a Answer) { fmt.Fprintf(&l.said, "%d: %s %s\n", l.now, x.Kind(), a.Status) },
	})
	Hear(l.in, func(_ Letter, k Kill) (string, error) { fmt.Fprintf(&l.said, "dies of %s\n", k.Cause); return "", nil })
	Hear(l.in, func(_ Letter, h Halt) (string, error) {
		if h.Level == "freeze" {
			return "it is too warm", nil
		}
		return "", nil
	})
	return l
}

// lived looks ten times, at Look and Listen in turn.
func (l *life) lived(t *testing.T) string {
	t.Helper()
	for look := range 10 {
		l.now = int64(10 * look)
		look := map[bool]func(context.Context) error{true: l.in.Look, false: l.in.Listen}[look%2 == 0]
		if err := look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return l.said.String()
}

func open(t testing.TB, dir string, mode journal.Mode) *journal.Journal {
	t.Helper()
	j, err := journal.Open(dir, journal.Options{Mode: mode, Boot: 1})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// spec: runtime §13.3, safety §15.1: a word is heard once, at the look that found it, and a
// replay hears it at the same look without asking anyone.
func TestAWordIsHeardOnceAndReplayedWhereItWasHeard(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	letters := map[int]Letter{
		3: {ID: "a", Word: HaltAt(turn.HaltOpening)}, 5: {ID: "b", Word: HaltAt(turn.HaltFreeze)},
		6: {Word: Steer{Text: "close all"}}, 9: {ID: "late", Expires: 30, Word: Kill{Cause: lifecycle.OwnerKill}},
		11: {ID: "a", Word: HaltAt(turn.HaltOpening)}, 12: {ID: "c", Word: Kill{Cause: lifecycle.OwnerKill}},
	}
	j := open(t, dir, journal.Record)
	s := &speaker{says: letters}
	lived := listening(j, s).lived(t)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	want := "20: halt accepted\n30: halt rejected\n30: steer rejected\n50: kill expired\ndies of owner_kill\n70: kill accepted\n"
	if lived != want {
		t.Fatalf("heard\n%s", lived)
	}
	if got := strings.Join(s.answered, ", "); got != "a accepted, b rejected, steer-6 rejected, late expired, c accepted" {
		t.Errorf("answered %s", got)
	}
	for _, mode := range []journal.Mode{journal.Replay, journal.Resume} {
		j := open(t, dir, mode)
		// A letter that is there again, because the process died before it was taken away.
		again := &speaker{says: map[int]Letter{1: {ID: "c", Word: Kill{Cause: lifecycle.OwnerKill}}}}
		if got := listening(j, again).lived(t); got != lived {
			t.Errorf("mode %v heard\n%s", mode, got)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if mode == journal.Replay && again.looks != 0 {
			t.Errorf("a replay asked %d times", again.looks)
		}
	}
}

// What needs time is asked between two ticks alone.
func TestAWatchedSourceIsNotAskedAtASignature(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	l, s := listening(j), &speaker{}
	l.in.Watch(s)
	if err := errors.Join(l.in.Listen(t.Context()), l.in.Listen(t.Context())); err != nil || s.looks != 0 {
		t.Errorf("asked %d times, %v", s.looks, err)
	}
	if err := l.in.Look(t.Context()); err != nil || s.looks != 1 {
		t.Errorf("asked %d times, %v", s.looks, err)
	}
}

// One look takes in so many letters and no more; the others are heard at the next.
func TestAFloodOfWordsIsHeardInParts(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	s := &speaker{}
	for range most + 3 {
		s.waiting = append(s.waiting, Letter{Word: HaltAt(turn.HaltNone)})
	}
	l := listening(j, s)
	for _, want := range []int{most, most + 3} {
		if err := l.in.Look(t.Context()); err != nil || strings.Count(l.said.String(), "\n") != want {
			t.Errorf("%d words were heard, %v", strings.Count(l.said.String(), "\n"), err)
		}
	}
}

// DESIGN §2: a proof is checked behind the door, whatever brought the letter, and once: a
// replay knows the verdict.
func TestAProofIsCheckedBehindTheDoor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	letters := func() *speaker {
		return &speaker{says: map[int]Letter{1: {ID: "a", Word: HaltAt(turn.HaltNone), Proof: []byte{1}}, 2: {ID: "b", Word: HaltAt(turn.HaltNone), Proof: []byte{2}}}}
	}
	want := "0: halt rejected\n0: halt accepted\n"
	for _, mode := range []journal.Mode{journal.Record, journal.Replay} {
		j, asked := open(t, dir, mode), 0
		l := listening(j, letters())
		l.in.ports.Vouch = func(_ context.Context, l Letter) error {
			if asked++; l.Proof[0] == 1 {
				return errors.New("the owner did not sign it")
			}
			return nil
		}
		if got := l.lived(t); got != want || asked != map[journal.Mode]int{journal.Record: 2, journal.Replay: 0}[mode] {
			t.Errorf("mode %v asked %d times, heard\n%s", mode, asked, got)
		}
		if a := l.in.answers["a"]; a.Reason != "the owner did not sign it" {
			t.Errorf("mode %v answers %+v", mode, a)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	if got := listening(j, letters()).lived(t); got != "0: halt rejected\n0: halt rejected\n" {
		t.Errorf("where nobody can check it: heard\n%s", got)
	}
}

// The life's own error ends the look, and comes again in a replay from the same word.
func TestAnErrorOfWhoHearsEndsTheLook(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	s := &speaker{waiting: []Letter{{ID: "a", Word: Kill{Cause: lifecycle.OwnerKill}}, {ID: "b", Word: HaltAt(turn.HaltNone)}}}
	l, broken := listening(j, s), errors.New("the journal is full")
	Hear(l.in, func(Letter, Kill) (string, error) { return "", broken })
	if err := l.in.Look(t.Context()); !errors.Is(err, broken) || len(s.answered) != 0 || len(s.waiting) != 1 {
		t.Errorf("%v, answered %v, %d wait", err, s.answered, len(s.waiting))
	}
}

// What cannot be read is nothing that was said, and the journal's error stays.
func TestAfterAFinalErrorNothingIsHeard(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := journal.Take(j, journal.KindWake, 1, func() (int, error) { return 0, ctx.Err() }); !errors.Is(err, journal.ErrInterrupted) {
		t.Fatal(err)
	}
	s := &speaker{waiting: []Letter{{Word: Kill{Cause: lifecycle.OwnerKill}}}}
	if l := listening(j, s); !errors.Is(l.in.Look(t.Context()), journal.ErrInterrupted) || l.said.Len() != 0 || s.looks != 0 {
		t.Errorf("heard %s", &l.said)
	}
}

// Every row has a name of its own, and a word survives the journal.
func TestEveryWordComesBackFromTheJournal(t *testing.T) {
	names := map[string]bool{}
	for _, k := range kinds {
		if names[k.name] {
			t.Errorf("two rows are called %s", k.name)
		}
		names[k.name] = true
		empty, err := k.decode(func(any) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		l := Letter{ID: "x", At: 3, Expires: 7, Word: empty}
		e, err := l.entry("")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := e.Letter(); err != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", l) {
			t.Errorf("%s became %#v, %v", k.name, got, err)
		}
	}
	if _, err := (Entry{Kind: "dance"}).Letter(); !errors.Is(err, ErrNone) {
		t.Errorf("an unknown kind: %v", err)
	}
}

// A letter that was kept back lifts no halt that was said after it; one that is written by hand
// says no time, and is heard.
func TestAWordOnHaltingThatWasKeptBackIsNotHeard(t *testing.T) {
	at := func(id string, at int64) Letter { return Letter{ID: id, At: at, Word: HaltAt(turn.HaltOpening)} }
	s := &speaker{says: map[int]Letter{1: at("1", 50), 2: at("2", 40), 3: {ID: "3", At: 30, Word: Steer{Text: "hold"}}, 4: at("4", 0), 5: at("5", 50)}}
	j := open(t, t.TempDir(), journal.Record)
	listening(j, s).lived(t)
	if got := strings.Join(s.answered, ", "); got != "1 accepted, 2 rejected, 3 rejected, 4 accepted, 5 accepted" {
		t.Error(got)
	}
}

// What an owner signs is this, for a wallet's interface too: no field of a letter can be another
// without another digest.
func TestADigestNamesEveryFieldOfALetter(t *testing.T) {
	l := Letter{ID: "a", At: 1, Expires: 2, Word: Steer{Text: "close all", Severity: 1}}
	digest := func(l Letter, golem string, chain uint64) string {
		sum, err := l.Digest(golem, chain)
		if err != nil {
			t.Fatal(err)
		}
		return sum.Hex()
	}
	seen := map[string]bool{digest(l, "golem-1", 8453): true}
	for i, change := range []func(l *Letter){
		func(l *Letter) { l.ID = "b" }, func(l *Letter) { l.At++ }, func(l *Letter) { l.Expires++ },
		func(l *Letter) { l.Word = Steer{Text: "close all", Severity: 2} }, func(l *Letter) { l.Word = FollowUp{Text: "close all"} },
	} {
		other := l
		change(&other)
		if sum := digest(other, "golem-1", 8453); seen[sum] {
			t.Errorf("change %d leaves the digest", i)
		} else {
			seen[sum] = true
		}
	}
	if seen[digest(l, "golem-2", 8453)] || seen[digest(l, "golem-1", 1)] {
		t.Error("one Golem's letter is another's")
	}
}

// A source forgets a letter only once its entry is on the disk: an answer before that would lose
// it with the power.
func TestALetterIsAnsweredOnceItsEntryIsDurable(t *testing.T) {
	full, armed := errors.New("the disk is gone"), false
	j, err := journal.Open(t.TempDir(), journal.Options{Boot: 1, Fault: func(op seglog.Op, size int) (int, error) {
		if armed && op == seglog.OpSync {
			return 0, full
		}
		return size, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := &speaker{says: map[int]Letter{1: {ID: "a", Word: HaltAt(turn.HaltOpening)}}}
	l := listening(j, s)
	armed = true
	if err := l.in.Look(t.Context()); !errors.Is(err, full) || len(s.answered) != 0 {
		t.Errorf("%v: answered %q", err, s.answered)
	}
}
