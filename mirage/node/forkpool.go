package node

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
)

// pool is the transaction pool. go-ethereum makes one that reads the tries, where a fork
// has only what it wrote; a fork makes its own.
func (n *Node) pool() *txpool.TxPool {
	if n.fork != nil {
		return n.fork.pool
	}
	return n.eth.TxPool()
}

// poolChain is the chain as a fork's pool sees it.
type poolChain struct {
	*core.BlockChain
	fork *forked
}

// StateAt implements the pool's chain. The pool asks for accounts only that sight has
// fetched before, because it has no way to fail.
func (c poolChain) StateAt(root common.Hash, _ *big.Int, _ uint64) (*state.StateDB, error) {
	st, _, err := c.fork.open(context.Background(), root)
	return st, err
}

func (f *forked) openPool() error {
	chain := poolChain{f.node.chain, f}
	pool, err := txpool.New(0, chain, []txpool.SubPool{legacypool.New(ethConfig(f.node.cfg).TxPool, chain)})
	if err != nil {
		return err
	}
	// go-ethereum's pool wants a tip of one wei at least; a devnet takes zero.
	pool.SetGasTip(common.Big0)
	f.pool = pool
	return nil
}

// close ends the pool.
func (f *forked) close() error {
	if f == nil || f.pool == nil {
		return nil
	}
	return f.pool.Close()
}

// sight makes sure that accounts can be read without an error, before the pool looks at
// them. Elsewhere than on a fork they always can.
func (n *Node) sight(ctx context.Context, accounts ...common.Address) error {
	if n.fork == nil {
		return nil
	}
	if err := n.fork.state.Want(ctx, accounts...); err != nil {
		return &UpstreamError{err}
	}
	ctx, faults := withFaults(ctx)
	st, _, err := n.fork.open(ctx, n.Head().Root)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		st.GetNonce(a)
	}
	return faults.first()
}

// concerned lists whose accounts the pool reads for a transaction.
func (n *Node) concerned(tx *types.Transaction) []common.Address {
	var all []common.Address
	if from, err := types.Sender(n.signer, tx); err == nil {
		all = append(all, from)
	}
	for _, a := range tx.SetCodeAuthorizations() {
		if authority, err := a.Authority(); err == nil {
			all = append(all, authority)
		}
	}
	return all
}

// withdraw takes a transaction out of the pool again, whose block could not be made.
func (n *Node) withdraw(hash common.Hash) error {
	kept, gone := n.sift(func(tx *types.Transaction, _ common.Address) bool { return tx.Hash() == hash })
	if gone == 0 {
		return nil
	}
	return n.refill(kept)
}
