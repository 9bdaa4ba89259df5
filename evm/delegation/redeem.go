package delegation

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// Call is one call that the delegator's account makes. It carries no native coin.
type Call struct {
	To   common.Address
	Data []byte
}

// The modes of an execution that a redemption may have here (ERC-7579): one call, or
// several that revert as a whole. Those that go on behind a failure are not offered.
var (
	single = [32]byte{}
	batch  = [32]byte{1}
)

// Redeem encodes what the delegate of the first delegation sends to the manager, so that
// the account at the other end of the chain makes the calls: one plainly, more as a batch.
// A root delegation is a chain of one.
func Redeem(chain []Delegation, calls []Call) ([]byte, error) {
	context, err := Context(chain)
	if err != nil {
		return nil, err
	}
	mode := single
	var execution []byte
	switch len(calls) {
	case 0:
		return nil, errNoCall
	case 1:
		execution = calls[0].packed()
	default:
		mode = batch
		if execution, err = packed(calls); err != nil {
			return nil, err
		}
	}
	return bind.NewDelegationManager().TryPackRedeemDelegations([][]byte{context}, [][32]byte{mode}, [][]byte{execution})
}

// RedeemEach is Redeem for enforcers that take no batch, as MetaMask's own: every call is
// a redemption of its own, and all of them revert as a whole.
func RedeemEach(chain []Delegation, calls []Call) ([]byte, error) {
	context, err := Context(chain)
	if err != nil {
		return nil, err
	}
	if len(calls) == 0 {
		return nil, errNoCall
	}
	n := len(calls)
	contexts, modes, executions := make([][]byte, n), make([][32]byte, n), make([][]byte, n)
	for i, c := range calls {
		contexts[i], modes[i], executions[i] = context, single, c.packed()
	}
	return bind.NewDelegationManager().TryPackRedeemDelegations(contexts, modes, executions)
}

// errNoCall: nothing is no redemption.
var errNoCall = errors.New("redeem a delegation: there is no call")

// packed is the execution of one call: target, no wei, data.
func (c Call) packed() []byte {
	return append(append(append([]byte{}, c.To[:]...), make([]byte, 32)...), c.Data...)
}

// Context is the encoding of a chain of delegations, from the redeemer's to the root.
func Context(chain []Delegation) ([]byte, error) {
	if len(chain) == 0 {
		return nil, errors.New("redeem a delegation: there is none")
	}
	bound := make([]bind.IDelegationManagerDelegation, len(chain))
	for i, d := range chain {
		bound[i] = d.bound()
	}
	return contexts.Pack(bound)
}

// bound is a delegation as the bindings have it.
func (d Delegation) bound() bind.IDelegationManagerDelegation {
	b := bind.IDelegationManagerDelegation{
		Delegate: d.Delegate, Delegator: d.Delegator, Authority: d.Authority, Salt: (*uint256.Int)(&d.Salt).ToBig(), Signature: d.Signature,
		Caveats: make([]bind.IDelegationManagerCaveat, len(d.Caveats)),
	}
	for i, c := range d.Caveats {
		b.Caveats[i] = bind.IDelegationManagerCaveat{Enforcer: c.Enforcer, Terms: c.Terms, Args: c.Args}
	}
	return b
}

// DisableCall ends a delegation; the delegator's account has to make it.
func (d Delegation) DisableCall() []byte {
	return bind.NewDelegationManager().PackDisableDelegation(d.bound())
}

// Disabled adds to a batch whether the delegation of a hash was ended.
func Disabled(b *rpc.Batch, manager common.Address, hash common.Hash) func() (bool, error) {
	codec := bind.NewDelegationManager()
	read := b.Call(manager, codec.PackDisabledDelegations(hash))
	return func() (bool, error) {
		raw, err := read.Value()
		if err != nil {
			return false, fmt.Errorf("ask %s about delegation %s: %w", manager, hash, err)
		}
		return codec.UnpackDisabledDelegations(raw)
	}
}

// Made adds to a batch how many redemptions MetaMask's LimitedCallsEnforcer has counted
// under the delegation of a hash.
func Made(b *rpc.Batch, counter, manager common.Address, hash common.Hash) func() (uint64, error) {
	data := append(crypto.Keccak256([]byte("callCounts(address,bytes32)"))[:4], word(manager)...)
	read := b.Call(counter, append(data, hash[:]...))
	return func() (uint64, error) {
		raw, err := read.Value()
		if err != nil {
			return 0, fmt.Errorf("ask %s about delegation %s: %w", counter, hash, err)
		}
		n := new(big.Int).SetBytes(raw)
		if len(raw) != 32 || !n.IsUint64() {
			return 0, fmt.Errorf("%s counts no calls", counter)
		}
		return n.Uint64(), nil
	}
}

// IsManager asks an address at a block whether it is a manager whose signatures are of
// this chain: its domain has to be the one that Typed writes.
func IsManager(ctx context.Context, client *rpc.Client, block common.Hash, chainID uint64, manager common.Address) error {
	codec := bind.NewDelegationManager()
	b := client.At(block)
	read := b.Call(manager, codec.PackGetDomainHash())
	if err := b.Do(ctx); err != nil {
		return err
	}
	raw, err := read.Value()
	if err != nil {
		return fmt.Errorf("%s is no delegation manager: %w", manager, err)
	}
	typed := (Delegation{}).Typed(chainID, manager)
	want, err := typed.HashStruct("EIP712Domain", typed.Domain.Map())
	if err != nil {
		return err
	}
	if common.BytesToHash(raw) != common.BytesToHash(want) {
		return fmt.Errorf("%s is no delegation manager of chain %d: signatures for it would not hold", manager, chainID)
	}
	return nil
}

// The encodings that the manager's interface does not name.
var contexts, executions = func() (abi.Arguments, abi.Arguments) {
	parsed, err := bind.DelegationManagerMetaData.ParseABI()
	if err != nil {
		panic("delegation: a binding that does not parse: " + err.Error())
	}
	one := parsed.Methods["disableDelegation"].Inputs[0].Type
	batch, err := abi.NewType("tuple[]", "", []abi.ArgumentMarshaling{
		{Name: "target", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "callData", Type: "bytes"},
	})
	if err != nil {
		panic("delegation: a type that is written here: " + err.Error())
	}
	return abi.Arguments{{Type: abi.Type{T: abi.SliceTy, Elem: &one}}}, abi.Arguments{{Type: batch}}
}()

// packed encodes a batch as the compiler does: enforcers take no other encoding.
func packed(calls []Call) ([]byte, error) {
	type execution struct {
		Target   common.Address
		Value    *big.Int
		CallData []byte
	}
	items := make([]execution, len(calls))
	for i, c := range calls {
		items[i] = execution{c.To, new(big.Int), c.Data}
	}
	return executions.Pack(items)
}
