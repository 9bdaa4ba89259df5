package records

import (
	"errors"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/internal/seglog"
)

// life lives ticks from a journal and writes their records, which are made
// durable before the journal is: the order that makes a resume hardest.
func life(dir string, ticks uint64, fault seglog.Fault) (sum [32]byte, err error) {
	store, err := Open(filepath.Join(dir, "cycles"), Options{Repeat: true, Fault: fault})
	if err != nil {
		return sum, err
	}
	defer store.Close()
	j, err := journal.Open(filepath.Join(dir, "journal"), journal.Options{
		Mode: journal.Resume, Policy: journal.History, OnLive: store.EndRepeat, Fault: fault,
	})
	if err != nil {
		return sum, err
	}
	defer j.Close()
	for tick := range ticks {
		j.Begin(tick)
		r := record(tick)
		if _, err := journal.Take(j, journal.KindReading, tick, func() (uint64, error) { return tick, nil }); err != nil {
			return sum, err
		}
		r.Epoch, r.Entries = j.Epoch(), [2]uint64{j.Seq() - 1, j.Seq()}
		if err := store.Write(r); err != nil {
			return sum, err
		}
		if err := errors.Join(store.Sync(), j.End()); err != nil {
			return sum, err
		}
	}
	if err := j.Close(); err != nil {
		return sum, err
	}
	return store.Digest()
}

// replayed computes the records of a life from its journal alone.
func replayed(t *testing.T, dir string, ticks uint64) [32]byte {
	t.Helper()
	j, err := journal.Open(filepath.Join(dir, "journal"), journal.Options{Mode: journal.Replay})
	check(t, err)
	defer j.Close()
	d := NewDigester()
	for tick := range ticks {
		j.Begin(tick)
		_, err := journal.Take(j, journal.KindReading, tick, func() (uint64, error) { panic("a replay asks nobody") })
		check(t, err)
		r := record(tick)
		r.Epoch, r.Entries = j.Epoch(), [2]uint64{j.Seq() - 1, j.Seq()}
		check(t, d.Write(r))
	}
	return d.Sum()
}

// DESIGN §4: given journal and seed, the records are identical bytes, also for a
// life that was killed and restarted.
func TestTheRecordsOfAKilledLifeFollowFromItsJournal(t *testing.T) {
	const ticks = 8
	killed := errors.New("killed")
	kills := 0
	for n := 0; n < 80; n += 5 {
		dir := t.TempDir()
		if _, err := life(dir, ticks, seglog.FailFrom(n, killed)); err == nil {
			break
		}
		kills++
		life(dir, ticks, seglog.FailFrom(n+9, killed)) // and once more, or to the end
		sum, err := life(dir, ticks, nil)
		if err != nil {
			t.Fatalf("killed at operation %d, resumed: %v", n, err)
		}
		if replayed(t, dir, ticks) != sum {
			t.Fatalf("killed at operation %d: the journal leads to other records", n)
		}
		if got := rows(t, filepath.Join(dir, "cycles")); len(got) != ticks {
			t.Fatalf("killed at operation %d: %d rows", n, len(got))
		}
	}
	if kills < 5 {
		t.Fatalf("only %d kills", kills)
	}
}
