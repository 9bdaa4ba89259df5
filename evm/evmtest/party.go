package evmtest

import (
	"crypto/ecdsa"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/policycage"
)

// Party is somebody with a key of their own on a Node.
type Party struct {
	Address common.Address
	node    *Node
	key     *ecdsa.PrivateKey
}

// Holder is the node's own account as a party.
func (n *Node) Holder() *Party { return &Party{Address: n.Account, node: n, key: n.key} }

// Party returns somebody by name, with an ether.
func (n *Node) Party(name string) *Party {
	n.t.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("evmtest party " + name)))
	if err != nil {
		n.t.Fatal(err)
	}
	p := &Party{Address: crypto.PubkeyToAddress(key.PublicKey), node: n, key: key}
	n.Holder().pay(&p.Address, big.NewInt(1e18), nil)
	return p
}

// Known is the party of a key, as 64 hexadecimal digits.
func (n *Node) Known(digits string) *Party {
	n.t.Helper()
	key, err := crypto.HexToECDSA(digits)
	if err != nil {
		n.t.Fatal(err)
	}
	return &Party{Address: crypto.PubkeyToAddress(key.PublicKey), node: n, key: key}
}

// Do sends a call and returns its receipt, also of a call that reverted.
func (p *Party) Do(to common.Address, data []byte) *types.Receipt {
	p.node.t.Helper()
	return p.pay(&to, nil, data)
}

// Must sends a call that has to succeed.
func (p *Party) Must(to common.Address, data []byte) *types.Receipt {
	p.node.t.Helper()
	r := p.Do(to, data)
	if r.Status != types.ReceiptStatusSuccessful {
		p.node.t.Fatalf("call %x of %s reverted", data[:min(4, len(data))], to)
	}
	return r
}

// Pay sends a call with wei, which has to succeed.
func (p *Party) Pay(to common.Address, wei *big.Int, data []byte) {
	p.node.t.Helper()
	if r := p.pay(&to, wei, data); r.Status != types.ReceiptStatusSuccessful {
		p.node.t.Fatalf("a payment of %s wei to %s reverted", wei, to)
	}
}

// Create deploys creation code and returns where it stands.
func (p *Party) Create(code []byte) (common.Address, *types.Receipt) {
	p.node.t.Helper()
	r := p.pay(nil, nil, code)
	if r.Status != types.ReceiptStatusSuccessful {
		p.node.t.Fatal("a contract was not deployed")
	}
	return r.ContractAddress, r
}

// Creates creates a contract, shared ones by the deployer that all of a chain use. It must
// succeed.
func (p *Party) Creates(code []byte, shared bool) *types.Receipt {
	p.node.t.Helper()
	if shared {
		_, data := policycage.Shared(code)
		return p.Must(policycage.Deployer, data)
	}
	_, r := p.Create(code)
	return r
}

// Become gives the party's account the code of another (EIP-7702).
func (p *Party) Become(code common.Address) {
	p.node.t.Helper()
	nonce, id := p.nonce(), uint256.NewInt(ChainID)
	auth, err := types.SignSetCode(p.key, types.SetCodeAuthorization{ChainID: *id, Address: code, Nonce: nonce + 1})
	if err != nil {
		p.node.t.Fatal(err)
	}
	tx, err := types.SignNewTx(p.key, types.LatestSignerForChainID(id.ToBig()), &types.SetCodeTx{
		ChainID: id, Nonce: nonce, To: p.Address, Gas: 200_000, GasFeeCap: uint256.MustFromBig(p.node.offer()),
		GasTipCap: uint256.NewInt(1e9), AuthList: []types.SetCodeAuthorization{auth},
	})
	if err != nil {
		p.node.t.Fatal(err)
	}
	p.node.include(tx)
	if p.Address == p.node.Account {
		p.node.nonce++ // the authorization's
	}
}

// Sign signs a hash as a contract expects it, v from 27.
func (p *Party) Sign(digest []byte) []byte {
	p.node.t.Helper()
	sig, err := crypto.Sign(digest, p.key)
	if err != nil {
		p.node.t.Fatal(err)
	}
	sig[64] += 27
	return sig
}

func (p *Party) pay(to *common.Address, wei *big.Int, data []byte) *types.Receipt {
	p.node.t.Helper()
	tx, err := types.SignNewTx(p.key, types.LatestSignerForChainID(big.NewInt(ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(ChainID), Nonce: p.nonce(), To: to, Value: wei, Gas: 12_000_000, Data: data,
		GasFeeCap: p.node.offer(), GasTipCap: big.NewInt(1e9),
	})
	if err != nil {
		p.node.t.Fatal(err)
	}
	return p.node.include(tx)
}

// nonce is that of the next transaction, which has to be sent.
func (p *Party) nonce() uint64 {
	p.node.t.Helper()
	if p.Address == p.node.Account { // which the node counts
		p.node.nonce++
		return p.node.nonce - 1
	}
	var nonce hexutil.Uint64
	if err := p.node.RPC.Call(&nonce, "eth_getTransactionCount", p.Address, "latest"); err != nil {
		p.node.t.Fatal(err)
	}
	return uint64(nonce)
}
