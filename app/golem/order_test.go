package golem

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/internal/clock"
)

// letters are those in a Golem's folder.
func letters(dir string) *owner.Folder {
	return owner.NewFolder(filepath.Join(dir, home.WordsDir), slog.New(slog.DiscardHandler))
}

// posted returns the ids of the letters in a folder, those that were heard too.
func posted(t *testing.T, dir string) (ids []string) {
	t.Helper()
	for _, in := range []string{home.WordsDir, filepath.Join(home.WordsDir, "heard")} {
		all, err := filepath.Glob(filepath.Join(dir, in, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range all {
			ids = append(ids, strings.TrimSuffix(filepath.Base(path), ".json"))
		}
	}
	return ids
}

// spec: runtime §13.3: an order is heard within 5 s; here it is within one.
func TestAnOrderEndsARestWithinASecond(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := heard{Clock: clock.System{}, pulse: vitals.NewPulse(clock.System{}), waits: letters(dir).Waits}
		begun, ended := h.Now(), make(chan error, 1)
		rest := func(long time.Duration) { ended <- h.Rest(t.Context(), begun.Add(long)) }
		go rest(2300 * time.Millisecond)
		if err, took := <-ended, h.Now().Sub(begun); err != nil || took != 2300*time.Millisecond {
			t.Errorf("rested %s, %v", took, err)
		}
		begun = h.Now()
		go rest(time.Minute)
		if err := h.WaitUntil(t.Context(), begun.Add(2500*time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		ownertest.Post(t, filepath.Join(dir, home.WordsDir), "kill", owner.Kill{Cause: lifecycle.OwnerKill})
		if err, took := <-ended, h.Now().Sub(begun); err != nil || took != 3*time.Second {
			t.Errorf("rested %s beside an order, %v", took, err)
		}
		// A wait in a tick is not shortened: whoever asks for a receipt would ask without end.
		begun = h.Now()
		if err := h.WaitUntil(t.Context(), begun.Add(time.Minute)); err != nil || h.Now().Sub(begun) != time.Minute {
			t.Errorf("waited %s, %v", h.Now().Sub(begun), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := h.Rest(ctx, begun.Add(time.Hour)); err == nil {
			t.Error("a rest that was cancelled ended well")
		}
	})
}

// ask runs one command of the golem.
func ask(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var said bytes.Buffer
	code := Main(t.Context(), args, &said, &said)
	return code, said.String()
}

// spec: runtime §13.3, mortality §7 row 1: a running Golem that rests is ordered to die, and
// does so without another tick; its life replays, and what follows is told that it is dead.
func TestARunningGolemDiesOfItsOwnersWord(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, "gamma_min_interval_secs = 1\ngamma_max_interval_secs = 2\ntheta_min_interval_secs = 1\ntheta_max_interval_secs = 2",
		"gamma_min_interval_secs = 15\ngamma_max_interval_secs = 15\ntheta_min_interval_secs = 60\ntheta_max_interval_secs = 60")
	keyIn(t, dir)
	c := clock.System{}
	ordered, took := make(chan time.Time, 1), time.Duration(-1)
	out := &lines{each: func(line string) {
		switch line {
		case "active":
			go func() {
				_ = c.WaitUntil(t.Context(), c.Now().Add(2500*time.Millisecond)) // the first tick is over, the next is far
				ordered <- c.Now()
				if code, said := ask(t, "kill", "--data-dir", dir); code != exitOK || !strings.Contains(said, "dies, cause owner_kill") {
					t.Errorf("kill: exit %d: %s", code, said)
				}
			}()
		case "terminal":
			took = c.Now().Sub(<-ordered)
		}
	}}
	code := Main(t.Context(), []string{"--config", path}, out, out)
	if code != exitOK || took < 0 || !strings.Contains(out.String(), "dead (owner_kill)") {
		t.Errorf("exit %d, %s after the order: %s", code, took, out)
	}
	if n := ticked(t, dir); n != 1 {
		t.Errorf("%d ticks; it should have had one, and died of the order in its rest", n)
	}
	t.Logf("dying %s after the order", took.Round(time.Millisecond))
	mourned(t, dir, path, lifecycle.OwnerKill)
}

// ticked is how many ticks a life has on record.
func ticked(t *testing.T, dir string) (n uint64) {
	t.Helper()
	store, err := records.Open(filepath.Join(dir, "cycles"), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for ; ; n++ {
		if _, _, err := store.Read(n); err != nil {
			return n
		}
	}
}

// mourned is what holds of a life that was ordered to end.
func mourned(t *testing.T, dir, config string, cause lifecycle.Cause) {
	t.Helper()
	var will struct {
		Cause lifecycle.Cause `json:"cause"`
	}
	text, err := os.ReadFile(filepath.Join(dir, home.TombstoneFile))
	if err == nil {
		text = bytes.ReplaceAll(text, []byte("death_cause"), []byte("cause"))
		err = json.Unmarshal(text, &will)
	}
	if err != nil || will.Cause != cause {
		t.Errorf("the tombstone says %s, %v", text, err)
	}
	evidence := posted(t, dir)
	if len(evidence) != 1 {
		t.Fatalf("the letters are %q", evidence)
	}
	if said, there, err := owner.Answered(filepath.Join(dir, home.WordsDir), evidence[0]); !there || err != nil || said.Answer.Status != owner.Accepted {
		t.Errorf("the order was answered %v: %+v, %v", there, said.Answer, err)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
	for _, args := range [][]string{{"--config", config}, {"kill", "--data-dir", dir}, {"destroy", "--data-dir", dir, "--name", "restless"}} {
		if code, said := ask(t, args...); code != exitOver || !strings.Contains(said, "dead") {
			t.Errorf("%v after the death: exit %d: %s", args, code, said)
		}
	}
	if again := posted(t, dir); !slices.Equal(again, evidence) {
		t.Errorf("the letters became %q", again)
	}
}

// spec: runtime §13.1, safety §15.1: a Golem that does not run finds the order at its next
// start, and does nothing else there; destroying it takes its name.
func TestAStoppedGolemDiesOfAnOrderAtItsNextStart(t *testing.T) {
	for cause, args := range map[lifecycle.Cause][]string{
		lifecycle.OwnerDestroy: {"destroy", "--name", "restless"}, lifecycle.KillSwitch: {"kill", "--by", "operator"},
	} {
		t.Run(string(cause), func(t *testing.T) {
			t.Parallel()
			m := market(t) // the wallet's nonces are one life's
			dir := settings(t, m, m.Chain().Server.Endpoint(), "")
			if code, said := run(t, dir, "trade 1"); code != exitOK {
				t.Fatalf("exit %d: %s", code, said)
			}
			before := recorded(t, dir)
			unnamed(t, dir)
			if code, said := ask(t, append(args, "--data-dir", dir)...); code != exitOK || !strings.Contains(said, "cause "+string(cause)) {
				t.Fatalf("exit %d: %s", code, said)
			}
			path := filepath.Join(dir, "golem.toml")
			if code, said := ask(t, "--config", path); code != exitOK || !strings.Contains(said, fmt.Sprintf("dead (%s)", cause)) || strings.Contains(said, "trade 2") {
				t.Errorf("exit %d: %s", code, said)
			}
			if after := recorded(t, dir); len(after) != len(before) {
				t.Errorf("%d ticks before the order, %d after it", len(before), len(after))
			}
			mourned(t, dir, path, cause)
		})
	}
}

// unnamed is a destruction without the right name: the plan, and nothing else.
func unnamed(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"", "Restless", "restless "} {
		code, said := ask(t, "destroy", "--data-dir", dir, "--name", name)
		if code != exitUsage || !strings.Contains(said, `give its name, --name "restless"`) {
			t.Errorf("%q: exit %d: %s", name, code, said)
		}
		for _, words := range []string{"restless (golem-", "state     active, tick ", "of 50.000000 USDC left", "positions nothing", "pending   nothing", "positions are closed"} {
			if !strings.Contains(said, words) {
				t.Errorf("the plan does not say %q: %s", words, said)
			}
		}
	}
	if ids := posted(t, dir); len(ids) != 0 {
		t.Errorf("without the name it wrote %q", ids)
	}
}

func TestAnOrderToWhatIsNoLifeIsRefusedAndWritesNothing(t *testing.T) {
	empty := t.TempDir()
	for _, verb := range []string{"kill", "destroy"} {
		for want, args := range map[string][]string{
			"name the Golem's folder with --data-dir":               {verb},
			"no life was begun here":                                {verb, "--data-dir", empty},
			"no life was begun here: " + filepath.Join(empty, "no"): {verb, "--data-dir", filepath.Join(empty, "no")},
			"unknown command":                                       {verb, "--data-dir", empty, "now"},
		} {
			code, said := ask(t, args...)
			if wanted := map[bool]int{true: exitStorage, false: exitUsage}[strings.HasPrefix(want, "no life")]; code != wanted || !strings.Contains(said, want) {
				t.Errorf("%v: exit %d: %s", args, code, said)
			}
		}
	}
	if code, said := ask(t, "kill", "--data-dir", empty, "--by", "nobody"); code != exitUsage || !strings.Contains(said, "owner or operator") {
		t.Errorf("exit %d: %s", code, said)
	}
	if files, err := os.ReadDir(empty); err != nil || len(files) != 0 {
		t.Errorf("the folder holds %v, %v", files, err)
	}
}

// DESIGN §4: every --help has an example that a test runs. What follows the verb is run
// in a folder where a life is begun.
func TestTheExamplesOfTheOwnersWordsRun(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	if code, said := run(t, dir, "active"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	t.Chdir(filepath.Dir(dir))
	if err := os.Symlink(dir, "life"); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range newRoot(&bytes.Buffer{}, &bytes.Buffer{}).Commands() {
		if c.Name() != "kill" && c.Name() != "destroy" && c.Name() != "steer" && c.Name() != "feed" && c.Name() != "extend" && c.Name() != "halt" && c.Name() != "resume" {
			continue
		}
		for line := range strings.Lines(c.Example) {
			ran++
			example(t, c, strings.Fields(line)[1:])
		}
	}
	if ran < 11 {
		t.Errorf("only %d examples", ran)
	}
	var again struct {
		Digest    string `json:"records_digest"`
		Testament string `json:"testament"`
	}
	if answered(t, &again, "replay", "life", "--json"); len(again.Digest) != 64 || again.Testament != "none" {
		t.Errorf("replayed %+v", again)
	}
	var log map[string]any
	if answered(t, &log, "audit", "verify", "life", "--json"); len(log) == 0 {
		t.Error("the audit log answers nothing")
	}
	var out, errs bytes.Buffer
	code := Main(t.Context(), []string{"halt", "--json", "--data-dir", "nowhere"}, &out, &errs)
	var f failure
	if err := json.Unmarshal(errs.Bytes(), &f); err != nil || code != exitStorage || f.Exit != code || !strings.Contains(f.Message, "no life") || out.Len() > 0 {
		t.Errorf("exit %d: %s%s, %v", code, &out, &errs, err)
	}
}

func example(t *testing.T, c *cobra.Command, args []string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join("life", home.WordsDir)); err != nil {
		t.Fatal(err)
	}
	code, said := ask(t, args...)
	if code != exitOK || !letters("life").Waits() {
		t.Errorf("%s %v: exit %d: %s", c.Name(), args, code, said)
	}
	if err := os.RemoveAll(filepath.Join("life", home.WordsDir)); err != nil {
		t.Fatal(err)
	}
	var r reply
	answered(t, &r, append(args, "--json")...)
	if _, err := os.Stat(r.Letter); err != nil || r.Status != waiting || !strings.HasPrefix(r.Golem, "golem-") || r.Name == "" || r.Word == "" || r.Tick != nil {
		t.Errorf("%s %v: %+v, %v", c.Name(), args, r, err)
	}
}

// answered runs a command that answers with one object and nothing else.
func answered(t *testing.T, into any, args ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main(t.Context(), args, &out, &errs); code != exitOK || errs.Len() > 0 || strings.Count(out.String(), "\n") != 1 {
		t.Fatalf("%v: exit %d: %s%s", args, code, &out, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatalf("%v: %v: %s", args, err, &out)
	}
}
