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
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
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

// spec: runtime §15 — the next tick is the one behind the last, its tier is at
// least T1, and lifecycle.ready says that the Golem was resumed.
func TestAResumedLifeGoesOnBehindItsLastTick(t *testing.T) {
	o := chop(t)
	interrupted(t, o, 40)
	interrupted(t, o, 60)
	store, err := records.Open(filepath.Join(o.Out, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	next, second := uint64(0), 0
	for e, err := range store.All() {
		if err != nil {
			t.Fatal(err)
		}
		r := e.Record
		if r.Tick != next {
			t.Fatalf("tick %d where %d was due", r.Tick, next)
		}
		if next++; r.Epoch == 2 {
			if second++; second == 1 && (r.Gating.Tier < turn.T1 || r.Tick < 39) {
				t.Errorf("the first tick behind the restart is %d, %s", r.Tick, r.Gating.Tier)
			}
		}
	}
	if second == 0 {
		t.Error("no tick was lived behind the restart")
	}
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
