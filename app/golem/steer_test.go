package golem

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
)

// spoken lives in a folder, and once a line begins with words calls do beside it; the life
// is stopped a while of the machine's after do returned.
func spoken(t *testing.T, dir, words string, while time.Duration, do func()) (code int, said string) {
	t.Helper()
	keyIn(t, dir)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var once sync.Once
	out := &lines{each: func(line string) {
		if strings.Contains(line, words) {
			once.Do(func() {
				go func() {
					defer stop()
					do()
					c := clock.System{}
					_ = c.WaitUntil(ctx, c.Now().Add(while))
				}()
			})
		}
	}}
	code = Main(ctx, []string{"--config", filepath.Join(dir, "golem.toml")}, out, out)
	return code, out.String()
}

// steers runs golem steer, and wants an exit code and words.
func steers(t *testing.T, want int, says, dir string, args ...string) {
	t.Helper()
	if code, said := ask(t, append([]string{"steer", "--data-dir", dir}, args...)...); code != want || !strings.Contains(said, says) {
		t.Errorf("steer %q: exit %d: %s", args, code, said)
	}
}

// spec: heartbeat §13 — an owner's words reach a living Golem, are answered and said, hold
// over a restart, and a replay hears them where the life did. One that came while no process
// lived is heard by the next start, unless its time was over.
func TestASteerReachesALivingGolem(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	code, said := spoken(t, dir, "active", 5*time.Second, func() {
		steers(t, exitRefused, "not understood; without a model a Golem obeys: close all", dir, "dance")
		steers(t, exitOK, "heard after tick", dir, "Pause", "entries!")
	})
	if code != exitOK || strings.Contains(said, "trade 3") || !strings.Contains(said, "steer accepted") || !strings.Contains(said, "steer rejected: it is not understood") {
		t.Errorf("exit %d: %s", code, said)
	}
	steers(t, exitOK, "the next start hears it", dir, "--for", "1ms", "resume entries")
	if code, said := spoken(t, dir, "active", 4*time.Second, func() {}); code != exitOK || strings.Contains(said, "trade 3") || !strings.Contains(said, "steer expired") {
		t.Errorf("paused, over a restart: exit %d: %s", code, said)
	}
	steers(t, exitOK, "the next start hears it", dir, "resume entries")
	if code, said := run(t, dir, "trade 3"); code != exitOK || !strings.Contains(said, "steer accepted") {
		t.Errorf("resumed: exit %d: %s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
}

// spec: heartbeat §16 — an edited STRATEGY.md is in force at the next theta tick, which
// thinks for it, and is said; one that does not compile is rejected with the reason.
func TestAnEditedStrategyIsInForceAtTheNextTick(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	path := filepath.Join(dir, "STRATEGY.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writes := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	code, said := spoken(t, dir, "active", 12*time.Second, func() { writes(string(text) + "\nA note.\n") })
	if code != exitOK || !strings.Contains(said, "strategy accepted") || !strings.Contains(said, "another STRATEGY.md is in force") {
		t.Errorf("exit %d: %s", code, said)
	}
	code, said = spoken(t, dir, "active", 10*time.Second, func() { writes("no rules") })
	if code != exitOK || !strings.Contains(said, "strategy rejected: it does not compile") || strings.Contains(said, "is in force") {
		t.Errorf("exit %d: %s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
}

func TestASteerThatMakesNoSenseIsRefused(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{}, {"hold"}, {"--data-dir", dir}, {"--data-dir", dir, "hold"}, {"--data-dir", dir, "--severity", "4", "hold"}, {"--data-dir", dir, "--for", "-1s", "hold"}, {"--data-dir", dir, strings.Repeat("x", 4_001)}} {
		if code, said := ask(t, append([]string{"steer"}, args...)...); code == exitOK || said == "" {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}
