package play

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/wire"
)

// TooMuch says that a swap was refused for its size, or may have been.
func TooMuch(a turn.Action) bool {
	why := reason(a)
	if why == nil {
		return false
	}
	switch why.Code {
	case wire.CodeSafetyPriceImpact, wire.CodeSafetySlippage, wire.CodeSafetySimulationFailed, wire.CodeSafetyLossLimit:
		return true
	}
	return false
}

// ofSize says that an order was refused for what it is, and not for what would stop another one, too.
func ofSize(a turn.Action) bool {
	why := reason(a)
	if why == nil || a.Status != turn.StatusBlocked {
		return false
	}
	switch why.Code {
	case wire.CodeSafetySpendingLimitExceeded, wire.CodeSafetyPositionLimit, wire.CodeSafetyConcentrationLimit, wire.CodeSafetyMaxAssets:
		return true
	}
	return TooMuch(a) || Unpriced(a)
}

// Unpriced reports whether an action was refused because something has no price now, as where a price
// feed is silent.
func Unpriced(a turn.Action) bool {
	why := reason(a)
	return why != nil && why.Code == wire.CodeSafetyPriceMissing
}

// momentary says that the next tick may find gone what kept an action from being executed.
func momentary(a turn.Action) bool {
	return a.Status == turn.StatusFailed || fleeting(reason(a))
}

// passes says that nothing but the moment speaks against an action that was never sent.
func passes(a turn.Action) bool { return a.Status == turn.StatusBlocked && fleeting(reason(a)) }

func fleeting(r *turn.Refusal) bool {
	return r != nil && (strategy.Passes(r) || r.Code == wire.CodeSafetyRateLimit)
}

// reason is why an action was refused; nil: it was not.
func reason(a turn.Action) *turn.Refusal {
	if a.Execution != nil && a.Execution.Refusal != nil {
		return a.Execution.Refusal
	}
	return a.Preview.Refusal
}

func refusal(a turn.Action) string {
	r := reason(a)
	if r == nil {
		return ""
	}
	return fmt.Sprintf(" by %s (%s)", r.Layer, r.Code)
}
