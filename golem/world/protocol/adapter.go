package protocol

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// Adapter makes the orders of one protocol for one account. It belongs to one goroutine.
type Adapter interface {
	// Calls returns an order's transactions. An order that cannot be made is an error that
	// says why.
	Calls(o Order) ([]Call, error)
	// Forms adds the forms of every call that Calls makes where r was read, so that a grant
	// or a signing policy can know them (provisioning §8.4).
	Forms(f *Forms, r turn.Reading)
	// Prove makes round trips through the protocol's contracts.
	Prove(p *Proof)
}

// Glancer is a reader of markets, each of which it can read the price and the tick of alone; ok is
// false for a market that is none of its own, and the tick 0 where there are none.
type Glancer interface {
	Reader
	Glance(ctx context.Context, block common.Hash, market string) (price float64, tick int32, ok bool, err error)
}

// Lender is an adapter of a protocol that keeps an account of what is lent and owed.
type Lender interface {
	Adapter
	// Questions returns the calls that ask, after an order, what the market then says of
	// the account.
	Questions() []Call
	// Account returns what it says. fault is what in the market's own logs of the order
	// does not fit the positions before and after it; "" where everything fits.
	Account(before turn.Lending, order, answers []sim.Result) (a turn.Account, fault string, err error)
	// Credits reports whether the logs of an order that was mined say that the market
	// booked just what moved.
	Credits(a grammar.Action, logs []Log, moved []turn.Delta) bool
	// Change decodes a log of a token that stands for what is supplied or owed: by how many
	// units the account's balance changed without interest, below zero where it shrank. ok
	// is false for every other log.
	Change(l Log) (account common.Address, units *big.Int, ok bool)
	// Reason explains a revert's text; false where it is no error of the protocol.
	Reason(text string) (string, bool)
}

// Wrapper is an adapter of orders that make coin of the asset that stands for it, or that of coin.
type Wrapper interface {
	Adapter
	// Change decodes a log of that asset by which coin became units of it for an account, or, below
	// zero, units of it coin. ok is false for every other log.
	Change(l Log) (account common.Address, units *big.Int, ok bool)
	// Takes are the calls that coin may go with.
	Takes() []Call
}

// Witness is an adapter that makes an order differently after one failed on the chain.
type Witness interface {
	// Failed reports an order that was mined and failed. A replay reports the same.
	Failed(a grammar.Action, seen turn.Reading)
}

// Order is an action to make, and the reading that it was judged on. Expect is its simulation,
// from which minimum amounts follow; it is nil in a preview, where they are zero. Until is the
// unix second after which it must not be included.
type Order struct {
	Action grammar.Action
	Seen   turn.Reading
	Expect *turn.Simulation
	Until  *big.Int
}

// Account is the account that orders are made for. Steps says that the signer has to read
// each call, so that no call may hold others.
type Account struct {
	Address common.Address
	Steps   bool
	Mandate Mandate
}

// InSteps reports whether each step has to be a call of its own.
func (a Account) InSteps() bool { return a.Steps || a.Mandate.Granted() }

// Mandate says how the account may be acted for.
type Mandate interface {
	// Granted reports whether the contracts of a grant read each call.
	Granted() bool
	// Caged reports whether a cage of the account reads each call.
	Caged() bool
}
