package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
)

// deadline is how long after its simulation an order may still be included.
const deadline = 120 // seconds

// Venue names the contracts the adapters call. Aave is the pool of a lending market and
// Morpho the contract of another, whose parameters were read from it; V2Router and V4
// are other exchanges. What is not configured is zero.
type Venue struct {
	Account   common.Address
	Router    common.Address
	Router02  bool `cbor:"Router02,omitzero"` // Router is SwapRouter02
	Positions common.Address
	Aave      common.Address `cbor:"Aave,omitzero"`
	V2Router  common.Address `cbor:"V2Router,omitzero"`
	V4        uniswap.V4     `cbor:"V4,omitzero"`

	Morpho       common.Address `cbor:"Morpho,omitzero"`
	MorphoParams morpho.Params  `cbor:"MorphoParams,omitzero"`

	// Steps says that a position is left in calls of their own, and not in one that holds
	// them: for a signer that has to read each. Under a grant it is so anyway.
	Steps bool `cbor:"Steps,omitzero"`

	// Grant is by what another key acts for the account; nil: the account's own does.
	Grant *grant.Grant `cbor:"Grant,omitempty"`

	// Home is who gets what the wallet holds at the end of the life; zero: it stays.
	Home common.Address `cbor:"Home,omitzero"`
}

// Sender is whose transactions they are.
func (v Venue) Sender() common.Address {
	return (&mandate{account: v.Account, grant: v.Grant}).sender()
}

// Adapters build the calls of every kind the grammar knows: each kind has one part that
// does.
type Adapters struct {
	venue     Venue
	mandate   *mandate
	exchanges exchanges
	liquidity *liquidity
	lending   lending
	home      home
	build     map[grammar.Kind]builder
}

// builder makes the calls of one kind. expect is nil while simulating: minimums
// are then zero.
type builder func(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error)

// NewAdapters binds each kind to its adapter; a kind without one is an error, so
// that no action can pass the grammar and find nobody (safety §5).
func NewAdapters(v Venue) (*Adapters, error) {
	m, allow := &mandate{account: v.Account, grant: v.Grant}, allowances{erc20.NewCodec()}
	t := &Adapters{
		venue:     v,
		mandate:   m,
		exchanges: exchanges{account: v.Account, router: v.Router, second: v.Router02, v2: v.V2Router, v4: v.V4, allow: allow},
		liquidity: &liquidity{account: v.Account, manager: v.Positions, steps: v.Steps, mandate: m, allow: allow, npm: bind.NewNonfungiblePositionManager()},
		lending:   newLending(v, m, allow),
		home:      home{account: v.Account, home: v.Home},
	}
	t.build = map[grammar.Kind]builder{
		grammar.Swap: t.exchanges.trade, grammar.AddLiquidity: t.liquidity.add, grammar.RemoveLiquidity: t.liquidity.remove, grammar.ClaimFees: t.liquidity.claim,
		grammar.Supply: t.lending.calls, grammar.Withdraw: t.lending.calls, grammar.Borrow: t.lending.calls, grammar.Repay: t.lending.calls,
	}
	return t, complete(t.build)
}

// complete refuses builders that leave out a kind of the grammar.
func complete(build map[grammar.Kind]builder) error {
	for _, kind := range grammar.Kinds() {
		if build[kind] == nil {
			return fmt.Errorf("NO_ADAPTER: action %s has no executor", kind)
		}
	}
	return nil
}

// Calls returns the transactions of an action, in order. With expect, minimum
// amounts and deadline are bound to that simulation. Under a grant they are one: its
// redemption, in which the account makes all of the calls or none.
func (t *Adapters) Calls(a grammar.Action, r turn.Reading, expect *turn.Simulation) ([]chain.Call, error) {
	switch a.Kind {
	case grammar.Anchor:
		return t.mandate.anchor(a), nil
	case grammar.Declare:
		return t.mandate.declare(a)
	case grammar.HandOver:
		return t.mandate.handOver(a, r, expect)
	case grammar.Sweep:
		return t.home.sweep(a, r, expect)
	}
	build, ok := t.build[a.Kind]
	if !ok {
		return nil, fmt.Errorf("NO_ADAPTER: action %s has no executor", a.Kind)
	}
	at := r.Block.Time
	if expect != nil {
		at = max(expect.Block.Time, expect.Now)
	}
	calls, err := build(a, r, expect, big.NewInt(at+deadline))
	if err != nil || !t.mandate.granted() {
		return calls, err
	}
	return t.mandate.redeemed(calls)
}

// Grant is by what the orders are redeemed; nil: they are the account's own.
func (t *Adapters) Grant() *grant.Grant { return t.mandate.grant }

// Regrant has the orders that follow redeemed under another grant of the same account and
// key.
func (t *Adapters) Regrant(g grant.Grant) { t.mandate.grant = &g }

// named says why a call reverted: what guards the account and a lending market have words
// of their own.
func (t *Adapters) named(a grammar.Action, why rpc.Revert) string {
	if reason, ok := t.mandate.forbidden(why); ok {
		return reason
	}
	if reason, ok := t.lending.reason(a, why.Reason); ok {
		return why.Reason + ": " + reason
	}
	return why.String()
}
