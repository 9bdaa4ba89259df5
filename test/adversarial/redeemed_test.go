package adversarial

import (
	"bytes"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Under a grant the checker also knows the manager's function, and the two words that a
// dying Golem says to the oracle of phases.
var outer = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"redeemDelegations","inputs":[{"name":"contexts","type":"bytes[]"},{"name":"modes","type":"bytes32[]"},{"name":"executions","type":"bytes[]"}]},
 {"type":"function","name":"updatePhase","inputs":[{"name":"phase","type":"uint8"},{"name":"score","type":"uint16"}]},
 {"type":"function","name":"deregisterGolem","inputs":[{"name":"golem","type":"address"}]}]`)))

// batches is how a batch of executions is encoded (ERC-7579).
var batches = abi.Arguments{{Type: must(abi.NewType("tuple[]", "", []abi.ArgumentMarshaling{
	{Name: "target", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "callData", Type: "bytes"},
}))}}

// terminal is the last phase of a life, as the oracle counts them.
const terminal = 4

// call is one that an account makes, whoever signed it.
type call struct {
	to    common.Address
	value *big.Int
	data  []byte
	tx    *types.Transaction
}

// calledBy are the calls of the account that the signed transactions make, order by
// order. Of a bare key they are the transactions; under a grant each transaction has to
// be one redemption of the life's own delegation, or a word of its death.
func (s *stage) calledBy(v *verdict, txs []*types.Transaction) (orders [][]call) {
	if s.grant == nil {
		var all []call
		for _, tx := range txs {
			all = append(all, call{*tx.To(), tx.Value(), tx.Data(), tx})
		}
		return [][]call{all}
	}
	for i, tx := range txs {
		if tx.Type() != types.DynamicFeeTxType || tx.To() == nil || tx.Value().Sign() != 0 {
			v.violated(tx.Value(), "nonce %d: the session key sends %s wei to %s by a transaction of type %d", tx.Nonce(), tx.Value(), tx.To(), tx.Type())
			continue
		}
		if s.declares(v, txs, i) {
			continue
		}
		inner, why := s.redeemed(tx)
		if why != "" {
			v.violated(new(big.Int), "nonce %d: %s: to %s with %x", tx.Nonce(), why, tx.To(), tx.Data())
			continue
		}
		orders = append(orders, inner)
	}
	return orders
}

// redeemed unwraps a transaction, which must be exactly one redemption, of exactly the
// delegation that the owner of this life signed, and a batch.
func (s *stage) redeemed(tx *types.Transaction) (inner []call, why string) {
	if *tx.To() != s.grant.Manager {
		return nil, "it is not the manager"
	}
	values, why := unpacked(outer.Methods["redeemDelegations"], tx.Data())
	if why != "" {
		return nil, why
	}
	contexts, modes, executions := values[0].([][]byte), values[1].([][32]byte), values[2].([][]byte)
	switch {
	case len(contexts) != 1, len(modes) != 1, len(executions) != 1:
		return nil, "it redeems more than once"
	case !bytes.Equal(contexts[0], s.terms):
		return nil, "it redeems another delegation"
	case modes[0] == [32]byte{} && len(executions[0]) >= 52: // one call, as it is
		x := executions[0]
		return []call{{common.BytesToAddress(x[:20]), new(big.Int).SetBytes(x[20:52]), x[52:], tx}}, ""
	case modes[0] != [32]byte{1}:
		return nil, "it is no batch that reverts as a whole"
	}
	values, err := batches.Unpack(executions[0])
	if err != nil {
		return nil, err.Error()
	}
	if again, err := batches.Pack(values...); err != nil || !bytes.Equal(again, executions[0]) {
		return nil, "its batch is not encoded as one is"
	}
	items := *abi.ConvertType(values[0], new([]execution)).(*[]execution)
	for _, x := range items {
		inner = append(inner, call{x.Target, x.Value, x.CallData, tx})
	}
	return inner, ""
}

// execution is an item of a batch.
type execution struct {
	Target   common.Address
	Value    *big.Int
	CallData []byte
}

// declares says that a transaction is a word to the oracle of phases. There may be two: of
// the last phase, and behind everything else that the Golem is dead; and each has a
// capability that stands in the audit.
func (s *stage) declares(v *verdict, txs []*types.Transaction, i int) bool {
	tx := txs[i]
	if s.grant.Lives == (common.Address{}) || *tx.To() != s.grant.Lives {
		return false
	}
	first := v.declared == 0 && bytes.Equal(tx.Data(), must(outer.Pack("updatePhase", uint8(terminal), uint16(0))))
	last := i == len(txs)-1 && bytes.Equal(tx.Data(), must(outer.Pack("deregisterGolem", s.key.Address())))
	if v.declared++; !first && !last {
		v.violated(new(big.Int), "nonce %d: the oracle of phases is told %x", tx.Nonce(), tx.Data())
	}
	id := s.chain.permitOf(tx.Hash())
	if at := s.chain.way(id, tx.Hash(), ownSteps); at != len(ownSteps) {
		v.violated(new(big.Int), "nonce %d has no %s in the audit, under permit %s", tx.Nonce(), ownSteps[at], id)
	}
	return true
}

// unpacked decodes the arguments of a call, which must be exactly the function's.
func unpacked(m abi.Method, data []byte) ([]any, string) {
	if len(data) < 4 || !bytes.Equal(data[:4], m.ID) {
		return nil, "it is no " + m.Name
	}
	values, err := m.Inputs.Unpack(data[4:])
	if err != nil {
		return nil, err.Error()
	}
	if again, err := m.Inputs.Pack(values...); err != nil || !bytes.Equal(again, data[4:]) {
		return nil, "it is not encoded as a " + m.Name + " is"
	}
	return values, ""
}
