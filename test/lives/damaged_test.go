package lives

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/replay"
)

// stopped is a life that goes on, with checkpoints of several processes in its folder.
func stopped(t *testing.T, n int) *housed {
	t.Helper()
	l, err := newLife(seed.Seed(n), "")
	if err != nil {
		t.Fatal(err)
	}
	l.blow = byTime
	h := &housed{life: l, dir: filepath.Join(t.TempDir(), "life"), every: 2 * time.Minute}
	for range 2 {
		if _, err := h.run(t.Context(), 20, errAsked); !errors.Is(err, errAsked) {
			t.Fatal(err)
		}
	}
	return h
}

// copied is the life over a copy of its folder, which nothing has said anything of.
func (h *housed) copied(t *testing.T) *housed {
	t.Helper()
	c := &housed{life: h.life, dir: filepath.Join(t.TempDir(), "copy"), every: h.every}
	if err := os.CopyFS(c.dir, os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	return c
}

// checkpoints are those in a folder, the newest first.
func (h *housed) checkpoints(t *testing.T) []uint64 {
	t.Helper()
	all, err := checkpoint.List(filepath.Join(h.dir, home.CheckpointDir))
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	return all
}

// starts the life and stops it again before its next tick. What the folder says must be what its
// journal leads to.
func (h *housed) starts(t *testing.T) {
	t.Helper()
	h.atBirth, h.log.all = true, nil
	if _, err := h.run(t.Context(), -1, errAsked); !errors.Is(err, errAsked) {
		t.Fatalf("%v\n%s", err, strings.Join(h.log.all, ""))
	}
	if r, err := replay.Run(t.Context(), h.dir, replay.Options{}); err != nil || r.Absent != 0 || !r.CutOff {
		t.Errorf("%d records equal, %d absent: %v", r.Equal, r.Absent, err)
	}
}

// setAside holds what a start said, and did, of a checkpoint.
func (h *housed) setAside(t *testing.T, seq uint64, why string) {
	t.Helper()
	if h.log.count("set aside") != 1 || h.log.count(checkpoint.Name(seq)) == 0 || h.log.count(why) == 0 {
		t.Errorf("it does not name %s and %q:\n%s", checkpoint.Name(seq), why, strings.Join(h.log.all, ""))
	}
	if _, err := os.Stat(filepath.Join(h.dir, home.CheckpointDir, checkpoint.Name(seq)+".aside")); err != nil {
		t.Error(err)
	}
}

// spec: runtime §14.3: a checkpoint with one other bit is set aside, named, and the life goes on
// from the one before it.
func TestADamagedCheckpointIsSetAside(t *testing.T) {
	h, rng := stopped(t, 1), seed.Seed(1).Stream("bits")
	newest := h.checkpoints(t)[0]
	for i := range 30 {
		c := h.copied(t)
		path := filepath.Join(c.dir, home.CheckpointDir, checkpoint.Name(newest))
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bit := rng.IntN(8 * len(b))
		b[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		c.starts(t)
		c.setAside(t, newest, "sum that the journal has")
		if c.log.count("goes on from a checkpoint") != 1 {
			t.Errorf("flip %d: it did not go on from an older one", i)
		}
	}
}

// What no checkpoint is has the life computed from its first entry.
func TestALifeWithoutAGoodCheckpointIsComputed(t *testing.T) {
	h := stopped(t, 2)
	for _, seq := range h.checkpoints(t) {
		if err := os.WriteFile(filepath.Join(h.dir, home.CheckpointDir, checkpoint.Name(seq)), []byte("nothing"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n := len(h.checkpoints(t))
	h.starts(t)
	if h.log.count("set aside") != n || h.log.count("goes on from a checkpoint") != 0 {
		t.Errorf("%d were set aside:\n%s", h.log.count("set aside"), strings.Join(h.log.all, ""))
	}
}

func TestAForeignCheckpointIsSetAside(t *testing.T) {
	h, other := stopped(t, 3), stopped(t, 4)
	newest := h.checkpoints(t)[0]
	foreign, err := os.ReadFile(filepath.Join(other.dir, home.CheckpointDir, checkpoint.Name(other.checkpoints(t)[0])))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		seq  uint64
		why  string
	}{
		{"in the place of its own", newest, "of a life that was born otherwise"},
		{"at another entry", newest - 1, "no checkpoint's"},
		{"of the future", newest + 1_000_000, "the journal ends before"},
	} {
		t.Run(c.what, func(t *testing.T) {
			l := h.copied(t)
			dir := filepath.Join(l.dir, home.CheckpointDir)
			if c.seq == newest-1 { // of the others the newest is asked first
				if err := os.Remove(filepath.Join(dir, checkpoint.Name(newest))); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, checkpoint.Name(c.seq)), foreign, 0o600); err != nil {
				t.Fatal(err)
			}
			l.starts(t)
			l.setAside(t, c.seq, c.why)
		})
	}
}

// A checkpoint of stores that have lost what it knows of is of no use, and the life is computed
// again.
func TestACheckpointOfMoreThanTheStoresHaveIsSetAside(t *testing.T) {
	for _, dir := range []string{home.CyclesDir, home.LedgerDir, home.AuditDir} {
		t.Run(dir, func(t *testing.T) {
			h := stopped(t, 5)
			n := len(h.checkpoints(t))
			if err := os.RemoveAll(filepath.Join(h.dir, dir)); err != nil {
				t.Fatal(err)
			}
			h.starts(t)
			if got := h.log.count("set aside"); got != n {
				t.Errorf("%d of %d were set aside:\n%s", got, n, strings.Join(h.log.all, ""))
			}
		})
	}
}
