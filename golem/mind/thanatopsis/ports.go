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

// Estate keeps what is left: files, and the keys that end.
type Estate interface {
	// Bequeath makes a named document durable.
	Bequeath(name string, document any) error
	// DestroyKey makes it impossible for ever to act.
	DestroyKey()
	// DestroyIdentity ends the key that signs for the Golem itself, the last of all.
	DestroyIdentity()
}

// Purse holds the credit.
type Purse interface {
	// Dying unlocks what was kept for the death and returns what it may cost in all. A
	// later call changes nothing.
	Dying() (budget money.USDC, err error)
	// GasPaid is what gas has cost in the whole life.
	GasPaid() money.USDC
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

// Ports is everything the protocol needs. A nil in the second group means that there
// is no such part.
type Ports struct {
	Market    Market
	Hands     Hands
	Estate    Estate
	Purse     Purse
	Portfolio Portfolio
	Events    Emitter
	Now       func() int64 // unix milliseconds
	// Wait returns after ms milliseconds, or with an error when the life cannot go
	// on here.
	Wait func(ctx context.Context, ms int64) error

	// Reveal tells the secret of the rolls of the life; nil: none were rolled.
	Reveal func() ([32]byte, error)
	// Limits are the most slippage and price impact that the owner allows now; nil: as
	// much as the protocol would ask for.
	Limits func() (slippage, impact money.BPS)
	// Gas is what an order that was simulated may use at most; nil: a guess.
	Gas func(s turn.Simulation) uint64
	// Until is the end of the paid time in unix milliseconds; nil: there is none. What must
	// be over by then begins that much earlier, and has half a minute in any case.
	Until func() int64
	// Abandoned says that somebody ordered the settlement to end as it is.
	Abandoned func() bool
	// Sign signs the hash of the testament with the Golem's identity.
	Sign func(sum [32]byte) (signature string, err error)
}

// Terms are what bounds a death. The zero value has the limits of mortality §9.
type Terms struct {
	// Limit is how long it may take, in milliseconds; 0: thirty minutes.
	Limit int64 `cbor:"1,keyasint,omitzero"`
	// Review is the review's share of the budget; 0: mortality.DefaultReview.
	Review money.BPS `cbor:"2,keyasint,omitzero"`
	// Plain leaves the reflection out: settlement and figures only.
	Plain bool `cbor:"3,keyasint,omitzero"`
}

// Life is what the protocol is told of the life that ends.
type Life struct {
	GolemID string
	Name    string
	Wallet  string
	Key     string // of its identity
	Owner   string
	// Recovery says how the owner comes by the wallet's key without the Golem's;
	// empty where that is the only one.
	Recovery   string
	Generation uint32
	ChainID    uint64
	BornAt     int64
	Ticks      uint64
	Start      float64 // equity at birth
	Sent       float64 // by others since
	Strategy   string  // its text
	Hash       string  // of the strategy
	GasPaid    money.USDC
	Funded     money.USDC // credit given
	Left       money.USDC // of it
	Trades     int
	Regime     string
	Lessons    []Lesson
	// Swept is what became of the assets of a wallet that is sent to its owner.
	Swept []Swept
	// Death is what the clocks stood at.
	Death mortality.Autopsy
}

// Lesson is how well the life predicted one thing: of Resolved claims so many came
// true, and so many would have for who expects that nothing changes. Aim is the share
// that is meant to come true, of claims that can be as wide as one likes; 0 elsewhere.
type Lesson struct {
	Category                   string
	Resolved, Right, Persisted uint64
	Aim                        float64
}

// preventable says whether a cause is one that paying would have put off.
func preventable(cause lifecycle.Cause) bool {
	return cause == lifecycle.CreditExhaustion || cause == lifecycle.PaidTimeOver
}
