package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
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

// listen takes what arrived for the Golem and does with each what the table of
// heartbeat §8 says of the present state. It returns the strongest effect; ok is
// false when the tick must be given up.
func (h *Heartbeat) listen(ctx context.Context) (effect fsm.Effect, ok bool) {
	if h.ports.Inbox == nil {
		return fsm.Queued, true
	}
	arrived, err := h.ports.Inbox.Poll(ctx, h.cycle.now)
	if err != nil {
		return fsm.Queued, !h.failed("listen", err)
	}
	for _, s := range arrived {
		switch e := h.accept(s); e {
		case fsm.Interrupts, fsm.Drops, fsm.Cancels:
			effect = e
		}
	}
	for _, s := range h.queue.Expire(h.cycle.now) {
		delete(h.told, s.ID)
		h.acknowledge(s, ackExpired, "deadline passed")
	}
	return effect, true
}

// accept puts one intervention where it belongs and acknowledges it.
func (h *Heartbeat) accept(s turn.Steer) fsm.Effect {
	if h.state.Vitality().Phase == turn.Terminal {
		h.acknowledge(s, ackRejected, "dying")
		return fsm.Queued
	}
	if s.Window != "" && s.Window != steer.NextDecide {
		h.acknowledge(s, ackRejected, "no part of this Golem hears "+window(s.Window))
		return fsm.Queued
	}
	if s.Window != "" {
		h.settle(s, h.queue.Offer(s))
		return fsm.Queued
	}
	state := h.machine.State()
	if err := h.queue.Offer(s); err != nil {
		h.settle(s, err)
		return fsm.Queued
	}
	effect := h.machine.Accept(s.Severity)
	switch effect {
	case fsm.Held:
		h.queue.Withdraw(s.ID)
		h.acknowledge(s, ackHeld, "asleep")
	case fsm.FollowsUp:
		h.queue.Withdraw(s.ID)
		h.settle(s, h.queue.Defer(s))
	default:
		h.announce(wire.HeartbeatSteerReceived{SteerID: s.ID, FSMState: state.String(), Severity: severity(s.Severity)})
		h.acknowledge(s, ackAccepted, "")
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

func (h *Heartbeat) settle(s turn.Steer, err error) {
	if err != nil {
		h.acknowledge(s, ackRejected, err.Error())
		return
	}
	h.acknowledge(s, ackAccepted, "")
}

func (h *Heartbeat) acknowledge(s turn.Steer, status, reason string) {
	ack := wire.SystemCommandAck{RequestID: s.ID, CommandType: "steer", Status: status}
	if s.Window != "" {
		ack.CommandType = "follow_up"
	}
	if reason != "" {
		ack.Reason = wire.Some(reason)
	}
	h.announce(ack)
}

var severities = [...]string{"low", "medium", "high", "critical"}

func severity(s uint8) string { return severities[min(int(s), len(severities)-1)] }

// hear takes everything that waits for this decision into the brief.
func (h *Heartbeat) hear() {
	c := &h.cycle
	taken := h.queue.Take()
	for i := range taken {
		delete(h.told, taken[i].ID)
	}
	c.steers = append(c.steers, taken...)
	c.steers = append(c.steers, h.queue.TakeFollowUps(steer.NextDecide, c.tick)...)
	h.machine.Read()
}

// tellHeld tells the senders of waiting steers, once each, that the cost cap
// holds them (heartbeat §6.2, check).
func (h *Heartbeat) tellHeld() {
	for _, s := range h.queue.Peek() {
		if !h.told[s.ID] {
			h.told[s.ID] = true
			h.acknowledge(s, ackHeld, gate.ReasonCostCap)
		}
	}
}

// fresh reports whether a steer waits that the cost cap does not hold.
func (h *Heartbeat) fresh() bool {
	for _, s := range h.queue.Peek() {
		if !h.told[s.ID] {
			return true
		}
	}
	return false
}

// rouse asks for a tick soon when a fresh steer waits.
func (h *Heartbeat) rouse() {
	if h.fresh() {
		h.schedule.Wake(pace.Message, h.cycle.now)
	}
}
