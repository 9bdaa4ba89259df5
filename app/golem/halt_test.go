package golem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/wire"
)

// spec: safety §15.1 — a Golem against an endpoint that is frozen signs nothing over a
// restart, hears its owner let go, and its whole life replays.
func TestAFrozenGolemSignsNothingUntilItIsResumed(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	if code, said := run(t, dir, "trade 1"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	if code, said := ask(t, "halt", "--data-dir", dir, "--level", "freeze"); code != exitOK || !strings.Contains(said, "from the next start on: nothing is signed") {
		t.Fatalf("halt: exit %d: %s", code, said)
	}
	if ids := posted(t, dir); len(ids) != 1 || !strings.HasSuffix(ids[0], "-halt") {
		t.Fatalf("the letters are %q", ids)
	}
	code, said := spoken(t, dir, "active", func() { livesOn(t, dir, 4) })
	if code != exitOK || strings.Contains(said, "trade 2") || !strings.Contains(said, "halt=freeze") {
		t.Errorf("frozen: exit %d: %s", code, said)
	}
	if n := timesHalted(t, dir); n == 0 {
		t.Errorf("frozen, it was refused %d times", n)
	}
	if code, said := ask(t, "resume", "--data-dir", dir); code != exitOK || !strings.Contains(said, "from the next start on: it opens") {
		t.Fatalf("resume: exit %d: %s", code, said)
	}
	if code, said := spoken(t, dir, "active", func() { livesOn(t, dir, 1) }); code != exitOK || !strings.Contains(said, "halt=none") {
		t.Errorf("resumed: exit %d: %s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
}

// timesHalted is how often a proposal met a halt.
func timesHalted(t *testing.T, dir string) (n int) {
	t.Helper()
	store, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for e, err := range store.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record == nil {
			continue
		}
		for _, a := range e.Record.Actions {
			if r := a.Preview.Refusal; r != nil && r.Code == wire.CodeSafetyHalted {
				n++
			}
		}
	}
	return n
}

func TestABadHaltChangesNothing(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"halt", "--data-dir", dir},
		{"resume", "--data-dir", dir},
		{"halt"},
		{"resume"},
		{"halt", "--data-dir", dir, "--level", "none"},
		{"halt", "--data-dir", dir, "--level", "thaw"},
		{"resume", dir},
		{"halt", "freeze"},
	} {
		if code, said := ask(t, args...); code == exitOK || said == "" {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}
