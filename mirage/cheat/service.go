package cheat

import (
	"crypto/ecdsa"
	"sync"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"
)

// Options is what the services of a devnet know beyond the chain.
type Options struct {
	// Accounts are answered by eth_accounts and signed for.
	Accounts []Account
	// StrictNonce refuses a nonce above the account's next one (−32004) instead of
	// keeping the transaction until the gap is filled.
	StrictNonce bool
	// AutoImpersonate lets every account send without a key.
	AutoImpersonate bool
	// Shutdown ends the devnet for mirage_shutdown; nil means that it cannot be ended so.
	Shutdown func()
}

// Services returns the services for node.Config.Services.
func Services(o Options) node.Services {
	return func(n *node.Node) ([]rpc.API, error) {
		b := base{node: n, options: o, keys: map[common.Address]*ecdsa.PrivateKey{}, numbering: new(sync.Mutex)}
		for _, a := range o.Accounts {
			b.keys[a.Address] = a.Key
		}
		if o.AutoImpersonate {
			if err := n.Senders.ImpersonateAnyone(true); err != nil {
				return nil, err
			}
		}
		state, clock, self := &State{b}, &Evm{b}, &Self{b}
		return []rpc.API{
			{Namespace: "eth", Service: &Sending{b}},
			{Namespace: "eth", Service: &Signing{b}},
			{Namespace: "eth", Service: &Standing{b}},
			{Namespace: "eth", Service: &Calls{b}},
			{Namespace: "eth", Service: &Blocks{b}},
			{Namespace: "anvil", Service: state},
			{Namespace: "hardhat", Service: state},
			{Namespace: "mirage", Service: &Mirage{state}},
			{Namespace: "tenderly", Service: &Tenderly{state}},
			{Namespace: "evm", Service: &EvmState{state}},
			{Namespace: "personal", Service: &Personal{b}},
			{Namespace: "evm", Service: clock},
			{Namespace: "anvil", Service: clock},
			{Namespace: "hardhat", Service: clock},
			{Namespace: "evm", Service: &EvmMining{&Mining{b}}},
			{Namespace: "anvil", Service: &Mining{b}},
			{Namespace: "hardhat", Service: &Mining{b}},
			{Namespace: "anvil", Service: self},
			{Namespace: "hardhat", Service: self},
			{Namespace: "anvil", Service: &Pool{b}},
			{Namespace: "hardhat", Service: &Pool{b}},
			{Namespace: "anvil", Service: &Back{b}},
			{Namespace: "anvil", Service: &Silent{b}},
			{Namespace: "hardhat", Service: &Silent{b}},
			{Namespace: "txpool", Service: &PoolView{b}},
			{Namespace: "debug", Service: &Raw{b}},
			{Namespace: "trace", Service: &Flat{b}},
			{Namespace: "erigon", Service: &Erigon{b}},
		}, nil
	}
}

// base is what all services share. It is read only after Services.
type base struct {
	node    *node.Node
	options Options
	keys    map[common.Address]*ecdsa.PrivateKey
	// numbering is held from the choice of a nonce until its transaction is sent, so that requests
	// that come together get one each.
	numbering *sync.Mutex
}
