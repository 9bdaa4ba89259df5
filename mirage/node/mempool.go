package node

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
)

// poolChain is the chain as the pool sees it.
type poolChain struct {
	*core.BlockChain
	node *Node
}

// StateAt implements legacypool.BlockChain. The pool of a fork asks for accounts only that
// Sight has fetched before, because it has no way to fail.
func (c poolChain) StateAt(root common.Hash, _ *big.Int, _ uint64) (*state.StateDB, error) {
	if c.node.fork == nil {
		return state.New(root, c.node.warm)
	}
	st, _, err := c.node.fork.Open(context.Background(), root)
	return st, err
}

// openPool makes the transaction pool: go-ethereum's for every type but blobs, alone and
// led by this node. The pools that go-ethereum starts by itself read each new block in the
// background, twice, and a pool of blobs that stays empty does so too.
func (n *Node) openPool() error {
	pool := legacypool.New(ethConfig(n.cfg).TxPool, poolChain{n.chain, n})
	if err := pool.Init(0, n.Head(), txpool.NewReservationTracker().NewHandle(0)); err != nil {
		return fmt.Errorf("open the transaction pool: %w", err)
	}
	n.pool = pool
	return nil
}

// refreshPool lets the pool see the latest block. It does not follow the chain by itself,
// which costs nothing until somebody asks it. A block that a revert took away leaves no
// transaction behind: only a pool that is told of the block before would look for one.
func (n *Node) refreshPool() error {
	if n.closed {
		return ErrClosed
	}
	if n.poolStale {
		n.pool.Reset(nil, n.Head())
		n.poolStale = false
	}
	return nil
}

// emptyPool drops what waits in the pool, whose state is that of the latest block then.
func (n *Node) emptyPool() error {
	n.poolStale = true
	if err := n.refreshPool(); err != nil {
		return err
	}
	n.pool.Clear()
	return nil
}

// waiting is the pool for who only looks, at the latest block; nil after the end.
func (n *Node) waiting() *legacypool.LegacyPool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.refreshPool() != nil {
		return nil
	}
	return n.pool
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

// sight makes sure that accounts can be read without an error, before the pool looks at
// them. Elsewhere than on a fork they always can.
func (n *Node) sight(ctx context.Context, accounts ...common.Address) error {
	if n.fork == nil {
		return nil
	}
	return n.fork.Sight(ctx, accounts...)
}
