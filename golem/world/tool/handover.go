package tool

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/protocol"
)

// transferGas is what a transfer of coin to an account without code takes, to the unit.
const transferGas = 21_000

// handOver is a transaction of the key's own that leaves its coin to the next key, less
// what the transaction may cost. It offers all of that cost as a tip, so that on a chain
// which charges for gas alone nothing stays behind.
//
// spec: provisioning §9.1
func (m *mandate) handOver(a grammar.Action, r turn.Reading, expect *turn.Simulation) ([]protocol.Call, error) {
	if m.grant == nil || len(a.Payload) != common.AddressLength {
		return nil, errors.New("NO_ADAPTER: there is no grant whose key could be replaced")
	}
	s := turn.Simulation{}
	if expect != nil {
		s = *expect
	}
	most, over := permit.Most(&r.MaxFee, transferGas, s)
	value, under := new(uint256.Int).SubOverflow(&r.Native, most)
	if over || under || value.IsZero() {
		return nil, errors.New("NO_ADAPTER: the key holds less coin than handing it over costs")
	}
	next := common.BytesToAddress(a.Payload)
	return []protocol.Call{{To: next, Gas: transferGas, Value: value}}, nil
}

// offer is what an order offers per gas.
func offer(o permit.Order) signer.Fees {
	if tipsAll(o) {
		return signer.Fees{Max: o.Seen.MaxFee, Tip: o.Seen.MaxFee}
	}
	return signer.Fees{Max: o.Seen.MaxFee, Tip: o.Seen.Tip}
}

// left is what stays with a key that handed over its coin.
func (m *mandate) left(o permit.Order, paid *uint256.Int) (wei uint256.Int) {
	if o.Action.Kind != grammar.HandOver {
		return wei
	}
	calls, err := m.handOver(o.Action, o.Seen, &o.Simulation)
	if err != nil {
		return wei
	}
	gone := new(uint256.Int).Add(calls[0].Value, paid)
	if gone.Lt(&o.Seen.Native) {
		wei.Sub(&o.Seen.Native, gone)
	}
	return wei
}
