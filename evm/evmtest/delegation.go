package evmtest

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Delegate is what a party signs to let another act for its account, within caveats
// (MetaMask's framework). The account has to have become a delegator.
func (k *Kit) Delegate(from *Party, to common.Address, caveats ...bind.IDelegationManagerCaveat) bind.IDelegationManagerDelegation {
	k.t.Helper()
	m := bind.NewDelegationManager()
	manager := k.At("DelegationManager")
	root, err := m.UnpackROOTAUTHORITY(k.Ask(manager, m.PackROOTAUTHORITY()))
	if err != nil {
		k.t.Fatal(err)
	}
	return k.sign(from, to, root, caveats)
}

func (k *Kit) sign(from *Party, to common.Address, root [32]byte, caveats []bind.IDelegationManagerCaveat) bind.IDelegationManagerDelegation {
	k.t.Helper()
	m, manager := bind.NewDelegationManager(), k.At("DelegationManager")
	d := bind.IDelegationManagerDelegation{
		Delegate: to, Delegator: from.Address, Authority: root, Caveats: caveats, Salt: new(big.Int), Signature: []byte{},
	}
	domain, hash := k.Ask(manager, m.PackGetDomainHash()), k.Ask(manager, m.PackGetDelegationHash(d))
	d.Signature = from.Sign(crypto.Keccak256([]byte{0x19, 1}, domain, hash))
	return d
}

// Execution is one call of a redemption.
type Execution struct {
	Target   common.Address
	Value    *big.Int
	CallData []byte
}

// Modes of an execution (ERC-7579).
var (
	ModeSingle = [32]byte{}
	ModeBatch  = [32]byte{1}
	ModeTry    = [32]byte{0, 1}
)

// Redemption encodes what a delegate sends to the manager: one call plainly, more as a
// batch.
func (k *Kit) Redemption(d bind.IDelegationManagerDelegation, calls ...Execution) []byte {
	k.t.Helper()
	for i := range calls {
		if calls[i].Value == nil {
			calls[i].Value = new(big.Int)
		}
	}
	if len(calls) != 1 {
		return k.RedemptionAs(d, ModeBatch, k.Batch(calls))
	}
	c := calls[0]
	packed := append(c.Target.Bytes(), common.BigToHash(c.Value).Bytes()...)
	return k.RedemptionAs(d, ModeSingle, append(packed, c.CallData...))
}

// RedemptionAs is one of any mode and any bytes.
func (k *Kit) RedemptionAs(d bind.IDelegationManagerDelegation, mode [32]byte, execution []byte) []byte {
	k.t.Helper()
	return bind.NewDelegationManager().PackRedeemDelegations([][]byte{k.packed(d)}, [][32]byte{mode}, [][]byte{execution})
}

// packed encodes delegations, the one that is redeemed first. The manager takes them as
// bytes; disableDelegation takes one, and its interface tells how.
func (k *Kit) packed(d ...bind.IDelegationManagerDelegation) []byte {
	k.t.Helper()
	parsed, err := bind.DelegationManagerMetaData.ParseABI()
	if err != nil {
		k.t.Fatal(err)
	}
	one := parsed.Methods["disableDelegation"].Inputs[0].Type
	chain, err := abi.Arguments{{Type: abi.Type{T: abi.SliceTy, Elem: &one}}}.Pack(d)
	if err != nil {
		k.t.Fatal(err)
	}
	return chain
}

// Batch packs calls as a batch.
func (k *Kit) Batch(calls []Execution) []byte {
	k.t.Helper()
	kind, err := abi.NewType("tuple[]", "", []abi.ArgumentMarshaling{
		{Name: "target", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "callData", Type: "bytes"},
	})
	if err != nil {
		k.t.Fatal(err)
	}
	packed, err := abi.Arguments{{Type: kind}}.Pack(calls)
	if err != nil {
		k.t.Fatal(err)
	}
	return packed
}

// Chained encodes calls that another redeems, to whom the delegate of d passed it on
// without a caveat of its own.
func (k *Kit) Chained(delegate *Party, to common.Address, d bind.IDelegationManagerDelegation, calls ...Execution) []byte {
	k.t.Helper()
	m := bind.NewDelegationManager()
	hash, err := m.UnpackGetDelegationHash(k.Ask(k.At("DelegationManager"), m.PackGetDelegationHash(d)))
	if err != nil {
		k.t.Fatal(err)
	}
	child := k.sign(delegate, to, hash, nil)
	for i := range calls {
		if calls[i].Value == nil {
			calls[i].Value = new(big.Int)
		}
	}
	return m.PackRedeemDelegations([][]byte{k.packed(child, d)}, [][32]byte{ModeBatch}, [][]byte{k.Batch(calls)})
}
