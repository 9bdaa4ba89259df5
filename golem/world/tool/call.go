package tool

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
)

// deadline is how long after its simulation an order may still be included.
const deadline = 120 // seconds

// Venue names the account and what it acts in: deployments as they were opened.
type Venue struct {
	Account     common.Address
	Deployments []protocol.Deployment

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

// Adapters build the calls of every kind the grammar knows, each by the adapter of the
// protocol that it uses.
type Adapters struct {
	venue   Venue
	mandate *mandate
	home    home
	all     []table.Entry
}

// NewAdapters makes the adapters of a venue.
func NewAdapters(v Venue) (*Adapters, error) {
	m := &mandate{account: v.Account, grant: v.Grant}
	t := &Adapters{venue: v, mandate: m, home: home{account: v.Account, home: v.Home}}
	var err error
	t.all, err = table.Adapters(v.Deployments, protocol.Account{Address: v.Account, Steps: v.Steps, Mandate: m})
	return t, err
}

// of returns the adapter of an action's protocol.
func (t *Adapters) of(a grammar.Action) (protocol.Adapter, error) {
	if !slices.Contains(grammar.Kinds(), a.Kind) {
		return nil, fmt.Errorf("NO_ADAPTER: action %s has no executor", a.Kind)
	}
	for _, p := range t.all {
		if p.Makes(a) {
			return p.Adapter, nil
		}
	}
	return nil, protocol.Unconfigured(a)
}

// lender returns the lender of an action; false where it is not about lending.
func (t *Adapters) lender(a grammar.Action) (protocol.Lender, bool) {
	adapter, err := t.of(a)
	if err != nil {
		return nil, false
	}
	l, ok := adapter.(protocol.Lender)
	return l, ok
}

// Calls returns the transactions of an action, in order. With expect, minimum
// amounts and deadline are bound to that simulation. Under a grant they are one: its
// redemption, in which the account makes all of the calls or none.
func (t *Adapters) Calls(a grammar.Action, r turn.Reading, expect *turn.Simulation) ([]protocol.Call, error) {
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
	adapter, err := t.of(a)
	if err != nil {
		return nil, err
	}
	at := r.Block.Time
	if expect != nil {
		at = max(expect.Block.Time, expect.Now)
	}
	calls, err := adapter.Calls(protocol.Order{Action: a, Seen: r, Expect: expect, Until: big.NewInt(at + deadline)})
	if err != nil || !t.mandate.Granted() {
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
	if lender, ok := t.lender(a); ok {
		if reason, ok := lender.Reason(why.Reason); ok {
			return why.Reason + ": " + reason
		}
	}
	return why.String()
}
