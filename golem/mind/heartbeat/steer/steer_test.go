package steer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

func ids(steers []turn.Steer) (out []string) {
	for _, s := range steers {
		out = append(out, s.ID)
	}
	return out
}

func offer(t *testing.T, q *Queue, steers ...turn.Steer) {
	t.Helper()
	for _, s := range steers {
		if err := q.Offer(s); err != nil {
			t.Fatal(err)
		}
	}
}

// spec: heartbeat §13, "two steers (medium older, high newer) ⇒ high first".
func TestSteersComeBySeverityPriorityAndAge(t *testing.T) {
	var q Queue
	offer(t, &q,
		turn.Steer{ID: "medium older", Severity: 1, At: 1},
		turn.Steer{ID: "high newer", Severity: 2, At: 2},
		turn.Steer{ID: "high with priority", Severity: 2, At: 3, Priority: 9},
		turn.Steer{ID: "high newest", Severity: 2, At: 4},
	)
	want := []string{"high with priority", "high newer", "high newest", "medium older"}
	if got := ids(q.Take()); !slices.Equal(got, want) || q.Waiting() != 0 {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// spec: heartbeat §13, "follow-up for next_curator at tick 41 is delivered at
// tick 50, not before".
func TestAFollowUpWaitsForItsWindow(t *testing.T) {
	var q Queue
	offer(t, &q, turn.Steer{ID: "c", Window: NextCurator}, turn.Steer{ID: "d", Window: NextDecide})
	for tick := uint64(41); tick < 50; tick++ {
		if got := q.TakeFollowUps(NextCurator, tick); got != nil {
			t.Fatalf("delivered at tick %d", tick)
		}
	}
	if got := ids(q.TakeFollowUps(NextCurator, 50)); !slices.Equal(got, []string{"c"}) {
		t.Fatalf("at tick 50: %v", got)
	}
	if q.FollowUps(NextDecide) != 1 {
		t.Fatal("the other window lost its follow-up")
	}
}

// spec: heartbeat §13, "20 pending steers, 100 follow-ups; beyond ⇒ rejected".
func TestTheLimitsReject(t *testing.T) {
	var q Queue
	for i := range MaxSteers {
		offer(t, &q, turn.Steer{ID: fmt.Sprint("s", i)})
	}
	for i := range MaxFollowUps {
		offer(t, &q, turn.Steer{ID: fmt.Sprint("f", i), Window: NextDecide})
	}
	for _, s := range []turn.Steer{{ID: "s"}, {ID: "f", Window: NextDecide}} {
		if err := q.Offer(s); !errors.Is(err, ErrFull) {
			t.Errorf("%q: %v, want ErrFull", s.ID, err)
		}
	}
	if err := q.Defer(turn.Steer{ID: "d"}); !errors.Is(err, ErrFull) {
		t.Errorf("deferred: %v, want ErrFull", err)
	}
}

func TestMalformedInterventionsAreRefused(t *testing.T) {
	var q Queue
	for name, s := range map[string]turn.Steer{
		"no id":    {},
		"severity": {ID: "a", Severity: 4},
		"length":   {ID: "a", Text: strings.Repeat("ä", MaxText+1)},
		"encoding": {ID: "a", Text: "\xff"},
		"window":   {ID: "a", Window: "next_year"},
	} {
		if err := q.Offer(s); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	offer(t, &q, turn.Steer{ID: "a", Text: strings.Repeat("ä", MaxText)})
	if err := q.Offer(turn.Steer{ID: "a"}); !errors.Is(err, ErrKnown) {
		t.Errorf("twice: %v, want ErrKnown", err)
	}
}

// spec: heartbeat §13, "expired ones are dropped with an acknowledgement".
func TestExpiredInterventionsAreGivenBack(t *testing.T) {
	var q Queue
	offer(t, &q, turn.Steer{ID: "a", Deadline: 10}, turn.Steer{ID: "b"}, turn.Steer{ID: "c", Deadline: 11}, turn.Steer{ID: "d", Window: NextDream, Deadline: 5})
	if got := ids(q.Expire(11)); !slices.Equal(got, []string{"a", "d"}) {
		t.Fatalf("expired %v", got)
	}
	if got := ids(q.Take()); !slices.Equal(got, []string{"b", "c"}) {
		t.Fatalf("left %v", got)
	}
}

func TestAWithdrawnSteerIsGone(t *testing.T) {
	var q Queue
	offer(t, &q, turn.Steer{ID: "a"}, turn.Steer{ID: "b"})
	if !q.Withdraw("a") || q.Withdraw("a") || !slices.Equal(ids(q.Peek()), []string{"b"}) {
		t.Fatalf("left %v", ids(q.Peek()))
	}
}

func TestOrderDoesNotDependOnArrival(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var steers []turn.Steer
		for i := range rapid.IntRange(0, MaxSteers).Draw(t, "n") {
			steers = append(steers, turn.Steer{
				ID: fmt.Sprint(i), Severity: uint8(rapid.IntRange(0, 3).Draw(t, "severity")),
				Priority: uint8(rapid.IntRange(0, 2).Draw(t, "priority")), At: rapid.Int64Range(0, 3).Draw(t, "at"),
			})
		}
		var a, b Queue
		for i, j := range rapid.Permutation(steers).Draw(t, "order") {
			if a.Offer(steers[i]) != nil || b.Offer(j) != nil {
				t.Fatal("refused")
			}
		}
		if x, y := ids(a.Take()), ids(b.Take()); !slices.Equal(x, y) {
			t.Fatalf("%v and %v", x, y)
		}
	})
}
