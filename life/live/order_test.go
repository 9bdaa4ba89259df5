package live

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/life/replay"
)

// spec: runtime §13.3, mortality §7 row 1: an order in the folder of a life on history ends
// it before the next tick, and the whole life replays.
func TestALifeOnHistoryDiesOfAnOrderInItsFolder(t *testing.T) {
	o := chop(t)
	words, ticks := filepath.Join(o.Out, home.WordsDir), uint64(0)
	o.Progress = func(p Progress) {
		if ticks = p.Ticks; p.Ticks == 60 {
			ownertest.Post(t, words, "kill", owner.Kill{Cause: lifecycle.OwnerKill})
		}
	}
	r, err := Run(t.Context(), o)
	if err != nil || r.Cause != lifecycle.OwnerKill || ticks != 60 {
		t.Fatalf("died of %q after %d ticks, %v", r.Cause, ticks, err)
	}
	buried(t, o.Out, 60, lifecycle.OwnerKill)
}

// buried replays a dead life.
func buried(t *testing.T, dir string, ticks uint64, cause lifecycle.Cause) {
	t.Helper()
	again, err := replay.Run(t.Context(), dir, replay.Options{})
	if err != nil || again.Cause != cause || again.Ticks != ticks || again.Absent != 0 || again.Testament != "equal" {
		t.Errorf("replayed to %+v, %v", again, err)
	}
}

// A life that was cut off finds the order when it goes on, does no tick more, and what is
// no order beside it changes nothing.
func TestALifeThatWasCutOffDiesOfAnOrderWhenItGoesOn(t *testing.T) {
	o := chop(t)
	interrupted(t, o, 40)
	words := filepath.Join(o.Out, home.WordsDir)
	if err := os.MkdirAll(words, 0o700); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(words, "bad.json")
	if err := os.WriteFile(bad, []byte(`{"kind":"kill","word":{"cause":"owner_kill","now":true}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&said, nil))
	interrupted(t, o, 80)
	if n := strings.Count(said.String(), "is ignored"); n != 1 {
		t.Errorf("%d times the log says that the file is ignored: %s", n, &said)
	}
	ownertest.Post(t, words, "kill", owner.Kill{Cause: lifecycle.KillSwitch})
	ticks := uint64(0)
	o.Progress = func(p Progress) { ticks = p.Ticks }
	r, err := Run(t.Context(), o)
	if err != nil || r.Cause != lifecycle.KillSwitch || !r.Resumed || ticks != 80 {
		t.Fatalf("died of %q after %d ticks, %v", r.Cause, ticks, err)
	}
	buried(t, o.Out, 80, lifecycle.KillSwitch)
	if said, there, err := owner.Answered(words, "kill"); !there || err != nil || said.Answer.Status != owner.Accepted || said.Answer.Tick != 80 {
		t.Errorf("the order was answered %v: %+v, %v", there, said.Answer, err)
	}
	if _, err := os.Stat(bad); err != nil {
		t.Errorf("what is no letter was taken away: %v", err)
	}
}
