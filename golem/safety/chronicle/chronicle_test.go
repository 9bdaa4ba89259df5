package chronicle

import (
	"testing"
	"time"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
)

// recorded keeps the records of a chain.
type recorded []audit.Record

func (l *recorded) Append(r audit.Record, _ bool) error {
	*l = append(*l, r)
	return nil
}

// What is taken down behind the newest entry comes again behind a restart, in another
// place: a manifest must not vouch for it while the life goes on.
func TestTheManifestVouchesForWhatComesAgain(t *testing.T) {
	j, err := journal.Open(t.TempDir(), journal.Options{Boot: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	state, _ := turn.NewState(turn.Identity{})
	a := New(Life{Journal: j, State: state, Clock: tape.NewClock(j, nil, false)}, &recorded{})
	take := func() {
		t.Helper()
		if _, err := journal.Take(j, journal.KindNote, 1, func() (int, error) { return 1, nil }); err != nil {
			t.Fatal(err)
		}
	}
	vouched := func(want uint64) {
		t.Helper()
		if got := a.Firm().Records; got != want {
			t.Errorf("the manifest vouches for %d records, want %d", got, want)
		}
	}
	vouched(0)
	a.Tell(audit.Intervention("restart", "info"))
	a.Tell(audit.Intervention("restart", "info"))
	vouched(0)
	take()
	vouched(2)
	a.Tell(audit.Intervention("restart", "info"))
	a.Tell(audit.Intervention("restart", "info"))
	vouched(2)
	take()
	take()
	vouched(4)
	a.Tell(audit.DeathInitiated("credit"))
	vouched(4)
	a.Close()
	vouched(5)
}

// spec: safety §12.3: the head is anchored every 1,000 ticks or every 24 h, whichever comes
// first, and one that failed is retried.
func TestAnAnchorIsDueByTicksOrByTime(t *testing.T) {
	const day = 24 * 3_600_000
	for name, c := range map[string]struct {
		n    Anchors
		tick uint64
		now  int64
		due  bool
	}{
		"young":                 {Anchors{}, 999, day, false},
		"1,000 ticks":           {Anchors{}, 1_000, day, true},
		"a day":                 {Anchors{}, 5, day + 1, true},
		"anchored lately":       {Anchors{tick: 1_000, at: day}, 1_999, 2*day - 1, false},
		"1,000 ticks more":      {Anchors{tick: 1_000, at: day}, 2_000, day + 5, true},
		"a day more":            {Anchors{tick: 1_000, at: day}, 1_001, 2 * day, true},
		"failed just now":       {Anchors{failed: true, attempt: 1_000}, 1_009, 9 * day, false},
		"failed ten ticks back": {Anchors{failed: true, attempt: 1_000}, 1_010, 9 * day, true},
	} {
		j, err := journal.Open(t.TempDir(), journal.Options{Boot: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		state, w := turn.NewState(turn.Identity{})
		now := tape.NewClock(j, clock.NewSimulated(time.UnixMilli(c.now)), true)
		c.n.of = New(Life{Journal: j, Clock: now, State: state, Born: 1}, nil)
		w.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = c.tick })
		now.Now()
		if got := c.n.due(); got != c.due {
			t.Errorf("%s: due %v", name, got)
		}
	}
}
