package cage

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Layer is the name under which the cage's refusals are counted.
const Layer = "cage"

// The codes of the cage's refusals (safety §21).
const (
	CodeToken         = wire.CodeSafetyTokenNotAllowed
	CodePool          = wire.CodeSafetyPoolNotApproved
	CodeProtocol      = wire.CodeSafetyProtocolNotApproved
	CodePosition      = wire.CodeSafetyUnknownPosition
	CodeSlippage      = wire.CodeSafetySlippage
	CodeImpact        = wire.CodeSafetyPriceImpact
	CodeSpend         = wire.CodeSafetySpendingLimitExceeded
	CodePositionSize  = wire.CodeSafetyPositionLimit
	CodeConcentration = wire.CodeSafetyConcentrationLimit
	CodeAssets        = wire.CodeSafetyMaxAssets
	CodePositions     = wire.CodeSafetyMaxPositions
	CodeRate          = wire.CodeSafetyRateLimit
	CodePhase         = wire.CodeSafetyPhaseBlocked
	CodeDrawdown      = wire.CodeSafetyDrawdown
	CodeStage         = wire.CodeSafetyStageShadow
	CodePaper         = wire.CodeSafetyPaper
	CodeDegraded      = wire.CodeSafetyDegraded
	CodeNarrowed      = wire.CodeSafetyConstraint
	CodeUnpriced      = wire.CodeSafetyPriceMissing
	CodeStale         = wire.CodeSafetyStaleHead
	CodeHealth        = wire.CodeSafetyHealthFactor
	CodeCollateral    = wire.CodeSafetyCollateralRatio
	CodeReserve       = wire.CodeSafetyGasReserve
)

func refuse(code wire.Code, format string, args ...any) *turn.Refusal {
	return &turn.Refusal{Layer: Layer, Code: code, Detail: fmt.Sprintf(format, args...)}
}
