package tape

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/internal/clock"
)

// put is a clock that stands where somebody put it, and moves as far as it is waited for.
type put struct {
	at, waited int64
	during     int64 // put back while it is waited for
}

func (p *put) Now() time.Time { return time.UnixMilli(p.at) }

func (p *put) WaitUntil(_ context.Context, t time.Time) error {
	p.waited = max(t.UnixMilli()-p.at, 0)
	p.at += p.waited - p.during
	return nil
}

const year = 365 * 86_400_000

// spec: mortality §22: whoever puts the machine's clock back, between two readings or while
// a life waits, does not put its time back, nor makes it wait for the clock to come up
// again; one that is only set right is read as it is.
func TestTheTimeOfALifeDoesNotGoBack(t *testing.T) {
	for name, c := range map[string]struct{ between, during, waits, ahead int64 }{
		"as it was":             {0, 0, 5_000, 5_000},
		"set right":             {400, 0, 5_400, 5_000},
		"set right in a wait":   {0, 400, 5_000, 4_600},
		"an hour back":          {3_600_000, 0, 5_000, 5_000},
		"an hour back, waiting": {0, 3_600_000, 5_000, 5_000},
		"a year back":           {year, 0, 5_000, 5_000},
		"a year back twice":     {year, year, 5_000, 5_000},
		"an hour forward":       {-3_600_000, 0, 0, 3_600_000},
	} {
		t.Run(name, func(t *testing.T) {
			j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
			defer j.Close()
			under := &put{at: 3 * year, during: c.during}
			clock := NewClock(j, under, true)
			begin := clock.Now()
			under.at -= c.between
			now, err := clock.WaitUntil(t.Context(), begin+5_000)
			if err != nil || under.waited != c.waits || now-begin != c.ahead || clock.Last() != now {
				t.Errorf("it waited %d ms and went on by %d, want %d and %d (%v)", under.waited, now-begin, c.waits, c.ahead, err)
			}
			under.at += 1_000 // and goes on with it
			if later := clock.Now(); later-now != 1_000 {
				t.Errorf("a second later it is %d ms later", later-now)
			}
		})
	}
}

// early is a clock that rests only a moment.
type early struct{ *clock.Simulated }

func (e early) Rest(ctx context.Context, t time.Time) error {
	return e.WaitUntil(ctx, t.Add(-time.Minute))
}

// A rest may end early, and does so in the replay too; any other wait does not.
func TestARestEndsEarlyInAReplayToo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	live := func(mode journal.Mode, under clock.Clock) (got [3]int64) {
		j := open(t, dir, mode)
		defer j.Close()
		c := NewClock(j, under, true)
		for i, wait := range []func(context.Context, int64) (int64, error){c.Rest, c.WaitUntil, c.Rest} {
			now, err := wait(t.Context(), int64(i+2)*120_000)
			check(t, err)
			got[i] = now
		}
		return got
	}
	want := [3]int64{180_000, 360_000, 420_000}
	if got := live(journal.Record, early{clock.NewSimulated(time.UnixMilli(0))}); got != want {
		t.Errorf("woke at %v", got)
	}
	if got := live(journal.Replay, nil); got != want {
		t.Errorf("replayed: woke at %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	if _, err := NewClock(j, early{clock.NewSimulated(time.UnixMilli(0))}, true).Rest(ctx, 1); !errors.Is(err, journal.ErrInterrupted) {
		t.Errorf("a cancelled rest: %v", err)
	}
}
