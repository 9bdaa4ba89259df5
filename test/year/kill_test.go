package year

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/verify"
)

// errAsked is how a platform asks a process to stop.
var errAsked = errors.New("asked to stop")

// errKilled is what everything that is written answers once a process is dead.
var errKilled = errors.New("killed")

// killedWithin has the next process write nothing any more after so many writes.
func (l *life) killedWithin(writes int) {
	l.sites, l.fault = nil, seglog.FailFrom(writes, errKilled)
}

// killedAt has the next process write nothing any more from a moment on.
func (l *life) killedAt(moment site.Site) {
	dead := false
	l.sites = func(s site.Site) { dead = dead || s == moment }
	l.fault = func(_ seglog.Op, size int) (int, error) {
		if dead {
			return 0, errKilled
		}
		return size, nil
	}
}

// inside are the moments of a checkpoint: its file, then its entry.
var inside = append(
	site.Of(site.Document, []string{"checkpoint"}, site.Before, site.After),
	site.Of(site.Entry, []string{string(journal.KindCheckpoint)}, site.Before, site.After)...,
)

// spec: runtime §14.3, §15: a life that is killed at any write, and at each moment of a checkpoint,
// loses nothing that was on record, signs for no nonce twice, and is the life of its journal.
func TestALifeThatIsKilledBetweenAndInsideCheckpoints(t *testing.T) {
	kills := 12
	if os.Getenv("BARDO_LONG") != "" {
		kills = 50
	}
	l, err := newLife(17, filepath.Join(t.TempDir(), "life"), kills)
	if err != nil {
		t.Fatal(err)
	}
	l.every = 6 * time.Hour
	rng, entries := seed.Seed(17).Stream("kills"), uint64(0)
	for n := range kills {
		if l.killedWithin(1 + rng.IntN(300)); n%2 == 0 {
			l.killedAt(inside[n/2%len(inside)])
		}
		if err := l.run(t.Context(), kills*beats, errAsked); !errors.Is(err, errKilled) {
			t.Fatalf("kill %d: %v\n%s", n, err, l.log.text())
		}
		if now := l.onRecord(t); now < entries {
			t.Fatalf("kill %d: of %d entries %d are left", n, entries, now)
		} else {
			entries = now
		}
	}
	l.fault, l.sites = nil, nil
	if err := l.run(t.Context(), beats, errAsked); !errors.Is(err, errAsked) {
		t.Fatal(err)
	}
	r, err := replay.Run(t.Context(), l.dir, replay.Options{})
	if err != nil || r.Absent != 0 {
		t.Errorf("%d of %d records: %v", r.Equal, r.Equal+r.Absent, err)
	}
	if v, err := verify.Check(t.Context(), l.dir, verify.Options{}); err != nil || !v.Whole {
		t.Errorf("not every file is whole: %+v (%v)", v, err)
	}
	_, _, _, problems := l.world.Tally()
	from, aside, sent := l.log.count("goes on from a checkpoint"), l.log.count("set aside"), len(l.world.Mined())
	t.Logf("%d boots, %d from a checkpoint, %d ticks, %d transactions", r.Boots, from, r.Ticks, sent)
	if len(problems) > 0 || aside > 0 || from < kills*3/4 || sent < 10 {
		t.Errorf("%d set aside, %v\n%s", aside, problems, l.log.text())
	}
}

// onRecord is how many entries the journal has.
func (l *life) onRecord(t *testing.T) uint64 {
	t.Helper()
	j, err := journal.Read(filepath.Join(l.dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	n, _ := j.Head()
	return n
}
