package heartbeat

import (
	"context"
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
	"bardo.run/bardo/wire"
)

// The statuses of a command's acknowledgement.
const (
	ackAccepted = "accepted"
	ackRejected = "rejected"
	ackExpired  = "expired"
	ackHeld     = "held"
)

// ears take the interventions that arrive, queue them until a decision hears them, and
// acknowledge each.
type ears struct {
	notes   *notes
	state   *turn.State
	inbox   Inbox // nil: nothing arrives
	machine *fsm.Machine
	queue   steer.Queue
	told    map[string]bool // steers whose senders know that the cost cap holds them
	heard   []turn.Steer    // given to the decision of this tick
}

// begin starts a tick, whose decision has heard nothing yet.
func (e *ears) begin() { e.heard = nil }

// waits reports whether a steer waits, whether one of them is the owner's, and how many
// follow-ups the next decision hears.
func (e *ears) waits() (steered, owner bool, followUps int) {
	return e.queue.Waiting() > 0, slices.ContainsFunc(e.queue.Peek(), steer.FromOwner), e.queue.FollowUps(steer.NextDecide)
}

// listen takes what arrived for the Golem and does with each what the table of
// heartbeat §8 says of the present state. It returns the strongest effect; ok is
// false, and nothing was heard, when the tick must be given up.
func (e *ears) listen(ctx context.Context) (effect fsm.Effect, ok bool) {
	if e.inbox == nil {
		return fsm.Queued, true
	}
	arrived, err := e.inbox.Poll(ctx, e.notes.now)
	if err != nil {
		return fsm.Queued, !e.notes.failed("listen", err)
	}
	for _, s := range arrived {
		switch one := e.accept(s); one {
		case fsm.Interrupts, fsm.Drops, fsm.Cancels:
			effect = one
		}
	}
	for _, s := range e.queue.Expire(e.notes.now) {
		delete(e.told, s.ID)
		e.acknowledge(s, ackExpired, "deadline passed")
	}
	return effect, true
}

// accept puts one intervention where it belongs and acknowledges it.
func (e *ears) accept(s turn.Steer) fsm.Effect {
	if e.state.Vitality().Phase == turn.Terminal {
		e.acknowledge(s, ackRejected, "dying")
		return fsm.Queued
	}
	if s.Window != "" && s.Window != steer.NextDecide {
		e.acknowledge(s, ackRejected, "no part of this Golem hears "+window(s.Window))
		return fsm.Queued
	}
	if s.Window != "" {
		e.settle(s, e.queue.Offer(s))
		return fsm.Queued
	}
	state := e.machine.State()
	if err := e.queue.Offer(s); err != nil {
		e.settle(s, err)
		return fsm.Queued
	}
	effect := e.machine.Accept(s.Severity)
	switch effect {
	case fsm.Held:
		e.queue.Withdraw(s.ID)
		e.acknowledge(s, ackHeld, "asleep")
	case fsm.FollowsUp:
		e.queue.Withdraw(s.ID)
		e.settle(s, e.queue.Defer(s))
	default:
		e.notes.announce(wire.HeartbeatSteerReceived{SteerID: s.ID, FSMState: state.String(), Severity: severity(s.Severity)})
		e.acknowledge(s, ackAccepted, "")
	}
	return effect
}

// window bounds the name of a window that a stranger sent.
func window(name string) string {
	switch name {
	case steer.NextReflect, steer.NextCurator, steer.NextDream:
		return name
	default:
		return "this window"
	}
}

func (e *ears) settle(s turn.Steer, err error) {
	if err != nil {
		e.acknowledge(s, ackRejected, err.Error())
		return
	}
	e.acknowledge(s, ackAccepted, "")
}

func (e *ears) acknowledge(s turn.Steer, status, reason string) {
	ack := wire.SystemCommandAck{RequestID: s.ID, CommandType: "steer", Status: status}
	if s.Window != "" {
		ack.CommandType = "follow_up"
	}
	if reason != "" {
		ack.Reason = wire.Some(reason)
	}
	e.notes.announce(ack)
}

var severities = [...]string{"low", "medium", "high", "critical"}

func severity(s uint8) string { return severities[min(int(s), len(severities)-1)] }

// hear gives the decision everything that waits for it.
func (e *ears) hear() {
	taken := e.queue.Take()
	for i := range taken {
		delete(e.told, taken[i].ID)
	}
	e.heard = append(e.heard, taken...)
	e.heard = append(e.heard, e.queue.TakeFollowUps(steer.NextDecide, e.notes.tick)...)
	e.machine.Read()
}

// tellHeld tells the senders of waiting steers, once each, that the cost cap
// holds them (heartbeat §6.2, check).
func (e *ears) tellHeld() {
	for _, s := range e.queue.Peek() {
		if !e.told[s.ID] {
			e.told[s.ID] = true
			e.acknowledge(s, ackHeld, gate.ReasonCostCap)
		}
	}
}

// fresh reports whether a steer waits that the cost cap does not hold.
func (e *ears) fresh() bool {
	for _, s := range e.queue.Peek() {
		if !e.told[s.ID] {
			return true
		}
	}
	return false
}
