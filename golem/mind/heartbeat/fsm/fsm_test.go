package fsm

import (
	"errors"
	"flag"
	"os"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite generated files")

// spec: heartbeat §8, the table: every pair of state and event.
func TestEveryPairIsInTheTableOrIllegal(t *testing.T) {
	legal := map[State]map[Event]State{}
	for _, row := range Table() {
		if legal[row.From] == nil {
			legal[row.From] = map[Event]State{}
		}
		if _, twice := legal[row.From][row.On]; twice {
			t.Fatalf("two rows for %v on %v", row.From, row.On)
		}
		legal[row.From][row.On] = row.To
	}
	for s := range states {
		for e := range events {
			m := Machine{state: s}
			to, want := legal[s][e]
			err := m.Fire(e)
			if want && (err != nil || m.State() != to) {
				t.Errorf("%v on %v: %v (%v), want %v", s, e, m.State(), err, to)
			}
			if !want && (!errors.Is(err, ErrIllegal) || m.State() != s) {
				t.Errorf("%v on %v: %v (%v), want ErrIllegal", s, e, m.State(), err)
			}
			if (&Machine{state: s}).Possible(e) != want {
				t.Errorf("Possible(%v) in %v is not %v", e, s, want)
			}
		}
	}
}

func TestEveryStateLeadsBackToIdle(t *testing.T) {
	for s := range states {
		reached, todo := map[State]bool{s: true}, []State{s}
		for len(todo) > 0 {
			from := todo[0]
			todo = todo[1:]
			for _, row := range Table() {
				if row.From == from && !reached[row.To] {
					reached[row.To] = true
					todo = append(todo, row.To)
				}
			}
		}
		if !reached[Idle] {
			t.Errorf("no way from %v to idle", s)
		}
	}
}

func at(t *testing.T, events ...Event) *Machine {
	t.Helper()
	var m Machine
	for _, e := range events {
		check(t, m.Fire(e))
	}
	return &m
}

var (
	deciding   = []Event{Begin, Observed, Retrieved, Analyzed, Chosen}
	validating = append(deciding[:5:5], Proposed, Simulated)
	executing  = append(validating[:7:7], Permitted)
)

// spec: heartbeat §8, steer effects.
func TestADecisionIsInterruptedTwiceAndThenNoMore(t *testing.T) {
	m := at(t, deciding...)
	for i, want := range []Effect{Interrupts, Interrupts, NextTick} {
		if got := m.Accept(0); got != want {
			t.Fatalf("steer %d: %v, want %v", i+1, got, want)
		}
	}
	if m.Substate() != Interrupted {
		t.Fatalf("substate %v", m.Substate())
	}
	m.Read()
	if m.Substate() != Normal {
		t.Fatalf("substate after reading: %v", m.Substate())
	}
}

func TestNothingIsPermittedUntilASteerWasRead(t *testing.T) {
	m := at(t, deciding...)
	m.Accept(1)
	for _, e := range []Event{Proposed, Simulated} {
		check(t, m.Fire(e))
	}
	if err := m.Fire(Permitted); !errors.Is(err, ErrIllegal) {
		t.Fatalf("got %v, want ErrIllegal", err)
	}
	m.Read()
	check(t, m.Fire(Permitted))
}

func TestASevereSteerDropsWhatIsBeingValidated(t *testing.T) {
	m := at(t, validating...)
	if got := m.Accept(High - 1); got != FollowsUp {
		t.Fatalf("mild: %v", got)
	}
	if got := m.Accept(High); got != Drops {
		t.Fatalf("severe: %v", got)
	}
	if err := m.Fire(Dropped); err != nil || m.State() != Deciding || m.Substate() != Interrupted {
		t.Fatalf("%v %v (%v)", m.State(), m.Substate(), err)
	}
}

func TestACancelledPlanDoesNotGoOn(t *testing.T) {
	m := at(t, executing...)
	if got := m.Accept(High); got != Cancels || m.Substate() != CancelPending {
		t.Fatalf("%v, %v", got, m.Substate())
	}
	m.Restrict()
	check(t, m.Fire(Committed))
	if err := m.Fire(Again); !errors.Is(err, ErrIllegal) || m.Substate() != CancelPending {
		t.Fatalf("went on: %v, %v", err, m.Substate())
	}
	for _, e := range []Event{Verified, Recorded} {
		check(t, m.Fire(e))
	}
	if m.Substate() != Normal || m.State() != Idle {
		t.Fatalf("%v %v", m.State(), m.Substate())
	}
}

func TestARestrictedPlanDoesNotGoOn(t *testing.T) {
	m := at(t, executing...)
	m.Restrict()
	if m.Substate() != Restricted {
		t.Fatalf("substate %v", m.Substate())
	}
	check(t, m.Fire(Committed))
	if err := m.Fire(Again); !errors.Is(err, ErrIllegal) {
		t.Fatalf("went on: %v", err)
	}
}

// spec: heartbeat §8, check: model-based over random event sequences. The model
// counts permits that were committed and calls that are running.
func TestRandomSequencesStayInTheTableAndCancelledPlansStopGrowing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Machine
		committed, running := 0, 0
		cancelled, atCancel := false, 0
		for range rapid.IntRange(1, 200).Draw(t, "length") {
			if rapid.IntRange(0, 3).Draw(t, "steer") == 0 {
				severity := uint8(rapid.IntRange(0, 3).Draw(t, "severity"))
				inExecution := m.State() == Executing
				effect := m.Accept(severity)
				if (effect == Cancels) != (inExecution && severity >= High) {
					t.Fatalf("steer %d in %v: %v", severity, m.State(), effect)
				}
				if effect == Cancels {
					cancelled, atCancel, running = true, committed, 0
				}
			}
			if m.State() == Deciding && rapid.Bool().Draw(t, "read") {
				m.Read()
			}
			e := Event(rapid.IntRange(0, int(events)-1).Draw(t, "event"))
			if rapid.IntRange(0, 4).Draw(t, "legal") > 0 { // mostly go on, else little is reached
				e = rapid.SampledFrom(possible(&m)).Draw(t, "next")
			}
			before, unread := m.State(), m.unread
			err := m.Fire(e)
			if want, ok := next(before, e); err == nil && (!ok || m.State() != want) || err != nil && m.State() != before {
				t.Fatalf("%v on %v led to %v (%v)", before, e, m.State(), err)
			}
			if m.State() >= states {
				t.Fatalf("state %v", m.State())
			}
			if err != nil {
				continue
			}
			switch e {
			case Begin:
				cancelled = false
			case Permitted:
				if unread {
					t.Fatal("permitted with an unread steer")
				}
				committed++
				running = 1
			case Committed, Recover:
				running = 0
			}
			if cancelled && committed != atCancel {
				t.Fatalf("%d permits committed after the cancellation", committed-atCancel)
			}
			if running > 0 && m.State() != Executing {
				t.Fatalf("a call runs in %v", m.State())
			}
		}
	})
}

func possible(m *Machine) (legal []Event) {
	for e := range events {
		if m.Possible(e) && e != Recover {
			legal = append(legal, e)
		}
	}
	return legal
}

func TestTheDiagramIsUpToDate(t *testing.T) {
	const file = "diagram.md"
	if *update {
		check(t, os.WriteFile(file, []byte(Diagram()), 0o644))
	}
	got, err := os.ReadFile(file)
	check(t, err)
	if string(got) != Diagram() {
		t.Fatalf("%s is stale: go test ./golem/mind/heartbeat/fsm -update", file)
	}
}

func TestNamesAreComplete(t *testing.T) {
	for s := range states {
		if s.String() == "" || s.Display() == "" {
			t.Errorf("state %d has no name", s)
		}
	}
	for e := range events {
		if e.String() == "" {
			t.Errorf("event %d has no name", e)
		}
	}
	if states.String() != "invalid(12)" || events.String() != "invalid(21)" || Substate(9).String() != "restricted" {
		t.Error("values outside the table")
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
