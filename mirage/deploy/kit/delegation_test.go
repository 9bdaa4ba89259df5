package kit_test

import (
	"crypto/ecdsa"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
)

// become gives the actor's account the code of the 7702 delegator.
func (s stage) become() {
	s.t.Helper()
	nonce, err := deploy.On(s.node).Nonce(s.t.Context(), s.actor)
	check(s.t, err)
	id := uint256.MustFromBig(s.node.Chain.ID())
	auth, err := types.SignSetCode(s.key, types.SetCodeAuthorization{
		ChainID: *id, Address: s.book.Address("EIP7702StatelessDeleGator"), Nonce: nonce + 1,
	})
	check(s.t, err)
	tx, err := types.SignNewTx(s.key, s.node.Chain.Signer(), &types.SetCodeTx{
		ChainID: id, Nonce: nonce, To: s.actor, Gas: 200_000, GasFeeCap: uint256.NewInt(1e12), AuthList: []types.SetCodeAuthorization{auth},
	})
	check(s.t, err)
	if _, _, err := s.node.Miner.Mine(s.t.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}}); err != nil {
		s.t.Fatal(err)
	}
}

// allow is the actor's signed delegation to somebody, of so much USDC and no more.
func (s stage) allow(delegate common.Address, amount *big.Int) bind.IDelegationManagerDelegation {
	s.t.Helper()
	m := bind.NewDelegationManager()
	d := bind.IDelegationManagerDelegation{
		Delegate: delegate, Delegator: s.actor, Salt: new(big.Int), Signature: []byte{},
		Authority: ask(s, "DelegationManager", m.PackROOTAUTHORITY(), m.UnpackROOTAUTHORITY),
		Caveats: []bind.IDelegationManagerCaveat{{
			Enforcer: s.book.Address("ERC20TransferAmountEnforcer"), Args: []byte{},
			Terms: append(s.book.Address("USDC").Bytes(), common.BigToHash(amount).Bytes()...),
		}},
	}
	domain := ask(s, "DelegationManager", m.PackGetDomainHash(), m.UnpackGetDomainHash)
	hash := ask(s, "DelegationManager", m.PackGetDelegationHash(d), m.UnpackGetDelegationHash)
	sig, err := crypto.Sign(crypto.Keccak256([]byte{0x19, 1}, domain[:], hash[:]), s.key)
	check(s.t, err)
	sig[64] += 27
	d.Signature = sig
	return d
}

// redeem is the delegate's call that sends USDC out of the actor's account.
func (s stage) redeem(d bind.IDelegationManagerDelegation, to common.Address, amount *big.Int) []byte {
	s.t.Helper()
	// The manager takes a chain of delegations as ABI bytes; disableDelegation takes one
	// of them, and its interface tells how.
	parsed, err := bind.DelegationManagerMetaData.ParseABI()
	check(s.t, err)
	one := parsed.Methods["disableDelegation"].Inputs[0].Type
	chain, err := abi.Arguments{{Type: abi.Type{T: abi.SliceTy, Elem: &one}}}.Pack([]bind.IDelegationManagerDelegation{d})
	check(s.t, err)
	call := append(s.book.Address("USDC").Bytes(), make([]byte, 32)...) // no value
	call = append(call, bind.NewERC20().PackTransfer(to, amount)...)
	return bind.NewDelegationManager().PackRedeemDelegations([][]byte{chain}, [][32]byte{{}}, [][]byte{call})
}

// as is the stage with another account at the keys.
func (s stage) as(key *ecdsa.PrivateKey) stage {
	s.key, s.actor = key, crypto.PubkeyToAddress(key.PublicKey)
	return s
}

// spec: mirage-testing §12.2 (delegation manager with the caveat enforcers)
func TestADelegationIsRedeemedUpToItsCaveatAndNotOnceDisabled(t *testing.T) {
	s := raise(t)
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("a delegate")))
	check(t, err)
	delegate := s.as(key)
	s.pay(delegate.actor, ether(100), []byte{})
	s.become()
	d := s.allow(delegate.actor, usdc(100))

	delegate.send("DelegationManager", s.redeem(d, delegate.actor, usdc(70)))
	if got := delegate.balance("USDC"); got.Cmp(usdc(70)) != 0 {
		t.Fatalf("the delegate has %s", got)
	}
	if delegate.tries("DelegationManager", s.redeem(d, delegate.actor, usdc(31))) {
		t.Error("more than the caveat allows was redeemed")
	}
	other, err := crypto.ToECDSA(crypto.Keccak256([]byte("a stranger")))
	check(t, err)
	stranger := s.as(other)
	s.pay(stranger.actor, ether(100), []byte{})
	if stranger.tries("DelegationManager", s.redeem(d, stranger.actor, usdc(1))) {
		t.Error("a stranger redeemed it")
	}
	// The account disables it through its own code, so that the manager sees the delegator.
	s.pay(s.actor, nil, bind.NewDelegator().PackExecute(bind.IDelegatorExecution{
		Target: s.book.Address("DelegationManager"), Value: new(big.Int), CallData: bind.NewDelegationManager().PackDisableDelegation(d),
	}))
	if delegate.tries("DelegationManager", s.redeem(d, delegate.actor, usdc(1))) {
		t.Error("a disabled delegation was redeemed")
	}
}

// spec: mirage-testing §12.2
func TestTheDelegationFrameworkIsWiredToItsManagerAndEntryPoint(t *testing.T) {
	s := raise(t)
	a := bind.NewDelegator()
	if got := ask(s, "EIP7702StatelessDeleGator", a.PackDelegationManager(), a.UnpackDelegationManager); got != s.book.Address("DelegationManager") {
		t.Errorf("the account obeys %s", got)
	}
	if got := ask(s, "EIP7702StatelessDeleGator", a.PackEntryPoint(), a.UnpackEntryPoint); got != s.book.Address("EntryPoint07") {
		t.Errorf("the account's entry point is %s", got)
	}
	e := bind.NewEntryPoint()
	separator := ask(s, "EntryPoint", e.PackGetDomainSeparatorV4(), e.UnpackGetDomainSeparatorV4)
	if want := deploy.Domain("ERC4337", "1", s.book.ChainID, s.book.Address("EntryPoint")); common.Hash(separator) != want {
		t.Errorf("the entry point's domain is %x", separator)
	}
}
