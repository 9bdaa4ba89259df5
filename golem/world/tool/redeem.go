package tool

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/wire"
)

// redeemed is the one transaction by which the account makes calls under the grant.
//
// spec: provisioning §8.1, §8.3
func (t *Adapters) redeemed(calls []chain.Call) ([]chain.Call, error) {
	inner := make([]delegation.Call, len(calls))
	for i, c := range calls {
		inner[i] = delegation.Call{To: c.To, Data: c.Data}
	}
	data, err := t.venue.Grant.Redeem(inner)
	if err != nil {
		return nil, fmt.Errorf("redeem the grant: %w", err)
	}
	return []chain.Call{{To: t.venue.Grant.Manager, Data: data}}, nil
}

// declare is a transaction of the key's own to the oracle of phases, which the grant's
// enforcers ask. It moves nothing.
func (t *Adapters) declare(a grammar.Action) ([]chain.Call, error) {
	if t.venue.Grant == nil || t.venue.Grant.Lives == (common.Address{}) {
		return nil, errors.New("NO_ADAPTER: there is no oracle of phases to tell")
	}
	return []chain.Call{{To: t.venue.Grant.Lives, Data: a.Payload}}, nil
}

// Regrant has the orders that follow redeemed under another grant of the same account and
// key.
func (t *Adapters) Regrant(g grant.Grant) { t.venue.Grant = &g }

// Grant is by what the orders are redeemed; nil: they are the account's own.
func (t *Adapters) Grant() *grant.Grant { return t.venue.Grant }

// atOnce has the position manager take steps in one call. Under a grant they are calls
// of their own, because a cage reads each, and they happen together all the same. Where an
// enclave reads each they are too: transactions one behind the other, of which each that
// happens leaves less in the position.
func (t *Adapters) atOnce(steps [][]byte) (calls []chain.Call) {
	if !t.inSteps() {
		return []chain.Call{{To: t.venue.Positions, Data: t.npm.PackMulticall(steps)}}
	}
	for _, step := range steps {
		calls = append(calls, chain.Call{To: t.venue.Positions, Data: step})
	}
	return calls
}

// inSteps says that whoever bounds the Golem reads each call.
func (t *Adapters) inSteps() bool { return t.venue.Steps || t.venue.Grant != nil }

// granted says that contracts of a grant read each call. None of them knows one that borrows: whoever
// has the key would owe, within the sums of many days, what liquidators take on one.
func (t *Adapters) granted() bool { return t.venue.Grant != nil }

// forbidden says why the grant's contracts refused a redemption; ok is false where it was
// none of them.
func (t *Adapters) forbidden(why rpc.Revert) (text string, ok bool) {
	if t.venue.Grant == nil {
		return "", false
	}
	return grant.Explain(why.Data)
}

// limit is the code of the limit that the grant's contracts refused a redemption for; empty
// where it was none of theirs.
func (t *Adapters) limit(why rpc.Revert) wire.Code {
	if t.venue.Grant == nil {
		return ""
	}
	return grant.Code(why.Data)
}
