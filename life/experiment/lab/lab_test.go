package lab_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/atomicfile/faultfs"
	"bardo.run/bardo/internal/version"
	"bardo.run/bardo/life/experiment/lab"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
)

// bench lives lives that are a line in a journal.
type bench struct {
	lab.Lab
	mu    sync.Mutex
	lived []string // keys
	fail  func(key string) error
}

func newBench(t rapid.TB, dir string, seeds string, several ...plan.Several) *bench {
	t.Helper()
	p := plan.New()
	p.Arms = several
	p.Strategies, p.Worlds, p.Seeds = []string{"a.md", "b.md"}, []string{"chop"}, seeds
	p.Parameters = map[string]string{"n": "1,2"}
	d, err := p.Design(func(path string) ([]byte, error) {
		if path == "a.md" {
			return []byte("+++\n[parameters]\nn = 1\n+++\n"), nil
		}
		return []byte("+++\n+++\n" + path), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{}
	b.Lab = lab.Lab{
		Dir: dir, Design: d, Hash: d.Hash("", ""), Period: outcome.Hour, Jobs: 2, Live: b.live, Read: b.read, Sum: sum,
		Command: func(_ plan.Run, dir string) string { return "bardo replay " + filepath.Base(dir) },
	}
	return b
}

func (b *bench) live(ctx context.Context, r plan.Run, strategies []string, dir string, far func(float64)) error {
	key := b.Design.Key(r)
	far(0.5)
	b.mu.Lock()
	b.lived = append(b.lived, key)
	b.mu.Unlock()
	if b.fail != nil {
		if err := b.fail(key); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	a := b.Design.Arms[r.Arm]
	for i, folder := range a.Folders() {
		if err := b.begin(a.Members[i], strategies[i], filepath.Join(dir, folder), key); err != nil {
			return err
		}
		if a.Form == plan.Chain && i == 1 {
			break // too little is left
		}
	}
	return nil
}

// begin lives one life.
func (b *bench) begin(m plan.Member, strategy, dir, key string) error {
	text, err := os.ReadFile(strategy)
	if err == nil && string(text) != string(m.Text) {
		err = errors.New("another strategy")
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, home.JournalDir), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, home.JournalDir, "000001.seg"), []byte(key), 0o600)
	}
	return err
}

func (b *bench) read(r plan.Run, strategies []string, dir string) (outcome.Outcome, error) {
	a := b.Design.Arms[r.Arm]
	if a.Form != plan.Alone {
		o := outcome.Outcome{Golem: a.Name, Form: string(a.Form)}
		for i, folder := range a.Folders() {
			if _, err := sum(filepath.Join(dir, folder)); err == nil {
				o.Members = append(o.Members, outcome.Outcome{Golem: filepath.Base(strategies[i])})
			}
		}
		return o, nil
	}
	_, err := sum(dir)
	return outcome.Outcome{Golem: b.Design.Arms[r.Arm].Name, Place: outcome.Place{Seed: b.Design.Places[r.Place].Seed}, Hours: []float64{float64(r.Arm) / 3, 0.1}}, err
}

// sum is what is in the journal.
func sum(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, home.JournalDir, "000001.seg"))
	return string(text), err
}

func run(t rapid.TB, b *bench) string {
	t.Helper()
	all, err := b.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), b.Dir, "DIR")
}

// unsynced is a disk that waits for nothing: these processes do not die.
type unsynced struct{ atomicfile.OS }

type unsyncedFile struct{ atomicfile.File }

func (unsyncedFile) Sync() error { return nil }

func (unsynced) SyncDir(string) error { return nil }

func (d unsynced) CreateTemp(dir, pattern string) (atomicfile.File, error) {
	f, err := d.OS.CreateTemp(dir, pattern)
	return unsyncedFile{f}, err
}

// However many live at once, and wherever a run was stopped before, the outcomes are the same, and
// what was over is not lived again.
func TestJobsAndStopsChangeNothing(t *testing.T) {
	whole := newBench(t, filepath.Join(t.TempDir(), "whole"), "1-2")
	want := run(t, whole)
	if len(whole.lived) != 6 {
		t.Fatalf("%d lives", len(whole.lived))
	}
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		at := filepath.Join(dir, fmt.Sprint(n))
		stopped := newBench(t, at, "1-2")
		stopped.Disk = unsynced{}
		stopped.Jobs = rapid.IntRange(1, 8).Draw(t, "jobs before")
		after := rapid.IntRange(0, 5).Draw(t, "lives before")
		ctx, stop := context.WithCancel(context.Background())
		stopped.fail = func(string) error {
			stopped.mu.Lock()
			defer stopped.mu.Unlock()
			if len(stopped.lived) > after {
				stop()
			}
			return nil
		}
		_, err := stopped.Run(ctx)
		stop()
		if !errors.Is(err, context.Canceled) && err != nil {
			t.Fatal(err)
		}
		over, err := os.ReadDir(filepath.Join(at, "outcomes"))
		if err != nil {
			t.Fatal(err)
		}
		again := newBench(t, at, "1-2")
		again.Disk = unsynced{}
		again.Jobs = rapid.IntRange(1, 8).Draw(t, "jobs")
		if got := run(t, again); got != want {
			t.Fatalf("%s\nwant\n%s", got, want)
		}
		if len(again.lived) != 6-len(over) {
			t.Fatalf("%d were over and %d were lived again", len(over), len(again.lived))
		}
		if got := run(t, again); got != want || len(again.lived) != 6-len(over) {
			t.Fatal("what was over was lived once more")
		}
	})
}

