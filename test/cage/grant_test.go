package cage

import (
	"crypto/ecdsa"
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// anybody is the delegate of a delegation that anybody may redeem.
var anybody = common.HexToAddress("0xa11")

// grant signs two grants over the account, and below each what the golem's key
// redelegates: to three more keys, and to anybody.
func (w *world) grant() {
	m := bind.NewDelegationManager()
	root := common.BytesToHash(w.ask(w.manager, m.PackROOTAUTHORITY()))
	w.redeemers = [keys]common.Address{w.golem, addressOf(keyOf("key 1")), addressOf(keyOf("key 2")), addressOf(keyOf("key 3")), w.thief}
	for g, caveats := range w.caveats {
		first := w.sign(keyOf("account"), bind.IDelegationManagerDelegation{
			Delegate: w.golem, Delegator: w.account, Authority: root, Salt: big.NewInt(int64(g)), Caveats: caveats,
		})
		w.contexts[g][0] = permission(first)
		hash := common.BytesToHash(w.ask(w.manager, m.PackGetDelegationHash(first)))
		for key := 1; key < keys; key++ {
			to := w.redeemers[key]
			if key == keys-1 {
				to = anybody
			}
			w.contexts[g][key] = permission(w.sign(keyOf("golem"), bind.IDelegationManagerDelegation{
				Delegate: to, Delegator: w.golem, Authority: hash, Caveats: []bind.IDelegationManagerCaveat{}, Salt: big.NewInt(int64(key)),
			}), first)
		}
	}
}

func (w *world) sign(key *ecdsa.PrivateKey, d bind.IDelegationManagerDelegation) bind.IDelegationManagerDelegation {
	m := bind.NewDelegationManager()
	d.Signature = []byte{}
	domain, hash := w.ask(w.manager, m.PackGetDomainHash()), w.ask(w.manager, m.PackGetDelegationHash(d))
	d.Signature = must(crypto.Sign(crypto.Keccak256([]byte{0x19, 1}, domain, hash), key))
	d.Signature[64] += 27
	return d
}

// permission encodes a chain of delegations, the leaf first.
func permission(chain ...bind.IDelegationManagerDelegation) []byte {
	one := must(bind.DelegationManagerMetaData.ParseABI()).Methods["disableDelegation"].Inputs[0].Type
	return must(abi.Arguments{{Type: abi.Type{T: abi.SliceTy, Elem: &one}}}.Pack(chain))
}

// execution is one call of a redemption.
type execution struct {
	Target   common.Address
	Value    *big.Int
	CallData []byte
}

var (
	modeSingle = [32]byte{}
	modeBatch  = [32]byte{1}
	executions = abi.Arguments{{Type: must(abi.NewType("tuple[]", "", []abi.ArgumentMarshaling{
		{Name: "target", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "callData", Type: "bytes"},
	}))}}
)

// redemption is what a key redeems at once: calls under a grant.
type redemption struct {
	grant, key int
	calls      []execution
}

// redeem encodes a transaction to the manager.
func (w *world) redeem(all ...redemption) []byte {
	var contexts, packed [][]byte
	var modes [][32]byte
	for _, r := range all {
		contexts = append(contexts, w.contexts[r.grant][r.key])
		if len(r.calls) == 1 {
			c := r.calls[0]
			modes = append(modes, modeSingle)
			packed = append(packed, append(append(c.Target.Bytes(), common.BigToHash(c.Value).Bytes()...), c.CallData...))
			continue
		}
		modes = append(modes, modeBatch)
		packed = append(packed, must(executions.Pack(r.calls)))
	}
	return bind.NewDelegationManager().PackRedeemDelegations(contexts, modes, packed)
}
