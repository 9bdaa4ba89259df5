package mortality

import (
	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Credit is what the Golem may still spend, what is kept for dying included. The
// ledger satisfies it.
type Credit interface {
	Remaining() money.USDC
}

// Purse is what the economic clock does to the credit; booking satisfies it.
type Purse interface {
	// Keep raises what is kept for dying; it never lowers it.
	Keep(reserve money.USDC)
	// Retrench divides the credit as in Terminal, for ever (mortality §2.5).
	Retrench() error
}

// Foresight delivers predictions whose outcome is known. The oracle satisfies it.
type Foresight interface {
	// Resolved returns the pairs that were resolved in a tick or before and were not
	// returned yet, oldest first. The caller does not keep them.
	Resolved(tick uint64) []Pair
	// Regime is the market's, for which they hold.
	Regime() MarketRegime
}

// Fate rolls for the stochastic clock: the same for the same tick, whenever asked.
type Fate interface {
	Roll(tick uint64) (Roll, error)
}

// Emitter takes the lifespan's events.
type Emitter interface {
	Emit(tick uint64, event wire.Payload)
}

// Ports is everything the lifespan needs of others. The first group must be there; a
// nil in the second means that the part does not exist.
type Ports struct {
	Credit Credit
	State  turn.Writer[turn.Vitality]
	Cortex *cortex.MortalityWriter
	Events Emitter

	Purse     Purse
	Foresight Foresight
	Fate      Fate // must be there for a life with a stochastic clock
}
