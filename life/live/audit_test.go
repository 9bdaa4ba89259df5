package live

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/life/replay"
)

// told are the events of a life's audit but for the answers of the write path: their type
// and what they are about.
func told(t *testing.T, dir string) (told []string) {
	t.Helper()
	c, err := audit.Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Records {
		var e struct{ Type, Source, Severity, From, To, Cause string }
		if err := json.Unmarshal(r.Event, &e); err != nil {
			t.Fatal(err)
		}
		switch e.Type {
		case audit.TypePhaseTransition:
			told = append(told, e.From+" to "+e.To)
		case audit.TypeIntervention:
			told = append(told, e.Source+": "+e.Severity)
		case audit.TypeDeathInitiated:
			told = append(told, "dies of "+e.Cause)
		case audit.TypePolicyChanged:
			told = append(told, e.Type)
		}
	}
	return told
}

// spec: safety §12.3; runtime §12 phase 7, §15: a life that was stopped and ordered to die
// has one chain over both processes, sealed by its end, whose limits, restarts, orders and
// death stand in it; the manifest vouches for all of it and a replay comes to it.
func TestOneAuditGoesOverAllProcessesOfALife(t *testing.T) {
	o := chop(t)
	o.Strategy = filepath.Join("..", "..", "test", "script", "testdata", "metronome.md") // it trades
	o.Config.Oracle.Enabled = false
	o.Config.Audit.Anchor = true
	interrupted(t, o, 60)
	first, err := inspect.Dir(o.Out)
	if err != nil || first.Records < 10 || first.Manifest == 0 {
		t.Fatalf("a stopped life has %+v (%v)", first, err)
	}
	ownertest.Post(t, filepath.Join(o.Out, home.WordsDir), "kill", owner.Kill{Cause: lifecycle.OwnerKill})
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	whole, err := inspect.Dir(o.Out)
	if err != nil || whole.Records <= first.Records || whole.Manifest != whole.Records || whole.Anchors != 1 {
		t.Errorf("a dead life has %+v (%v)", whole, err)
	}
	want := []string{"PolicyChanged", "provisioning to active", "restart: info", "order: owner_kill", "active to terminal", "dies of owner_kill", "terminal to dead"}
	if got := told(t, o.Out); !slices.Equal(got, want) {
		t.Errorf("it tells of %q", got)
	}
	r, err := replay.Run(t.Context(), o.Out, replay.Options{})
	if err != nil || r.AuditEqual != whole.Records || r.AuditAbsent != 0 {
		t.Errorf("replayed to %+v (%v)", r, err)
	}
}

// spec: safety §1.4 S-5, §12: limits that a new STRATEGY.md tightens are on record before
// anything is judged under them.
func TestAChangeOfTheLimitsIsOnRecord(t *testing.T) {
	text := pacedBy("120s", "price > 0")
	o := newKeeper(t, text)
	o.until(20)
	o.write(strings.Replace(text, "[heartbeat]", "[risk]\nslippage = \"20bps\"\n[heartbeat]", 1))
	o.until(1 << 40)
	got := told(t, o.options.Out)
	if n := strings.Count(strings.Join(got, "\n"), audit.TypePolicyChanged); n != 2 || got[0] != audit.TypePolicyChanged {
		t.Errorf("it tells of %q", got)
	}
	if r, err := replay.Run(t.Context(), o.options.Out, replay.Options{}); err != nil || r.AuditEqual == 0 || r.AuditAbsent != 0 {
		t.Errorf("replayed %+v: %v", r, err)
	}
}

// spec: safety §12.3: a chain that was rewritten is not gone on with, one whose end was cut
// off, or that is gone, is computed again; here without checkpoints, before which nothing is read.
func TestALifeGoesOnWithTheAuditThatItsJournalLeadsToOrNotAtAll(t *testing.T) {
	o := chop(t)
	o.Strategy = filepath.Join("..", "..", "test", "script", "testdata", "metronome.md")
	o.Config.Oracle.Enabled, o.every = false, -1
	interrupted(t, o, 60)
	file := filepath.Join(o.Out, home.AuditDir, audit.File)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	put := func(b []byte) {
		t.Helper()
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bad := slices.Clone(text)
	bad[len(bad)/2] ^= 1
	put(bad)
	var broken *audit.Broken
	if _, err := Run(t.Context(), o); !errors.As(err, &broken) {
		t.Errorf("a changed byte: %v", err)
	}
	put(rewritten(t, text))
	if _, err := Run(t.Context(), o); !errors.Is(err, audit.ErrDiffers) {
		t.Errorf("a chain that is sound and another: %v", err)
	}
	put(text[:len(text)/2])
	interrupted(t, o, 70)
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	interrupted(t, o, 80)
	again, err := os.ReadFile(file)
	if _, bad := inspect.Dir(o.Out); err != nil || bad != nil || !slices.Equal(again[:len(text)/2], text[:len(text)/2]) {
		t.Errorf("the chain that was computed again: %v, %v", err, bad)
	}
}

// rewritten is a chain of the same events, each a tick later, whose hashes all hold.
func rewritten(t *testing.T, text []byte) (b []byte) {
	t.Helper()
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, audit.File), text, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := audit.Read(elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	anew := t.TempDir()
	s, err := audit.Open(anew, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var before audit.Hash
	for _, r := range c.Records {
		r.Tick++
		r.Prev = before
		r.Hash = r.Sum()
		before = r.Hash
		if err := s.Append(r, false); err != nil {
			t.Fatal(err)
		}
	}
	if b, err = os.ReadFile(filepath.Join(anew, audit.File)); err != nil {
		t.Fatal(err)
	}
	return b
}
