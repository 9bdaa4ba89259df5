package live

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// A life that goes on from a checkpoint, with its world, is to the byte the one that is computed from its first
// entry: its records, its books, its audit, its journal, and the images in the checkpoints that it makes. Only how many
// events processes published is not the same.
//
// spec: runtime §14.3
func TestALifeGoesOnFromACheckpointAsFromItsFirstEntry(t *testing.T) {
	for name, c := range map[string]struct {
		Options
		until, last uint64 // ticks
	}{
		"one market": {chop(t), 500, 700}, "a grant": {busy(t, grant.Delegation), 150, 250}, "several markets": {several(t), 150, 250},
	} {
		t.Run(name, func(t *testing.T) {
			o := c.Options
			o.every, o.Config.Oracle.Enabled, o.Out = 40*time.Minute, false, filepath.Join(t.TempDir(), "life")
			interrupted(t, o, c.until)
			other := o
			other.Out = filepath.Join(t.TempDir(), "other")
			if err := os.CopyFS(other.Out, os.DirFS(o.Out)); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(filepath.Join(other.Out, home.CheckpointDir)); err != nil {
				t.Fatal(err)
			}
			for n, x := range []*Options{&other, &o} {
				var said bytes.Buffer
				x.Log = slog.New(slog.NewTextHandler(&said, nil))
				interrupted(t, *x, c.last)
				if strings.Count(said.String(), "goes on from a checkpoint") != n {
					t.Fatalf("it went on from another place:\n%s", said.String())
				}
			}
			o.equals(t, other)
			r, err := replay.Run(t.Context(), o.Out, replay.Options{})
			if err != nil || r.Absent != 0 || r.Ticks != c.last {
				t.Errorf("replayed to %+v: %v", r, err)
			}
		})
	}
}

// equals holds two lives to have the same in their folders.
func (o Options) equals(t *testing.T, other Options) {
	t.Helper()
	for _, dir := range []string{home.LedgerDir, home.AuditDir} {
		if files(t, filepath.Join(o.Out, dir)) != files(t, filepath.Join(other.Out, dir)) {
			t.Errorf("it has another %s", dir)
		}
	}
	a, b := lived(t, o.Out), lived(t, other.Out)
	if !reflect.DeepEqual(a, b) || len(a) < 200 {
		t.Errorf("it has %d records, and the other %d", len(a), len(b))
	}
	all, others := answers(t, o.Out), answers(t, other.Out)
	if at := slices.IndexFunc(all, func(e string) bool { return !slices.Contains(others, e) }); at >= 0 || len(all) != len(others) {
		t.Errorf("of %d and %d entries, %d is the first that is not the same", len(all), len(others), at)
	}
	x, y := o.newest(t), other.newest(t)
	if x.Place != y.Place || !bytes.Equal(x.Image, y.Image) || !bytes.Equal(x.World, y.World) || len(x.World) < 1e6 {
		t.Errorf("its newest checkpoint is of %+v, with a world of %d bytes, and the other's of %+v, with %d", x.Place, len(x.World), y.Place, len(y.World))
	}
}

// answers are the entries of a journal in their order, without the sums of files.
func answers(t *testing.T, dir string) (all []string) {
	t.Helper()
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for e, err := range j.Entries(0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == journal.KindCheckpoint {
			var c journal.Checkpoint
			if err := e.Decode(&c); err != nil {
				t.Fatal(err)
			}
			e.Body = c.Image[:]
		}
		all = append(all, fmt.Sprintf("%+v", e))
	}
	return all
}

// newest is the newest checkpoint of a life.
func (o Options) newest(t *testing.T) checkpoint.Checkpoint {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(o.Out, home.CheckpointDir, checkpoint.Name(checkpoints(t, o)[0])))
	if err != nil {
		t.Fatal(err)
	}
	c, err := checkpoint.Unseal(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a checkpoint of %.2f MB, %.2f MB of them the world's before they are packed", float64(len(file))/1e6, float64(len(c.World))/1e6)
	return c
}

// several is a life in a world of several markets with followers, lenders and feeds.
func several(t *testing.T) Options {
	t.Helper()
	o := chop(t)
	set, err := artifact.FindKit()
	if err != nil {
		t.Fatal(err)
	}
	c, err := world.Compose("basket", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Followers = slices.DeleteFunc(c.Followers, func(f history.Follower) bool { return f.Protocol == follow.V4 })
	o.Artifacts, o.World, o.Days, o.History = set, "", 0, t.TempDir()
	if err := history.ExportWorld(o.History, c); err != nil {
		t.Fatal(err)
	}
	if len(c.Lenders) == 0 || len(c.Followers) == 0 {
		t.Fatalf("%d lenders, %d followers", len(c.Lenders), len(c.Followers))
	}
	o.Strategy = filepath.Join("..", "..", "strategies", "basket.md")
	return o
}

// checkpoints are those of a life, the newest first.
func checkpoints(t *testing.T, o Options) []uint64 {
	t.Helper()
	all, err := checkpoint.List(filepath.Join(o.Out, home.CheckpointDir))
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	return all
}

// An enclave stands beside the world and remembers what it signed: a life by its key makes no checkpoint, and is
// computed from its first entry.
func TestALifeByAnEnclaveMakesNoCheckpoint(t *testing.T) {
	w := warded(t)
	w.every = time.Minute
	interrupted(t, w.Options, 20)
	interrupted(t, w.Options, 40)
	if all, err := checkpoint.List(filepath.Join(w.Out, home.CheckpointDir)); err != nil || len(all) > 0 || w.Custody != custody.Embedded {
		t.Errorf("%v, %v", all, err)
	}
}
