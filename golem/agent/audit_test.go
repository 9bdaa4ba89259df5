package agent

import (
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/world/tape"
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
	a := &Agent{stores: Stores{Journal: j}, state: state, clock: tape.NewClock(j, nil, false), trail: audit.NewTrail(&recorded{})}
	take := func() {
		t.Helper()
		if _, err := journal.Take(j, journal.KindNote, 1, func() (int, error) { return 1, nil }); err != nil {
			t.Fatal(err)
		}
	}
	vouched := func(want uint64) {
		t.Helper()
		if got := a.Audited().Records; got != want {
			t.Errorf("the manifest vouches for %d records, want %d", got, want)
		}
	}
	vouched(0)
	a.tell(audit.Intervention("restart", "info"))
	a.tell(audit.Intervention("restart", "info"))
	vouched(0)
	take()
	vouched(2)
	a.tell(audit.Intervention("restart", "info"))
	a.tell(audit.Intervention("restart", "info"))
	vouched(2)
	take()
	take()
	vouched(4)
	a.tell(audit.DeathInitiated("credit"))
	vouched(4)
	a.dead = true
	vouched(5)
}
