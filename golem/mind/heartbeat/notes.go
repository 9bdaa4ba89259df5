package heartbeat

import (
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// notes are what every part of a tick writes down: what time it is, what went wrong,
// and what is to be announced once the record is kept.
type notes struct {
	tick   uint64
	wake   int64 // when the tick began
	now    int64 // newest time known within it
	final  error // ends the life in this process
	faults []turn.Fault
	events []wire.Payload // held back until the record is kept
}

// begin starts the notes of a tick. The record of the one before owns its faults.
func (n *notes) begin(tick uint64, wake int64) {
	*n = notes{tick: tick, wake: wake, now: wake, events: n.events[:0]}
}

// fault notes an error of a stage. The message must be ours, never a stranger's
// text.
func (n *notes) fault(stage, kind, message string) {
	n.faults = append(n.faults, turn.Fault{Stage: stage, Kind: kind, Message: message})
}

// failed notes that a port failed in a stage. It reports true when the error is
// final and the tick must be given up.
func (n *notes) failed(stage string, err error) (final bool) {
	if journal.IsFinal(err) {
		n.final = err
		return true
	}
	n.fault(stage, kindPort, codeOf(err))
	return false
}

// announce holds an event back until the record is kept.
func (n *notes) announce(p wire.Payload) { n.events = append(n.events, p) }

// flush publishes what was held back; the record is kept by now.
func (n *notes) flush(to Emitter) {
	for i, p := range n.events {
		to.Emit(n.tick, p)
		n.events[i] = nil
	}
	n.events = n.events[:0]
}
