package permit

import (
	"context"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Simulator runs an action on a fork of the latest block as the Golem's wallet,
// in the next block's number and time, and broadcasts nothing (chain §7). A
// reverted action is a Simulation with Success false; an error means that the
// outcome is not known, which refuses the action.
type Simulator interface {
	Simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error)
	// Head returns the latest block, to tell whether a simulation is still fresh.
	Head(ctx context.Context) (turn.Block, error)
}

// Order is a permitted action on its way to the chain.
type Order struct {
	PermitID   string
	Action     grammar.Action
	Simulation turn.Simulation
	Seen       turn.Reading      // the reading the action was judged on
	Policy     capability.Digest // the policy it was previewed under
	Tick       uint64
}

// Use is what the order is about to do with a token, by what it holds itself.
func (o Order) Use() capability.Use {
	return capability.Use{Tool: string(o.Action.Kind), Params: o.Action.Hash(), Policy: o.Policy, Value: o.Simulation.Value, Tick: o.Tick}
}

// Executor sends the transactions of one order and waits for their receipts. It
// must consume the token, with the order's Use, before it signs anything. An
// unknown outcome is an Execution with StatusPending, never an error.
type Executor interface {
	Execute(ctx context.Context, token *capability.Token, o Order) (turn.Execution, error)
	// Reconcile asks the chain about the orders that Watches names, which may be more
	// than these. What could not be read is asked the next time.
	Reconcile(ctx context.Context, orders []Order) ([]News, error)
	// Replace has an order that is stuck offer more, under the same nonces. It consumes
	// the token as Execute does.
	Replace(ctx context.Context, token *capability.Token, o Order, offer signer.Fees) error
	// Watches says that an order's outcome is unknown, or may still be taken back.
	Watches(permitID string) bool
}

// News is what became of an order: an outcome, a reorg that took one back, that it
// waits too long, or how sure it became that its outcome stays. Exactly one is set.
type News struct {
	PermitID string
	Outcome  *turn.Execution
	Vanished bool
	Stuck    *Stuck
	Finality turn.Finality
}

// Stuck is what an order offers per gas, and the gas limits of what has no receipt.
type Stuck struct {
	Offer signer.Fees
	Gas   uint64
}

// Gate decides whether the Golem knows enough of the market to take a risk
// (heartbeat §11.6). Only what opens a risk is asked about.
type Gate interface {
	Judge(call *turn.ToolCall, s turn.Stake) *turn.Refusal
	// HeldBack tells that an action was refused after all, by whatever layer.
	HeldBack(call *turn.ToolCall, s turn.Stake, r *turn.Refusal)
}

// Assessor is the adaptive risk engine (heartbeat §15, layers 2 to 5). It is asked about what
// opens a risk, behind the cage.
type Assessor interface {
	Assess(o risk.Order) (turn.Assessment, *turn.Refusal)
	// Blocked is the assessment of what the cage refused.
	Blocked(value money.USDC, r *turn.Refusal) turn.Assessment
	// HeldBack takes an order that was simulated and not sent because of the stage.
	HeldBack(o risk.Order)
	// Committed takes an order that is about to be sent.
	Committed(o risk.Order)
}

// Purse holds the gas money. A reservation precedes every send.
type Purse interface {
	// ReserveGas sets the most an order may cost aside; exempt orders, which
	// leave a position, are held neither to the day's cap nor to the gas partition
	// (safety §1.4 S-7).
	ReserveGas(permitID string, most money.USDC, exempt bool) error
	SettleGas(permitID string, x turn.Execution) error
	ReleaseGas(permitID string) error
	// PendGas says that it is unknown whether the gas was paid. What is reserved stays.
	PendGas(permitID string) error
	// ReturnGas takes a settlement back that a reorg undid.
	ReturnGas(permitID string) error
}

// Approvals are the owner's words on single calls; approval.Box keeps them.
type Approvals interface {
	// Use uses one up for a call of a tool with the hash of its parameters, at a unix
	// second.
	Use(tool string, params [32]byte, now int64) error
}

// Books know what the wallet holds by what was done.
type Books interface {
	// Missing says what the wallet lacks and nothing explains; empty: nothing.
	Missing() string
}

// Hooks fires the tool moments. ToolCall returns the first block, fail-closed: a
// hook's error is a refusal too.
type Hooks interface {
	ToolCall(ctx context.Context, call *turn.ToolCall) *turn.Refusal
	ToolStart(ctx context.Context, p turn.ToolProgress)
	ToolEnd(ctx context.Context, p turn.ToolProgress)
}

// Life tells the Desk what it must know of the Golem at the moment of asking.
type Life interface {
	// Now is the life's clock in unix milliseconds.
	Now() int64
	State() *turn.State
	// Epoch is the instance epoch: a restart expires open permits.
	Epoch() uint64
	// Halted names why writes are frozen; empty while they are not.
	Halted() string
}

// Emitter takes the Desk's events.
type Emitter interface {
	Emit(tick uint64, event wire.Payload)
}
