// Package steer queues interventions until the tick that hears them (heartbeat
// §13): steers, which change what happens now, and follow-ups, which wait for a
// window.
//
// A Queue is bounded, forgets nothing silently (whatever is refused or expires is
// returned to be acknowledged), reads no clock and belongs to the goroutine that
// ticks. Texts stay untrusted; the queue only bounds them.
package steer

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"bardo.run/bardo/golem/host/turn"
)

// The limits of heartbeat §13.
const (
	MaxSteers    = 20
	MaxFollowUps = 100
	MaxText      = 4_000 // characters
	MaxSeverity  = 3
)

// The windows of a follow-up.
const (
	NextDecide  = "next_decide"
	NextReflect = "next_reflect"
	NextCurator = "next_curator"
	NextDream   = "next_dream"
)

// The sources inside the Golem. Whatever has another source comes from the owner.
const (
	RiskDaemon       = "risk_daemon"
	PolicyDaemon     = "policy_daemon"
	MortalityEngine  = "mortality_engine"
	AttentionForager = "attention_forager"
)

// FromOwner reports whether a steer is the owner's and not the Golem's own.
func FromOwner(s turn.Steer) bool {
	switch s.Source {
	case RiskDaemon, PolicyDaemon, MortalityEngine, AttentionForager:
		return false
	default:
		return true
	}
}

// curatorTicks is how often the Curator runs (heartbeat §1.2).
const curatorTicks = 50

// Sentinels of a refused intervention.
var (
	ErrFull    = errors.New("queue full")
	ErrInvalid = errors.New("invalid intervention")
	ErrKnown   = errors.New("intervention already queued")
)

// Queue holds what waits. The zero value is empty and ready.
type Queue struct {
	steers    []turn.Steer // most urgent first
	followUps []turn.Steer // in the order of arrival
}

// Offer adds an intervention; one with a window is a follow-up. It refuses what
// is malformed (ErrInvalid), what is queued already under the same id (ErrKnown)
// and what exceeds a limit (ErrFull).
func (q *Queue) Offer(s turn.Steer) error {
	if err := check(s); err != nil {
		return err
	}
	same := func(o turn.Steer) bool { return o.ID == s.ID }
	if slices.ContainsFunc(q.steers, same) || slices.ContainsFunc(q.followUps, same) {
		return fmt.Errorf("%w: %q", ErrKnown, s.ID)
	}
	if s.Window != "" {
		if len(q.followUps) == MaxFollowUps {
			return fmt.Errorf("%w: %d follow-ups wait", ErrFull, MaxFollowUps)
		}
		q.followUps = append(q.followUps, s)
		return nil
	}
	if len(q.steers) == MaxSteers {
		return fmt.Errorf("%w: %d steers wait", ErrFull, MaxSteers)
	}
	at, _ := slices.BinarySearchFunc(q.steers, s, order)
	q.steers = slices.Insert(q.steers, at, s)
	return nil
}

func check(s turn.Steer) error {
	switch {
	case s.ID == "":
		return fmt.Errorf("%w: no id", ErrInvalid)
	case s.Severity > MaxSeverity:
		return fmt.Errorf("%w: severity %d, want at most %d", ErrInvalid, s.Severity, MaxSeverity)
	case !utf8.ValidString(s.Text):
		return fmt.Errorf("%w: text is not UTF-8", ErrInvalid)
	case utf8.RuneCountInString(s.Text) > MaxText:
		return fmt.Errorf("%w: text longer than %d characters", ErrInvalid, MaxText)
	}
	switch s.Window {
	case "", NextDecide, NextReflect, NextCurator, NextDream:
		return nil
	default:
		return fmt.Errorf("%w: window %q", ErrInvalid, s.Window)
	}
}

// order sorts by severity, priority, age and, so that it is total, id.
func order(a, b turn.Steer) int {
	switch {
	case a.Severity != b.Severity:
		return int(b.Severity) - int(a.Severity)
	case a.Priority != b.Priority:
		return int(b.Priority) - int(a.Priority)
	case a.At != b.At:
		return cmp64(a.At, b.At)
	case a.ID < b.ID:
		return -1
	case a.ID > b.ID:
		return 1
	default:
		return 0
	}
}

func cmp64(a, b int64) int {
	if a < b {
		return -1
	}
	return 1
}

// Defer makes a steer a follow-up of the next decision, as a mild steer during
// an action and any steer while dreaming becomes one.
func (q *Queue) Defer(s turn.Steer) error {
	s.Window = NextDecide
	return q.Offer(s)
}

// Withdraw removes the steer with that id and reports whether it waited.
func (q *Queue) Withdraw(id string) bool {
	return remove(&q.steers, func(s turn.Steer) bool { return s.ID == id }) != nil
}

// Waiting returns how many steers wait.
func (q *Queue) Waiting() int { return len(q.steers) }

// Peek returns the steers that wait, most urgent first. Read only.
func (q *Queue) Peek() []turn.Steer { return q.steers }

// FollowUps returns how many follow-ups wait for the window.
func (q *Queue) FollowUps(window string) int {
	n := 0
	for i := range q.followUps {
		if q.followUps[i].Window == window {
			n++
		}
	}
	return n
}

// Take removes and returns all steers, most urgent first.
func (q *Queue) Take() []turn.Steer {
	taken := q.steers
	q.steers = nil
	return taken
}

// TakeFollowUps removes and returns the follow-ups of window, first come first
// served. Those of the Curator are only due at its ticks, every 50.
func (q *Queue) TakeFollowUps(window string, tick uint64) []turn.Steer {
	if window == NextCurator && tick%curatorTicks != 0 {
		return nil
	}
	return remove(&q.followUps, func(s turn.Steer) bool { return s.Window == window })
}

// Expire removes and returns whatever has a deadline before now, in unix
// milliseconds.
func (q *Queue) Expire(now int64) []turn.Steer {
	late := func(s turn.Steer) bool { return s.Deadline != 0 && s.Deadline < now }
	return append(remove(&q.steers, late), remove(&q.followUps, late)...)
}

func remove(from *[]turn.Steer, which func(turn.Steer) bool) (taken []turn.Steer) {
	for _, s := range *from {
		if which(s) {
			taken = append(taken, s)
		}
	}
	if taken != nil {
		*from = slices.DeleteFunc(*from, which)
	}
	return taken
}
