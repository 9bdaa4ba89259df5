package node

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/txpool/txorder"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// Submit puts a signed transaction into the pool; with automine on it also makes a
// block of what the pool holds before it returns. A transaction with a nonce gap, or
// with a fee below the base fee, waits in the pool and is no error.
func (n *Node) Submit(ctx context.Context, tx *types.Transaction) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.refreshPool(); err != nil {
		return err
	}
	if err := n.eth.TxPool().Add([]*types.Transaction{tx}, true)[0]; err != nil {
		return err
	}
	return n.automined(ctx)
}

// SubmitFrom sends a transaction of an impersonated account, which nobody signs. Its
// nonce must be the account's next one, counting those that wait.
func (n *Node) SubmitFrom(ctx context.Context, from common.Address, data types.TxData) (common.Hash, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return common.Hash{}, ErrCheatsClosed
	}
	if _, ok := n.impersonated[from]; !ok {
		return common.Hash{}, fmt.Errorf("%w: %s", ErrNotImpersonated, from)
	}
	tx := n.disguise(from, data)
	n.disguised[tx.Hash()] = from
	if !n.automine {
		n.queue = append(n.queue, tx)
		return tx.Hash(), nil
	}
	if _, _, err := n.mine(ctx, BlockSpec{Txs: []*types.Transaction{tx}, FromPool: true}, nil); err != nil {
		delete(n.disguised, tx.Hash())
		return common.Hash{}, err
	}
	return tx.Hash(), nil
}

// automined makes a block of the pool where automine is on.
func (n *Node) automined(ctx context.Context) error {
	if !n.automine {
		return nil
	}
	_, _, err := n.mine(ctx, BlockSpec{FromPool: true}, nil)
	return err
}

// refreshPool lets the pool see the latest block. The pool follows the chain in its
// own time, which costs nothing until somebody asks it.
func (n *Node) refreshPool() error {
	if n.closed {
		return ErrClosed
	}
	if !n.poolStale {
		return nil
	}
	if err := n.eth.TxPool().Sync(); err != nil {
		return fmt.Errorf("bring the pool to block %d: %w", n.Head().Number, err)
	}
	n.poolStale = false
	return nil
}

// Pending returns the transactions of one sender that could be in the next block, by
// nonce.
func (n *Node) Pending(from common.Address) ([]*types.Transaction, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.refreshPool(); err != nil {
		return nil, err
	}
	pending, _ := n.eth.TxPool().ContentFrom(from)
	return pending, nil
}

// PendingNonce returns the nonce of the account's next transaction, counting those
// that wait.
func (n *Node) PendingNonce(account common.Address) (uint64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.refreshPool(); err != nil {
		return 0, err
	}
	nonce := n.eth.TxPool().PoolNonce(account)
	for _, tx := range n.queue {
		if n.disguised[tx.Hash()] == account {
			nonce = max(nonce, tx.Nonce()+1)
		}
	}
	return nonce, nil
}

// fill appends the waiting transactions to a block: the impersonated ones as they
// came, then the pool's by tip and nonce, as far as they fit.
func (n *Node) fill(ctx context.Context, b *build) error {
	for _, tx := range n.queue {
		if err := b.apply(ctx, tx); err != nil {
			delete(n.disguised, tx.Hash())
		}
	}
	n.queue = nil
	if err := n.refreshPool(); err != nil {
		return err
	}
	baseFee, overflow := uint256.FromBig(b.header.BaseFee)
	if overflow {
		return fmt.Errorf("base fee %s does not fit 256 bits", b.header.BaseFee)
	}
	pending, _ := n.eth.TxPool().Pending(txpool.PendingFilter{BaseFee: baseFee})
	order := txorder.NewTransactionsByPriceAndNonce(b.signer, pending, b.header.BaseFee)
	for {
		lazy, _ := order.Peek()
		if lazy == nil || b.gas.Available(false) < minTxGas {
			return nil
		}
		tx := lazy.Resolve()
		if tx == nil {
			order.Pop()
			continue
		}
		switch err := b.apply(ctx, tx); {
		case err == nil, errors.Is(err, core.ErrNonceTooLow):
			order.Shift()
		default:
			order.Pop()
		}
	}
}

const minTxGas = 21_000
