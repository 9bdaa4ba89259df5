package protocol

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// Adapter makes the orders of one protocol for one account. It belongs to one goroutine.
type Adapter interface {
	// Calls are an order's transactions. What cannot be ordered is an error that says why.
	Calls(o Order) ([]Call, error)
	// Forms adds the forms of every call that Calls makes where r was read, so that a grant
	// or a signing policy can know them (provisioning §8.4).
	Forms(f *Forms, r turn.Reading)
	// Reason says what a revert's text means; false: it is no error of the protocol.
	Reason(text string) (string, bool)
	// Prove makes round trips through the protocol's contracts.
	Prove(p *Proof)
}

// Exchange is an adapter by which tokens are swapped.
type Exchange interface {
	Adapter
	// Part is what of a swap the pool that was read takes as its fee, in hundredths of a
	// basis point. 0: what the exchange takes is lost against that pool.
	Part(r turn.Reading) uint32
}

// Lender is an adapter of a protocol that keeps an account of what is lent and owed.
type Lender interface {
	Adapter
	// Questions are the calls that ask, after an order, what the market then says of the
	// account.
	Questions() []Call
	// Account is what it says, and what of its own words about the order does not fit the
	// position before it and after it; none is "".
	Account(before turn.Lending, order, answers []sim.Result) (a turn.Account, fault string, err error)
	// Credits reports whether the logs of an order that was mined say that the market
	// booked just what moved.
	Credits(a grammar.Action, logs []Log, moved []turn.Delta) bool
	// Change is what a log says that one of the protocol's own tokens, which stand for what
	// is supplied or owed, changed by without interest, in its units, below zero where it
	// shrank; false: it is no such log.
	Change(l Log) (account common.Address, units *big.Int, ok bool)
}

// Witness is an adapter that makes an order otherwise after it failed on the chain.
type Witness interface {
	// Failed tells of an order that was mined and failed. A replay hears the same.
	Failed(a grammar.Action, seen turn.Reading)
}

// Order is an action on its way to be made. Expect is its simulation, to which minimum
// amounts are bound; nil while it is previewed, when they are zero. Until is the unix second
// after which it must not be included.
type Order struct {
	Action grammar.Action
	Seen   turn.Reading
	Expect *turn.Simulation
	Until  *big.Int
}

// Account is for whom an adapter makes orders. Steps says that whoever signs has to read
// each call, so that none may hold others.
type Account struct {
	Address common.Address
	Steps   bool
	Mandate Mandate
}

// InSteps reports whether whoever bounds the account reads each call.
func (a Account) InSteps() bool { return a.Steps || a.Mandate.Granted() }

// Mandate is by what an order is the account's.
type Mandate interface {
	// Granted reports whether contracts of a grant read each call.
	Granted() bool
	// Caged reports whether a cage of the account reads each call.
	Caged() bool
}
