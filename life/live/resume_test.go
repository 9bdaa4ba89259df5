package live

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/provenance"
	"bardo.run/bardo/mirage/history"
)

// DESIGN §4 (Determinism): a resumed life is the one its journal begins with. One
// whose life.json was made to fit other limits is refused all the same, and its
// folder stays as it was.
func TestALifeDoesNotGoOnUnderOtherLimits(t *testing.T) {
	o := chop(t)
	interrupted(t, o, 40)
	journal := files(t, filepath.Join(o.Out, home.JournalDir))
	o.Config.Safety.SpendingLimits.PerDay = config.USD(900_000 * money.One)
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), "configuration") {
		t.Errorf("other limits: %v", err)
	}
	path := filepath.Join(o.Out, home.LifeFile)
	plan, err := provenance.ReadPlan(path)
	if err != nil {
		t.Fatal(err)
	}
	composed, err := environment.Compose("", history.Gas{}, o.World, o.Seed, o.Days)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := o.born(composed)
	if err != nil {
		t.Fatal(err)
	}
	plan.Config = changed.ConfigHash()
	text, _ := json.Marshal(plan)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), "begins with other settings") {
		t.Errorf("other limits behind the same plan: %v", err)
	}
	if got := files(t, filepath.Join(o.Out, home.JournalDir)); got != journal {
		t.Error("the journal of a life that was refused was written to")
	}
}

// A folder that golem lives in is refused before anything is written there.
func TestALifeOfGolemIsNotGoneOnWith(t *testing.T) {
	o := chop(t)
	dir := filepath.Join(o.Out, home.JournalDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "000001.seg"), []byte("a journal"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrAnother) {
		t.Errorf("it goes on: %v", err)
	}
	for _, name := range []string{home.LifeFile, home.StrategyFile} {
		if _, err := os.Stat(filepath.Join(o.Out, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was written: %v", name, err)
		}
	}
}

// spec: runtime §15 — a journal that lost its tail, or has another one, is not
// gone on with.
func TestALifeDoesNotGoOnWithoutTheEndOfItsJournal(t *testing.T) {
	o := chop(t)
	interrupted(t, o, 40)
	dir := filepath.Join(o.Out, home.JournalDir)
	text, err := os.ReadFile(filepath.Join(dir, "000001.seg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{"000001.seg", "head"} { // as if the last entries had never been there
		if err := os.Remove(filepath.Join(dir, e)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "000001.seg"), text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, home.ErrForgot) {
		t.Errorf("half of the journal: %v", err)
	}
}

// A life whose process is killed at any write, or stopped, also in the middle of an order, is the life that
// it would have been: its world stood still meanwhile.
//
// spec: DESIGN §4
func TestALifeThatIsCutOffAnywhereIsTheLifeItWouldHaveBeen(t *testing.T) {
	whole := ticking(t)
	if _, err := Run(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	want, amid := lived(t, whole.Out), 0
	for n := range 2 {
		o, rng := ticking(t), seed.Seed(n).Stream("cuts")
		o.History = whole.History
		for cuts, over := 0, false; !over; cuts++ {
			over = o.cut(t, 1+rng.Int64N(800), cuts%2 == 0)
			amid += amidst(t, o.Out)
		}
		for i, r := range lived(t, o.Out) {
			if got, would := asRecorded(t, r), asRecorded(t, want[i]); got != would {
				t.Fatalf("life %d, tick %d: it is\n%s, and would have been\n%s", n, r.Tick, got, would)
			}
		}
		for _, name := range []string{home.TestamentFile, home.TombstoneFile} {
			if file(t, o, name) != file(t, whole, name) {
				t.Errorf("life %d has another %s", n, name)
			}
		}
	}
	if t.Logf("%d ticks, cut off %d times between the transactions of an order", len(want), amid); amid == 0 {
		t.Error("no order was cut off")
	}
}

// asRecorded is a record without what counts entries, boots being some, and the block of the reading before,
// which the eyes of another process do not know.
func asRecorded(t *testing.T, r turn.Record) string {
	t.Helper()
	r.Entries, r.Seen.Reading.Before = [2]uint64{}, turn.Block{}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ticking is a life of four hours that trades by the clock.
func ticking(t *testing.T) Options {
	t.Helper()
	o := newKeeper(t, "").options
	o.Realtime, o.Config.Oracle.Enabled = false, false
	o.Strategy = filepath.Join("..", "..", "test", "script", "testdata", "metronome.md")
	return o
}

// cut lives until so many writes, and then no more is written, or the process is asked to stop. It
// reports whether the life was over before.
func (o Options) cut(t *testing.T, writes int64, killed bool) (over bool) {
	t.Helper()
	return o.cutTogether(t, []Member{{Strategy: o.Strategy, Out: o.Out}}, writes, killed)
}

// amidst is 1 where a life's last entry is one of an order that is not finished.
func amidst(t *testing.T, dir string) (n int) {
	t.Helper()
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for e, err := range j.Entries(0) {
		switch {
		case err != nil:
			t.Fatal(err)
		case e.Kind == journal.KindSimulation, e.Kind == journal.KindSend:
			n = 1
		case e.Kind == journal.KindWake:
			n = 0
		}
	}
	return n
}

func file(t *testing.T, o Options, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(o.Out, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// files is everything in a folder.
func files(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(e.Name() + string(text))
	}
	return all.String()
}
