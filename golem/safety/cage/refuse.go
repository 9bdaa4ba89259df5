package cage

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// Layer is the name under which the cage's refusals are counted.
const Layer = "cage"

// Stable codes of the cage's refusals (safety §21).
const (
	CodeToken         = "SAFETY_TOKEN_NOT_APPROVED"
	CodePool          = "SAFETY_POOL_NOT_APPROVED"
	CodeProtocol      = "SAFETY_PROTOCOL_NOT_APPROVED"
	CodePosition      = "SAFETY_UNKNOWN_POSITION"
	CodeSlippage      = "SAFETY_SLIPPAGE"
	CodeImpact        = "SAFETY_PRICE_IMPACT"
	CodeSpend         = "SAFETY_SPENDING_LIMIT"
	CodePositionSize  = "SAFETY_POSITION_LIMIT"
	CodeConcentration = "SAFETY_CONCENTRATION_LIMIT"
	CodePositions     = "SAFETY_MAX_POSITIONS"
	CodeRate          = "SAFETY_RATE_LIMIT"
	CodePhase         = "SAFETY_PHASE"
	CodeDrawdown      = "SAFETY_DRAWDOWN"
	CodeGas           = "SAFETY_GAS_GATE"
	CodeStage         = "SAFETY_STAGE_SHADOW"
	CodeNarrowed      = "SAFETY_CONSTRAINT"
	CodeUnpriced      = "SAFETY_PRICE_MISSING"
)

func refuse(code, format string, args ...any) *turn.Refusal {
	return &turn.Refusal{Layer: Layer, Code: code, Detail: fmt.Sprintf(format, args...)}
}
