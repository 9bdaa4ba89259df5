package determinism_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/life/replay"
)

// changes of the strategy, each of which makes it another life.
var changes = []struct{ name, old, new string }{
	{"a threshold", `beat  = "4m"`, `beat  = "5m"`},
	{"a size", "buy 5% of equity", "buy 6% of equity"},
	{"a rule", "when lp_distance > 0.2 and", "when lp_distance > 0.2 or"},
	{"a word that no rule reads", "Use every action", "Use each action"},
}

func TestAReplayWithAnotherStrategyDiffers(t *testing.T) {
	t.Parallel()
	dir := life(t)
	if _, err := replay.Run(t.Context(), dir, replay.Options{Change: func(*agent.Boot) {}}); err != nil {
		t.Fatalf("without a change: %v", err)
	}
	for _, c := range changes {
		changed := false
		_, err := replay.Run(t.Context(), dir, replay.Options{Change: func(b *agent.Boot) {
			text := bytes.Replace(b.Strategy.Text, []byte(c.old), []byte(c.new), 1)
			changed = !bytes.Equal(text, b.Strategy.Text)
			b.Strategy.Text = text
		}})
		if !changed || !errors.Is(err, replay.ErrDiffers) && !errors.Is(err, journal.ErrDiverged) || !strings.Contains(err.Error(), "tick ") {
			t.Errorf("%s (changed: %v): %v", c.name, changed, err)
		}
	}
}

func TestAChangedThresholdChangesTheBytes(t *testing.T) {
	t.Parallel()
	first := life(t)
	text, err := os.ReadFile(strategy)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(text, []byte(changes[0].old), []byte(changes[0].new), 1)
	path := filepath.Join(t.TempDir(), "changed.md")
	if err := os.WriteFile(path, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "life")
	if code, _, said := run(arguments(recorded(t), path, out)...); code != 0 {
		t.Fatalf("the changed life ended with %d:\n%s", code, said)
	}
	if a, b := replayed(t, first), replayed(t, out); a.Digest == b.Digest {
		t.Errorf("both lives have the digest %s", a.Digest)
	}
}
