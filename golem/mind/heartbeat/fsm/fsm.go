// Package fsm is the state machine of one theta tick and says what a steer does
// to it (heartbeat §8).
//
// Both are data: one table of transitions, one of steer effects; whatever is not
// in a table is an error. The package holds no queue, no clock and no port. A
// Machine belongs to the goroutine that ticks. The diagram beside this file is
// generated from the table.
package fsm

import (
	"errors"
	"fmt"
)

// State is where the tick stands.
type State uint8

// The states of heartbeat §8.
const (
	Idle State = iota
	Observing
	Retrieving
	Analyzing
	Gating
	Deciding
	Simulating
	Validating
	Executing
	Verifying
	Reflecting
	Sleeping
	states
)

var stateNames = [states]string{
	"idle", "observing", "retrieving", "analyzing", "gating", "deciding",
	"simulating", "validating", "executing", "verifying", "reflecting", "sleeping",
}

// String returns the state's name as events carry it.
func (s State) String() string {
	if s < states {
		return stateNames[s]
	}
	return fmt.Sprintf("invalid(%d)", uint8(s))
}

// Display returns the phase of a tick that surfaces show.
func (s State) Display() string {
	switch {
	case s == Idle:
		return "idle"
	case s <= Gating:
		return "sensing"
	case s == Deciding:
		return "deciding"
	case s <= Verifying:
		return "acting"
	case s == Sleeping:
		return "sleeping"
	default:
		return "reflecting"
	}
}

// Event is what moves the machine.
type Event uint8

// The events. Again leads from a verified action to the next step of the same
// plan, Refused from a blocked proposal to a decision that knows the reason;
// both are steps of the deliberation loop of one tick.
const (
	Begin Event = iota
	Observed
	ObserveFailed
	Skip // idle suppression skips steps 2 and 3
	Retrieved
	Analyzed
	Suppressed // the gate answered T0
	Chosen     // the gate answered T1 or T2
	Proposed
	Settled // the decision proposes nothing more
	Simulated
	Refused
	Dropped // a steer of high severity drops the proposal
	Permitted
	Committed
	Verified
	Again
	Recover // a step failed beyond repair: straight to the record
	Recorded
	Sleep
	Wake
	events
)

var eventNames = [events]string{
	"begin", "observed", "observe_failed", "skip", "retrieved", "analyzed",
	"suppressed", "chosen", "proposed", "settled", "simulated", "refused", "dropped", "permitted", "committed",
	"verified", "again", "recover", "recorded", "sleep", "wake",
}

// String returns the event's name.
func (e Event) String() string {
	if e < events {
		return eventNames[e]
	}
	return fmt.Sprintf("invalid(%d)", uint8(e))
}

// Substate qualifies Deciding and Executing.
type Substate uint8

// The substates of heartbeat §8.
const (
	Normal        Substate = iota
	Interrupted            // Deciding: a steer waits to be read
	CancelPending          // Executing: the rest of the plan is cancelled
	Restricted             // Executing: a safety constraint blocks the rest
)

// String returns the substate's name.
func (s Substate) String() string {
	return [...]string{"normal", "interrupted", "cancel_pending", "restricted"}[min(s, Restricted)]
}

// Transition is one row of the table.
type Transition struct {
	From State
	On   Event
	To   State
}

// table is the whole machine. Recover is possible in every state between Begin
// and Recorded and stands there once per state, so that the table stays complete.
var table = [...]Transition{
	{Idle, Begin, Observing},
	{Idle, Sleep, Sleeping},
	{Observing, Observed, Retrieving},
	{Observing, Skip, Gating},
	{Observing, ObserveFailed, Reflecting},
	{Observing, Recover, Reflecting},
	{Retrieving, Retrieved, Analyzing},
	{Retrieving, Recover, Reflecting},
	{Analyzing, Analyzed, Gating},
	{Analyzing, Recover, Reflecting},
	{Gating, Suppressed, Reflecting},
	{Gating, Chosen, Deciding},
	{Gating, Recover, Reflecting},
	{Deciding, Proposed, Simulating},
	{Deciding, Settled, Reflecting},
	{Deciding, Recover, Reflecting},
	{Simulating, Simulated, Validating},
	{Simulating, Refused, Deciding},
	{Simulating, Dropped, Deciding},
	{Simulating, Recover, Reflecting},
	{Validating, Permitted, Executing},
	{Validating, Refused, Deciding},
	{Validating, Dropped, Deciding},
	{Validating, Recover, Reflecting},
	{Executing, Committed, Verifying},
	{Executing, Recover, Reflecting},
	{Verifying, Verified, Reflecting},
	{Verifying, Again, Deciding},
	{Verifying, Recover, Reflecting},
	{Reflecting, Recorded, Idle},
	{Reflecting, Recover, Reflecting},
	{Sleeping, Wake, Idle},
}

// Table returns a copy of the table, for the diagram and for tests.
func Table() []Transition { return append([]Transition(nil), table[:]...) }

// ErrIllegal says that the table has no such transition.
var ErrIllegal = errors.New("illegal transition")

// Machine is one tick's state. The zero value is Idle.
type Machine struct {
	state         State
	sub           Substate
	interruptions int
	unread        bool // a steer was accepted and no decision has seen it yet
}

// State returns where the machine stands, Substate how.
func (m *Machine) State() State { return m.state }

// Substate returns the substate. What ended a plan stays until the tick is
// recorded, an interruption until the decision has read it.
func (m *Machine) Substate() Substate { return m.sub }

// Possible reports whether the table has a transition for e.
func (m *Machine) Possible(e Event) bool {
	_, ok := next(m.state, e)
	return ok
}

// Fire moves the machine. It answers ErrIllegal, and stays where it is, when the
// table has no such transition, when a steer waits to be read and e would lead
// to an execution, and when the rest of the plan is cancelled or restricted and
// e would go on with it.
func (m *Machine) Fire(e Event) error {
	to, ok := next(m.state, e)
	switch {
	case !ok:
		return fmt.Errorf("%w: %s in %s", ErrIllegal, e, m.state)
	case e == Permitted && m.unread:
		return fmt.Errorf("%w: %s in %s while a steer waits to be read", ErrIllegal, e, m.state)
	case e == Again && m.ended():
		return fmt.Errorf("%w: %s after %s", ErrIllegal, e, m.sub)
	}
	switch e {
	case Begin:
		m.sub, m.interruptions = Normal, 0
	case Dropped:
		m.sub = Interrupted
	case Proposed, Recorded:
		m.sub = Normal
	}
	m.state = to
	return nil
}

func (m *Machine) ended() bool { return m.sub == CancelPending || m.sub == Restricted }

func next(from State, e Event) (State, bool) {
	for _, t := range table {
		if t.From == from && t.On == e {
			return t.To, true
		}
	}
	return from, false
}
