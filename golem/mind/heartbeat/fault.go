package heartbeat

import (
	"errors"
	"runtime"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
)

// The kinds of a fault.
const (
	kindPanic   = "panic"
	kindPort    = "port_failed"
	kindTimeout = "tick_timeout"
	kindSteps   = "step_limit"
	kindVerify  = "unverified"
	kindCost    = "cost_overflow"
)

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
