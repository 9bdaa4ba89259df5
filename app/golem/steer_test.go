package golem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/post"
	"bardo.run/bardo/internal/clock"
)

// spoken lives in a folder, and once a line holds words calls do beside it; the life is
// stopped when do returned.
func spoken(t *testing.T, dir, words string, do func()) (code int, said string) {
	t.Helper()
	return spokenWith(t, dir, words, func(func(string)) { do() })
}

// spokenWith is spoken; do can wait until the life said words, for five minutes at most.
func spokenWith(t *testing.T, dir, words string, do func(until func(words string))) (code int, said string) {
	t.Helper()
	keyIn(t, dir)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var once sync.Once
	out := &lines{}
	until := func(words string) {
		c := clock.System{}
		for end := c.Now().Add(5 * time.Minute); !strings.Contains(out.String(), words) && ctx.Err() == nil; {
			if c.Now().After(end) {
				t.Errorf("it does not say %q", words)
				return
			}
			_ = c.WaitUntil(ctx, c.Now().Add(100*time.Millisecond))
		}
	}
	out.each = func(line string) {
		if strings.Contains(line, words) {
			once.Do(func() {
				go func() {
					defer stop()
					do(until)
				}()
			})
		}
	}
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

// entered is how often a life went in by its rule.
func entered(t *testing.T, dir string) (n int) {
	t.Helper()
	for _, r := range recorded(t, dir) {
		for _, a := range r.Actions {
			if strings.Contains(a.Proposal.Cause, "entry-in") && a.Status == turn.StatusExecuted {
				n++
			}
		}
	}
	return n
}

// spec: heartbeat §13 — an owner's words reach a living Golem, are answered and said, hold
// over a restart, and a replay hears them where the life did. One that came while no process
// lived is heard by the next start, unless its time was over.
func TestASteerReachesALivingGolem(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	opened := 0
	code, said := spoken(t, dir, "active", func() {
		steers(t, exitRefused, "not understood; without a model a Golem obeys: close all", dir, "dance")
		steers(t, exitOK, "heard after tick", dir, "Pause", "entries!")
		livesOn(t, dir, 1)
		opened = entered(t, dir)
		livesOn(t, dir, 3)
	})
	if n := entered(t, dir); n != opened {
		t.Errorf("%d entries, and %d when they were paused", n, opened)
	}
	if code != exitOK || !strings.Contains(said, "steer accepted") || !strings.Contains(said, "steer rejected: it is not understood") {
		t.Errorf("exit %d: %s", code, said)
	}
	if _, said := ask(t, "status", "--data-dir", dir); !strings.Contains(said, "its owner paused entries (Pause entries!, heard after tick") || !strings.Contains(said, "steer: Pause entries!, accepted") {
		t.Errorf("status while entries are paused: %s", said)
	}
	var out bytes.Buffer
	held := recorded(t, dir)
	last := held[len(held)-1].Tick
	if code := bardo.Main(t.Context(), []string{"why", dir, "--tick", fmt.Sprint(last)}, &out, &out); code != 0 || !strings.Contains(out.String(), "the owner paused entries") {
		t.Errorf("why nothing was opened at tick %d: exit %d: %s", last, code, &out)
	}
	out.Reset()
	if code := bardo.Main(t.Context(), []string{"ticks", dir}, &out, &out); code != 0 || !strings.Contains(out.String(), "nothing was proposed; entry in: the owner paused entries") {
		t.Errorf("ticks: exit %d: %s", code, &out)
	}
	steers(t, exitOK, "the next start hears it", dir, "--for", "1ms", "resume entries")
	if code, said := spoken(t, dir, "active", func() { livesOn(t, dir, 3) }); code != exitOK || entered(t, dir) != opened || !strings.Contains(said, "steer expired") {
		t.Errorf("paused, over a restart: exit %d: %s", code, said)
	}
	steers(t, exitOK, "the next start hears it", dir, "resume entries")
	if code, said := run(t, dir, "(rule entry-in)"); code != exitOK || !strings.Contains(said, "steer accepted") {
		t.Errorf("resumed: exit %d: %s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
	if _, said := ask(t, "status", "--data-dir", dir); strings.Contains(said, "paused entries (") {
		t.Errorf("status after they were resumed: %s", said)
	}
}

// What the owner had sold is explained by his word, beside the tick that heard it.
//
// spec: heartbeat §13; DESIGN §1 (promise 1)
func TestASaleByTheOwnersWordIsExplained(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	if code, said := run(t, dir, "trade 1"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	steers(t, exitOK, "the next start hears it", dir, "close all")
	if code, said := run(t, dir, "trade 2"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	var out bytes.Buffer
	if code := bardo.Main(t.Context(), []string{"why", dir, "--trade", "2"}, &out, &out); code != 0 || !strings.Contains(out.String(), `the owner said "close all" (2`) {
		t.Errorf("exit %d: %s", code, &out)
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
	code, said := spokenWith(t, dir, "active", func(until func(string)) {
		writes(string(text) + "\nA note.\n")
		until("strategy accepted")
		livesOn(t, dir, 2)
	})
	if code != exitOK || !strings.Contains(said, "strategy accepted") || !strings.Contains(said, "the edited STRATEGY.md is in force") {
		t.Errorf("exit %d: %s", code, said)
	}
	code, said = spokenWith(t, dir, "active", func(until func(string)) {
		writes("no rules")
		until("strategy rejected")
	})
	if code != exitOK || !strings.Contains(said, "strategy rejected: it does not compile") || strings.Contains(said, "is in force") {
		t.Errorf("exit %d: %s", code, said)
	}
	if _, said := ask(t, "status", "--data-dir", dir); !strings.Contains(strings.Join(strings.Fields(said), " "), "the STRATEGY.md that lies there is not in force: as it was edited in tick") {
		t.Errorf("status: %s", said)
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

// An owner speaks to a living Golem over its loopback address, with a signature and without the
// folder. A stranger's signature, and none, changes nothing.
//
// issue: the house, one door
func TestASignedWordReachesAGolemByItsAddress(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "[identity]\nowner_address = \""+addressOf(t, sessionKey).Hex()+"\"\n")
	edit(t, filepath.Join(dir, "golem.toml"), "port = 0\n", "port = 18431\n")
	const url = "http://127.0.0.1:18431"
	code, said := spoken(t, dir, "active", func() {
		for key, want := range map[string]string{"": "is not the owner's key", golemKey: "the Golem's owner is " + addressOf(t, sessionKey).Hex()} {
			t.Setenv(envOwnerKey, key)
			if code, said := ask(t, "steer", "--url", url, "pause", "entries"); code != exitUsage || !strings.Contains(said, want) {
				t.Errorf("by the key %q: exit %d: %s", key, code, said)
			}
		}
		g, err := post.Ask(t.Context(), url)
		if err != nil {
			t.Error(err)
			return
		}
		forged, err := g.Sign(owner.Letter{ID: "forged", At: 1, Expires: 5e12, Word: owner.Kill{Cause: lifecycle.OwnerKill}}, func(apitypes.TypedData) (none [65]byte, _ common.Hash, _ error) { return none, common.Hash{}, nil })
		if err != nil {
			t.Error(err)
		}
		if a, heard, err := post.Send(t.Context(), url, forged); heard || !errors.Is(err, post.ErrRefused) || !strings.Contains(err.Error(), owner.ErrProof.Error()) {
			t.Errorf("a stranger's letter: %+v, %v, %v", a, heard, err)
		}
		t.Setenv(envOwnerKey, sessionKey)
		if code, said := ask(t, "halt", "--url", url); code != exitOK || !strings.Contains(said, "heard after tick") {
			t.Errorf("halt: exit %d: %s", code, said)
		}
	})
	if code != exitOK || !strings.Contains(said, "halt accepted") || strings.Contains(said, "kill") {
		t.Errorf("exit %d: %s", code, said)
	}
}
