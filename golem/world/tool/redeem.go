package tool

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/wire"
)

// mandate is by what an order is the account's: its own key signs for it, or a grant lets
// another key act.
type mandate struct {
	account common.Address
	grant   *grant.Grant // nil: the account's own key
}

// sender is whose transactions the orders are.
func (m *mandate) sender() common.Address {
	if m.grant != nil {
		return m.grant.Key()
	}
	return m.account
}

// Granted implements protocol.Mandate: contracts of a grant read each call. None of them knows one that borrows: whoever
// has the key would owe, within the sums of many days, what liquidators take on one.
func (m *mandate) Granted() bool { return m.grant != nil }

// Caged implements protocol.Mandate.
func (m *mandate) Caged() bool { return m.grant != nil && m.grant.Mode == grant.Delegation }

// redeemed is the one transaction by which the account makes calls under the grant.
//
// spec: provisioning §8.1, §8.3
func (m *mandate) redeemed(calls []protocol.Call) ([]protocol.Call, error) {
	inner := make([]delegation.Call, len(calls))
	for i, c := range calls {
		inner[i] = delegation.Call{To: c.To, Data: c.Data}
	}
	data, err := m.grant.Redeem(inner)
	if err != nil {
		return nil, fmt.Errorf("redeem the grant: %w", err)
	}
	return []protocol.Call{{To: m.grant.Manager, Data: data}}, nil
}

// anchor is a transaction of the key's account to itself that carries a mark of the
// audit. It is no kind of the grammar, and no delegation is needed for it.
func (m *mandate) anchor(a grammar.Action) []protocol.Call {
	return []protocol.Call{{To: m.sender(), Data: a.Payload}}
}

// declare is a transaction of the key's own to the oracle of phases, which the grant's
// enforcers ask. It moves nothing.
func (m *mandate) declare(a grammar.Action) ([]protocol.Call, error) {
	if m.grant == nil || m.grant.Lives == (common.Address{}) {
		return nil, errors.New("NO_ADAPTER: there is no oracle of phases to tell")
	}
	return []protocol.Call{{To: m.grant.Lives, Data: a.Payload}}, nil
}

// forbidden says why the grant's contracts refused a redemption; ok is false where it was
// none of them.
func (m *mandate) forbidden(why rpc.Revert) (text string, ok bool) {
	if m.grant == nil {
		return "", false
	}
	return grant.Explain(why.Data)
}

// limit is the code of the limit that the grant's contracts refused a redemption for; empty
// where it was none of theirs.
func (m *mandate) limit(why rpc.Revert) wire.Code {
	if m.grant == nil {
		return ""
	}
	return grant.Code(why.Data)
}