// A life that fails stops the others and is named; what is over stays.
func TestALifeThatFailsStopsTheOthers(t *testing.T) {
	b := newBench(t, filepath.Join(t.TempDir(), "x"), "1-4")
	b.Jobs = 1
	b.fail = func(key string) error {
		if key == "chop-2-003" {
			return syscall.ENOSPC
		}
		return nil
	}
	_, err := b.Run(t.Context())
	if !errors.Is(err, syscall.ENOSPC) || !strings.HasPrefix(err.Error(), "b.md in chop, seed 2: ") || len(b.lived) != 6 {
		t.Fatalf("%v after %d lives", err, len(b.lived))
	}
	b.fail = nil
	if run(t, b); len(b.lived) != 6+7 {
		t.Errorf("%d lives in all", len(b.lived))
	}
}

// Whatever write of its own fails, the next run ends with all outcomes.
func TestADiskThatFailsAtAnyWriteCostsNoLifeThatIsOver(t *testing.T) {
	dir := t.TempDir()
	want, faults := "", 0
	for n := 1; ; n++ {
		b := newBench(t, filepath.Join(dir, fmt.Sprint(n)), "1")
		b.Jobs, b.Disk = 1, &faultfs.FS{Below: atomicfile.OS{}, FailAt: n, Crash: true}
		_, err := b.Run(t.Context())
		if err == nil {
			break
		}
		faults++
		if !errors.Is(err, faultfs.ErrFault) {
			t.Fatal(err)
		}
		b.Disk = nil
		if got := run(t, b); want == "" {
			want = got
		} else if got != want {
			t.Fatalf("fault %d: %s", n, got)
		}
	}
	if faults < 10 {
		t.Errorf("%d faults", faults)
	}
}

// Of what is discarded the outcome and the command are left.
func TestADiscardedLifeLeavesItsOutcome(t *testing.T) {
	b := newBench(t, filepath.Join(t.TempDir(), "x"), "1")
	b.Discard = true
	want := run(t, b)
	if left, err := os.ReadDir(filepath.Join(b.Dir, "lives")); err != nil || len(left) != 0 {
		t.Errorf("%v left (%v)", left, err)
	}
	if got := run(t, b); got != want || len(b.lived) != 3 {
		t.Errorf("%d lives, %s", len(b.lived), got)
	}
}

// A folder of something else is left as it is; a life that changed is not taken for what it was.
func TestAFolderThatHoldsSomethingElseIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	b := newBench(t, dir, "1")
	run(t, b)
	refused := func(what string, b *bench, is error, says string) {
		t.Helper()
		before := len(b.lived)
		if _, err := b.Run(t.Context()); !errors.Is(err, is) || !strings.Contains(err.Error(), says) || len(b.lived) != before {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("another plan", newBench(t, dir, "2"), lab.ErrAnother, "of 3 lives, and asked for is")
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "letter"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a folder of letters", newBench(t, other, "1"), lab.ErrAnother, "is not empty: left as it is")
	put := func(text string, parts ...string) {
		if err := os.WriteFile(filepath.Join(append([]string{dir}, parts...)...), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("other", "lives", "chop-1-001", home.JournalDir, "000001.seg")
	refused("a changed life", b, lab.ErrChanged, "chop-1-001 changed since: remove that folder and")
	put(`{"golem":1}`, "outcomes", "chop-1-001.json")
	refused("a damaged outcome", b, lab.ErrChanged, "remove it to have the life read again")
	put(`{"version":"0.0.1","plan_sha256":"","lives":3}`, "lab.json")
	refused("another version", b, version.ErrOther, "0.0.1")
	put("{", "lab.json")
	refused("a damaged plan", b, lab.ErrAnother, "is damaged")
}

// What is told adds up: it begins with nothing lived and ends with nothing left.
func TestProgressAddsUp(t *testing.T) {
	b := newBench(t, filepath.Join(t.TempDir(), "x"), "1-4")
	var told []lab.State
	b.Progress = func(s lab.State) { told = append(told, s) }
	run(t, b)
	for i, s := range told {
		if s.All != 12 || s.Fresh+s.Left != 12 || s.Living > 2 || s.Done > 12 || i > 0 && s.Done < told[i-1].Done {
			t.Fatalf("%d: %+v", i, s)
		}
	}
	if last := told[len(told)-1]; last.Done != 12 || last.Left != 0 || last.Living != 0 {
		t.Errorf("%+v", last)
	}
}
