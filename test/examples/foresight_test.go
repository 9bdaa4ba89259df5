package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// foresight is how well a life predicted, for people.
func (l lived) foresight() string {
	var b strings.Builder
	for _, c := range l.report.Foresight.Categories {
		fmt.Fprintf(&b, "%-18s %6d came due, %.1f %% right, persistence %.1f %%\n", c.Name, c.Resolved, 100*c.Right, 100*c.Persistence)
	}
	gained, lost, sum := l.report.Foresight.Missed()
	fmt.Fprintf(&b, "%d held back: %d would have gained, %d not, in all %.2f\n", len(l.report.Foresight.Held), gained, lost, sum)
	return b.String()
}

// A Golem that predicts trades less at first and then does; the same life on trial is
// told what it would have done. Both are the same bytes in a replay.
func TestAGolemThatPredictsTradesOnWhatItKnows(t *testing.T) {
	if _, err := artifact.Find(); err != nil {
		t.Skipf("a life needs a devnet: %v", err)
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
		f := l.report.Foresight
		if len(l.report.Trips.Closed) < 5 || len(f.Categories) != 7 || len(f.Held) == 0 {
			t.Errorf("%d round trips, %d categories, %d held back", len(l.report.Trips.Closed), len(f.Categories), len(f.Held))
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
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		trial := filepath.Join(t.TempDir(), "trial.md")
		if err := os.WriteFile(trial, []byte(strings.Replace(string(text), `start_stage  = "full"`, `start_stage  = "shadow"`, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		l := live(t, nil, bardo, data, trial)
		t.Log(l.foresight())
		shadow := 0
		for _, h := range l.report.Foresight.Held {
			if h.Code == "SAFETY_STAGE_SHADOW" && h.Known {
				shadow++
			}
		}
		if len(l.report.Trades) != 0 || shadow < 5 || l.report.Strategy.StartStage != "shadow" {
			t.Errorf("%d trades, %d held back by the stage, start stage %q", len(l.report.Trades), shadow, l.report.Strategy.StartStage)
		}
	})
}
