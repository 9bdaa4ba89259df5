package records

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// A record is never rewritten; how it turned out is told by what was appended.
func TestARecordIsReadAsItTurnedOut(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	check(t, err)
	defer s.Close()
	action := func(permit string, status turn.Status) turn.Action {
		return turn.Action{Preview: turn.Preview{PermitID: permit}, Status: status}
	}
	later := func(permit string, status turn.Status) Outcome {
		return Outcome{Tick: 1, PermitID: permit, Source: SourceReceipt, Execution: &turn.Execution{PermitID: permit, Status: status, GasUsed: 7}}
	}
	records := []turn.Record{
		{Tick: 1, Actions: []turn.Action{action("a", turn.StatusPending), action("b", turn.StatusExecuted), action("c", turn.StatusExecuted)}},
		{Tick: 2, Actions: []turn.Action{action("a", turn.StatusBlocked)}}, // another tick's
	}
	for i := range records {
		check(t, s.Write(&records[i]))
	}
	for _, o := range []Outcome{
		later("a", turn.StatusExecuted), {Tick: 1, PermitID: "b", Source: SourceReorg}, {Tick: 1, PermitID: "c", Source: SourceReorg}, later("c", turn.StatusFailed),
	} {
		check(t, s.Outcome(o))
	}
	want := [][]turn.Status{{turn.StatusExecuted, turn.StatusPending, turn.StatusFailed}, {turn.StatusBlocked}}
	n := 0
	for r, err := range s.Settled() {
		check(t, err)
		for i, a := range r.Actions {
			if a.Status != want[n][i] {
				t.Errorf("tick %d, permit %s: %s, want %s", r.Tick, a.Preview.PermitID, a.Status, want[n][i])
			}
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d records", n)
	}
}
