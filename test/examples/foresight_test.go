package examples_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// foresight is how well a life predicted, for people.
func (l lived) foresight() string {
	var b strings.Builder
	for _, c := range l.report.Condition.Foresight.Categories {
		fmt.Fprintf(&b, "%-18s %6d came due, %.1f %% right, persistence %.1f %%\n", c.Name, c.Resolved, 100*c.Right, 100*c.Persistence)
	}
	gained, lost, sum := report.Missed(l.report.Condition.Foresight.Held)
	fmt.Fprintf(&b, "%d held back: %d would have gained, %d not, in all %.2f\n", len(l.report.Condition.Foresight.Held), gained, lost, sum)
	return b.String()
}

// heldBack is what was held back, by whom and why, and what it would have come to.
func (l lived) heldBack() string {
	type sum struct {
		n, known, gained int
		value, gain      float64
	}
	by := map[string]sum{}
	for _, h := range l.report.Condition.Foresight.Held {
		name := h.Kind + " by " + h.Layer + ", " + h.Code
		s := by[name]
		s.n, s.value = s.n+1, s.value+h.Value
		if h.Known {
			s.known, s.gain = s.known+1, s.gain+h.Gain
		}
		if h.Known && h.Gain > 0 {
			s.gained++
		}
		by[name] = s
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(by)) {
		s := by[name]
		fmt.Fprintf(&b, "%-60s %4d held back, worth %.2f; %d known, %d of them would have gained, in all %.2f\n", name, s.n, s.value, s.known, s.gained, s.gain)
	}
	return b.String()
}

// trial is a strategy file as it is, but for its start stage.
func trial(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	on := strings.Replace(string(text), `start_stage  = "full"`, `start_stage  = "shadow"`, 1)
	if on == string(text) {
		t.Fatalf("%s does not start at full", path)
	}
	file := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(file, []byte(on), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// onlyTried holds a life on trial to it: nothing was traded, and the report names the
// stage and what at least so many actions that it held back would have come to.
func (l lived) onlyTried(t *testing.T, least int) {
	t.Helper()
	shadow := 0
	for _, h := range l.report.Condition.Foresight.Held {
		if h.Code == "SAFETY_STAGE_SHADOW" && h.Known {
			shadow++
		}
		if h.Layer == "" || h.Code == "" || h.Kind == "" {
			t.Errorf("held back without a reason: %+v", h)
		}
	}
	if n := len(l.report.Acts.Trades) + len(l.report.Acts.Liquidity); n != 0 || shadow < least || l.report.Subject.Strategy.StartStage != "shadow" {
		t.Errorf("%d trades and actions on liquidity, %d known ones held back by the stage, want %d; start stage %q", n, shadow, least, l.report.Subject.Strategy.StartStage)
	}
}

// On a world that nobody tuned on (DESIGN §12.28) the report compares every category with
// persistence of the same width, and names those that lose. Nobody asserts that one wins.
func TestEveryForecastIsComparedWithPersistence(t *testing.T) {
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	unseen := heldOut(t)
	m, err := world.Generate("chop", unseen, 1)
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	l := live(t, nil, program(t), data, filepath.Join("..", "..", "strategies", "eth-mean-reversion.md"))
	t.Logf("seed %d\n%s", unseen, l.foresight())
	compared := 0
	for _, c := range l.report.Condition.Foresight.Categories {
		if c.Name == "inaction" {
			continue
		}
		compared++
		if c.Resolved < 500 || c.Persistence == 0 || c.Loses != (c.Right < c.Persistence) {
			t.Errorf("%+v", c)
		}
	}
	if compared != 6 {
		t.Errorf("%d categories", compared)
	}
}

// heldOut is a seed from 1,000 up that follows from the hash of the commit at which these
// sources were first tested: a result from the go command's cache is that one's.
func heldOut(t *testing.T) seed.Seed {
	t.Helper()
	hash, err := exec.CommandContext(t.Context(), "git", "rev-parse", "--short=8", "HEAD").Output()
	if err != nil {
		t.Logf("no commit: %v", err)
		return 1_000
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(hash))[:8], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return seed.Seed(1_000 + n)
}

// A Golem that predicts trades less at first and then does; the same life on trial is
// told what it would have done. Both are the same bytes in a replay.
func TestAGolemThatPredictsTradesOnWhatItKnows(t *testing.T) {
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	bardo, data := program(t), t.TempDir()
	m, err := world.Generate("chop", 7, days)
	if err != nil {
		t.Fatal(err)
	}
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "strategies", "eth-mean-reversion.md")
	t.Run("in earnest", func(t *testing.T) {
		t.Parallel()
		l := live(t, nil, bardo, data, path)
		t.Log(l.foresight())
		f := l.report.Condition.Foresight
		if len(l.report.Results.Trips.Closed) < 5 || len(f.Categories) != 7 || len(f.Held) == 0 {
			t.Errorf("%d round trips, %d categories, %d held back", len(l.report.Results.Trips.Closed), len(f.Categories), len(f.Held))
		}
		for _, c := range f.Categories {
			if c.Name != "inaction" && c.Resolved < 2_000 {
				t.Errorf("%s: %d came due", c.Name, c.Resolved)
			}
		}
		for _, h := range f.Held {
			// Who predicts badly sinks into a phase that opens nothing (mortality §3, §6).
			if !strings.HasPrefix(h.Code, "ORACLE_") && h.Code != "SAFETY_PHASE_BLOCKED" {
				t.Errorf("held back by %s %s", h.Layer, h.Code)
			}
		}
	})
	t.Run("on trial", func(t *testing.T) {
		t.Parallel()
		l := live(t, nil, bardo, data, trial(t, path))
		t.Log(l.foresight())
		l.onlyTried(t, 5)
	})
}
