package golem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/internal/clock"
)

// departing is the machine's clock. Once it is ready, it stops the process that next waits for longer than between
// two looks for a receipt: one that rests between two ticks, as a life mostly does when somebody stops it.
type departing struct {
	clock.System
	ready atomic.Bool
	least time.Duration
	stop  context.CancelFunc
}

func (l *departing) WaitUntil(ctx context.Context, t time.Time) error {
	if l.ready.Load() && t.Sub(l.Now()) > l.least {
		l.stop()
	}
	return l.System.WaitUntil(ctx, t)
}

// leaves lives in a folder, with the keys of its settings and of the environment, until the life said all the
// words and rests, and holds it to a checkpoint that it left behind everything that was said to it. It looks for a
// receipt every poll milliseconds; 0: as by default, and it sends nothing.
func leaves(t *testing.T, dir string, poll int64, words ...string) (said string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	l, out := &departing{least: 100 * time.Duration(poll) * time.Millisecond, stop: stop}, &lines{}
	left := words
	out.each = func(line string) {
		for len(left) > 0 && strings.Contains(line, left[0]) {
			left = left[1:]
		}
		l.ready.Store(len(left) == 0)
	}
	err := live(ctx, flags{config: filepath.Join(dir, "golem.toml"), dir: dir, poll: poll, clock: l, forge: weak}, out, out)
	if err == nil || !onlyStopped(err) || !l.ready.Load() {
		t.Fatalf("it did not say %q: %v\n%s", left, err, out)
	}
	tellsAll(t, dir, out.String())
	return out.String()
}

// tellsAll holds a life to its newest checkpoint being the newest entry of its journal, and telling everything
// that was ever said to it.
func tellsAll(t *testing.T, dir, out string) {
	t.Helper()
	c, err := checkpoint.Newest(dir, nil)
	if err != nil || c == nil {
		t.Fatalf("it left no checkpoint: %v\n%s", err, out)
	}
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	same := func(a, b journal.Entry) bool {
		return a.Seq == b.Seq && a.Kind == b.Kind && bytes.Equal(a.Body, b.Body)
	}
	var said []journal.Entry
	for e, err := range checkpoint.Telling(j.Entries(0)) {
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, e)
	}
	if end, _ := j.Head(); c.Place.Seq+1 != end || len(said) == 0 || !slices.EqualFunc(c.Heard, said, same) {
		t.Fatalf("of %d entries number %d is its newest checkpoint, which tells of %d of the %d words\n%s", end, c.Place.Seq, len(c.Heard), len(said), out)
	}
}

// A limit that was tightened stays so in a process that goes on from a checkpoint behind it: the settings may not
// loosen it at the start, nor in its life.
//
// spec: runtime §14.3, safety §7.4
func TestALimitStaysTightBehindACheckpoint(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t))
	text, err := os.ReadFile(filepath.Join(dir, "golem.toml"))
	restless, bad := os.ReadFile(filepath.Join(dir, "STRATEGY.md"))
	if err := errors.Join(err, bad); err != nil {
		t.Fatal(err)
	}
	limited := func(orders int) {
		put(t, dir, "golem.toml", strings.Replace(string(text), "max_trades_per_hour = 50", fmt.Sprintf("max_trades_per_hour = %d", orders), 1))
	}
	put(t, dir, "STRATEGY.md", strings.Replace(string(restless), "exposure < 1%", "exposure > 99%", 1)) // it never trades
	if code, said := run(t, dir, "active"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	limited(20)
	leaves(t, dir, 0, "active", "limits accepted")
	limited(21)
	const looser = "safety.max_trades_per_hour 21 is looser than 20"
	if code, said := run(t, dir, "active"); code != exitConfig || !strings.Contains(said, looser) {
		t.Fatalf("at a start: exit %d\n%s", code, said)
	}
	limited(20)
	code, said := spokenWith(t, dir, "active", func(until func(string)) {
		limited(21)
		until("limits rejected")
	})
	if code != exitOK || strings.Contains(said, "limits accepted") || !strings.Contains(said, looser) || !onward(t, dir) {
		t.Errorf("in its life: exit %d\n%s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
}

// onward reports whether a process of a life went on from a checkpoint.
func onward(t *testing.T, dir string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "logs", "heartbeat.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(text, []byte("the life goes on from a checkpoint"))
}
