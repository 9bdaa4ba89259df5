package caveat

import (
	"bytes"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// Refusal is why a redemption does not pass, in the words of the contract.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// Call is one item of a redemption. Value is in wei.
type Call struct {
	Target common.Address
	Value  *big.Int
	Data   []byte
}

// Redemption is what a hook is told: the mode and execution of ERC-7579, and which
// delegation of which account is redeemed.
type Redemption struct {
	Mode       [32]byte
	Execution  []byte
	Delegation common.Hash
	Account    common.Address
}

// Batch is the mode of several calls that revert as a whole. The mode of one is zero.
var Batch = [32]byte{1}

// One is the redemption of a single call.
func One(account common.Address, delegation common.Hash, c Call) Redemption {
	execution := append(c.Target.Bytes(), common.BigToHash(c.Value).Bytes()...)
	return Redemption{Execution: append(execution, c.Data...), Delegation: delegation, Account: account}
}

// Several is the redemption of a batch.
func Several(account common.Address, delegation common.Hash, calls []Call) (Redemption, error) {
	items := make([]execution, len(calls))
	for i, c := range calls {
		items[i] = execution{c.Target, c.Value, c.Data}
	}
	packed, err := executions.Pack(items)
	return Redemption{Mode: Batch, Execution: packed, Delegation: delegation, Account: account}, err
}

// execution is an item as it is encoded.
type execution struct {
	Target   common.Address
	Value    *big.Int
	CallData []byte
}

var executions = func() abi.Arguments {
	list, err := abi.NewType("tuple[]", "", []abi.ArgumentMarshaling{
		{Name: "target", Type: "address"},
		{Name: "value", Type: "uint256"},
		{Name: "callData", Type: "bytes"},
	})
	if err != nil {
		panic("caveat: a type that is written here: " + err.Error())
	}
	return abi.Arguments{{Type: list}}
}()

// Calls decodes the items. Only the canonical encoding of a batch is taken: the account decodes
// one more loosely than an enforcer does, and two readings of the same bytes are an attack.
// A mode that goes on after a failed call is refused.
func (r Redemption) Calls() ([]Call, error) {
	switch {
	case r.Mode == Batch:
		return r.batch()
	case r.Mode != [32]byte{}:
		return nil, Refusal("Caveat: the mode is neither one call nor a batch")
	case len(r.Execution) < 52:
		return nil, Refusal("Caveat: the execution is too short")
	}
	x := r.Execution
	return []Call{{common.BytesToAddress(x[:20]), new(big.Int).SetBytes(x[20:52]), x[52:]}}, nil
}

func (r Redemption) batch() ([]Call, error) {
	const foreign = Refusal("Caveat: the batch is not canonically encoded")
	values, err := executions.Unpack(r.Execution)
	if err != nil {
		return nil, foreign
	}
	items := *abi.ConvertType(values[0], new([]execution)).(*[]execution)
	if again, err := executions.Pack(items); err != nil || !bytes.Equal(again, r.Execution) {
		return nil, foreign
	}
	if len(items) == 0 {
		return nil, Refusal("Caveat: the batch is empty")
	}
	calls := make([]Call, len(items))
	for i, item := range items {
		calls[i] = Call{item.Target, item.Value, item.CallData}
	}
	return calls, nil
}
