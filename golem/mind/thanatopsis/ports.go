package thanatopsis

import (
	"context"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Market reads the chain.
type Market interface {
	Observe(ctx context.Context) (turn.Reading, error)
}

// Hands is the write path, as the heartbeat uses it.
type Hands interface {
	Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error)
	Commit(ctx context.Context, permitID string) (turn.Execution, error)
	CancelAll(reason string)
	// Reconcile asks what became of orders whose outcome was unknown, and returns what
	// is known now; waiting says that more are. Nothing is permitted meanwhile.
	Reconcile(ctx context.Context) (known []turn.Execution, waiting bool, err error)
}

// Estate keeps what is left: files, and the key that ends.
type Estate interface {
	// Bequeath makes a named document durable.
	Bequeath(name string, document any) error
	// DestroyKey makes signing impossible for ever.
	DestroyKey()
}

// Purse holds the credit.
type Purse interface {
	// Dying sets the credit aside for the settlement; a second call does nothing.
	Dying() error
}

// Portfolio takes the last readings into the state, so that the write path
// judges the settlement on them.
type Portfolio interface {
	Settled(r turn.Reading)
}

// Emitter takes the protocol's events.
type Emitter interface {
	Emit(tick uint64, event wire.Payload)
}

// Ports is everything the protocol needs.
type Ports struct {
	Market    Market
	Hands     Hands
	Estate    Estate
	Purse     Purse
	Portfolio Portfolio
	Events    Emitter
	Now       func() int64
	// Wait returns after ms milliseconds, or with an error when the life cannot go
	// on here.
	Wait func(ctx context.Context, ms int64) error
	// Reveal tells the secret of the rolls of the life; nil: none were rolled.
	Reveal func() ([32]byte, error)
	// Slippage is the most the owner allows now; nil: as much as the protocol
	// would ask for.
	Slippage func() money.BPS
}

// Life is what the testament says of the life itself.
type Life struct {
	GolemID string `json:"golem_id"`
	Name    string `json:"name"`
	Wallet  string `json:"wallet"`
	Owner   string `json:"owner"`
	// Recovery says how the owner comes by the wallet's key without the Golem's;
	// empty where that is the only one.
	Recovery  string          `json:"wallet_key"`
	BornAt    int64           `json:"born_at_ms"`
	Ticks     uint64          `json:"ticks_lived"`
	Start     float64         `json:"equity_at_birth"`
	Strategy  string          `json:"strategy_hash"`
	Cause     lifecycle.Cause `json:"cause"`
	DiedAt    int64           `json:"died_at_ms"`
	GasPaid   money.USDC      `json:"-"`
	GasText   string          `json:"gas_paid_usdc"`
	TradesRun int             `json:"trades_executed"`
	// Death is what the clocks stood at; absent in lives from before it was recorded.
	Death *mortality.Autopsy `json:"death,omitempty"`
}
