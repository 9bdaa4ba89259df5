package golem

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/replay"
)

// jumpy is the machine's clock, which somebody puts forward or back. A wait that is under
// way lasts as long as it was to last, as a timer does.
type jumpy struct {
	clock.System
	mu  sync.Mutex // guards off
	off time.Duration
}

func (j *jumpy) Now() time.Time {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.System.Now().Add(j.off)
}

func (j *jumpy) WaitUntil(ctx context.Context, t time.Time) error {
	return j.System.WaitUntil(ctx, j.System.Now().Add(t.Sub(j.Now())))
}

func (j *jumpy) jump(by time.Duration) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.off += by
}

const year = 365 * 24 * time.Hour

// spec: mortality §2.3, §22: whoever puts the machine's clock back gives no paid time back
// and stops no life; an hour forward is an hour that was lived, and a year forward is the
// end of the paid time, in order.
func TestALifeSurvivesTheMachinesClockJumping(t *testing.T) {
	for name, c := range map[string]struct {
		by   time.Duration
		dies lifecycle.Cause
	}{
		"an hour back": {-time.Hour, ""}, "a year back": {-year, ""}, "an hour forward": {time.Hour, ""}, "a year forward": {year, lifecycle.PaidTimeOver},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := market(t)
			dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t))
			hosted(t, dir)
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			j, trades := &jumpy{}, 0
			said := &lines{}
			said.each = func(line string) {
				switch trades += strings.Count(line, "trade "); {
				case strings.Contains(line, "trade 2,"):
					j.jump(c.by)
				case trades >= 6 && c.dies == "":
					stop()
				}
			}
			err := live(ctx, flags{config: filepath.Join(dir, "golem.toml"), dir: dir, clock: j}, said, said)
			if c.dies == "" && (err == nil || !onlyStopped(err) || trades < 6) || c.dies != "" && err != nil {
				t.Fatalf("after %d trades: %v\n%s", trades, err, said)
			}
			if c.dies != "" && !strings.Contains(said.String(), fmt.Sprintf("dead (%s)", c.dies)) {
				t.Errorf("it said %s", said)
			}
			falls(t, dir, c.by)
			r, err := replay.Run(t.Context(), dir, replay.Options{})
			if err != nil || r.Cause != c.dies {
				t.Errorf("replayed %+v (%v)", r, err)
			}
		})
	}
}

// hosted makes a life one that somebody was paid for, for four days.
func hosted(t *testing.T, dir string) {
	t.Helper()
	change(t, filepath.Join(dir, "golem.toml"), func(b []byte) []byte {
		return []byte(strings.Replace(string(b), "[golem]\n", "[golem]\nmode = \"hosted\"\nlifetime = \"96h\"\n", 1))
	})
}

// falls holds the paid time on record to it: it never rises, and an hour forward is an
// hour less.
func falls(t *testing.T, dir string, by time.Duration) {
	t.Helper()
	s, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	first, last, ticks := -1.0, 0.0, 0
	for e, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record == nil {
			continue
		}
		ticks++
		m := e.Record.Mortality
		if first < 0 {
			first, last = m.Clocks.Paid, m.Clocks.Paid
		}
		if m.Clocks.Paid > last {
			t.Errorf("tick %d: %v of the paid time is left, and %v was before", e.Record.Tick, m.Clocks.Paid, last)
		}
		if last = m.Clocks.Paid; e.Record.Tick == 0 && m.Phase != turn.Thriving {
			t.Errorf("born in %s", m.Phase)
		}
	}
	lived := (first - last) * 96
	if by == time.Hour && (lived < 1 || lived > 1.1) || by < 0 && lived > 0.1 {
		t.Errorf("%.3f h of 96 are gone after a jump of %s", lived, by)
	}
	t.Logf("%d ticks, %.4f h of the paid time are gone", ticks, lived)
}
