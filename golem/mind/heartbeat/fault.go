package heartbeat

import (
	"errors"
	"runtime"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
)

// reasonFault is the gating reason of a tick that failed before its gate.
const reasonFault = "fault"

// The kinds of a fault.
const (
	kindPanic   = "panic"
	kindPort    = "port_failed"
	kindTimeout = "tick_timeout"
	kindSteps   = "step_limit"
	kindVerify  = "unverified"
	kindCost    = "cost_overflow"
)

// fault notes an error of a stage. The message must be ours, never a stranger's
// text.
func (h *Heartbeat) fault(stage, kind, message string) {
	h.cycle.faults = append(h.cycle.faults, turn.Fault{Stage: stage, Kind: kind, Message: message})
}

// failed notes that a port failed in a stage. It reports true when the error is
// final and the tick must be given up.
func (h *Heartbeat) failed(stage string, err error) (final bool) {
	if journal.IsFinal(err) {
		h.cycle.final = err
		return true
	}
	h.fault(stage, kindPort, codeOf(err))
	return false
}

// codeOf returns the stable code of an error. Its text is not used: it may carry
// what an endpoint or a contract said.
func codeOf(err error) string {
	var failure *journal.Failure
	var coded interface{ ErrorCode() string }
	switch {
	case errors.As(err, &failure):
		return failure.Code
	case errors.As(err, &coded):
		return coded.ErrorCode()
	default:
		return journal.CodeUnknown
	}
}

// panicText describes a panic without repeating a text that may be untrusted.
func panicText(p any) string {
	err, _ := p.(error)
	var bug runtime.Error
	if errors.As(err, &bug) {
		return bug.Error()
	}
	if errors.Is(err, fsm.ErrIllegal) {
		return err.Error()
	}
	return "a step panicked"
}
