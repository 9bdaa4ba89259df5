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

	"bardo.run/bardo/mirage/fork"
)

// Submit puts a signed transaction into the pool; with automine on it also makes a
// block of what the pool holds before it returns. A transaction with a nonce gap, or
// with a fee below the base fee, waits in the pool and is no error.
func (n *Node) Submit(ctx context.Context, tx *types.Transaction) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.passes(tx) {
		_, _, err := n.mine(ctx, BlockSpec{Txs: []*types.Transaction{tx}, announce: true}, nil)
		if failed := (*TxError)(nil); !errors.As(err, &failed) {
			return err
		}
	}
	if err := n.refreshPool(); err != nil {
		return err
	}
	if err := n.sight(ctx, n.concerned(tx)...); err != nil {
		return err
	}
	if err := n.pool.Add([]*types.Transaction{tx}, true)[0]; err != nil {
		return err
	}
	err := n.automined(ctx)
	if errors.Is(err, fork.ErrUpstream) {
		return errors.Join(err, n.withdraw(tx.Hash()))
	}
	return err
}

// SubmitFrom sends a transaction of an impersonated account, which nobody signs. Its
// nonce must be the account's next one, counting those that wait. With automine on it is
// in a block when SubmitFrom returns, behind those that waited before it, if it fits.
func (n *Node) SubmitFrom(ctx context.Context, from common.Address, data types.TxData) (common.Hash, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return common.Hash{}, ErrCheatsClosed
	}
	if _, ok := n.impersonated[from]; !ok && !n.anyone {
		return common.Hash{}, fmt.Errorf("%w: %s", ErrNotImpersonated, from)
	}
	return n.submitUnsigned(ctx, from, data)
}

// SubmitUnsigned is SubmitFrom for an account that need not be impersonated.
func (n *Node) SubmitUnsigned(ctx context.Context, from common.Address, data types.TxData) (common.Hash, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return common.Hash{}, ErrCheatsClosed
	}
	return n.submitUnsigned(ctx, from, data)
}

func (n *Node) submitUnsigned(ctx context.Context, from common.Address, data types.TxData) (common.Hash, error) {
	tx := n.disguise(from, data)
	next, err := n.pendingNonce(from)
	switch {
	case err != nil:
		return common.Hash{}, err
	case tx.Nonce() < next:
		return common.Hash{}, fmt.Errorf("%w: next nonce %d, tx nonce %d", core.ErrNonceTooLow, next, tx.Nonce())
	case tx.Nonce() > next:
		return common.Hash{}, fmt.Errorf("%w: next nonce %d, tx nonce %d", core.ErrNonceTooHigh, next, tx.Nonce())
	}
	return tx.Hash(), n.enqueue(ctx, tx, from)
}

// enqueue lets an impersonated transaction wait for its block and, with automine on,
// makes that block. One that is not valid in it leaves no trace.
func (n *Node) enqueue(ctx context.Context, tx *types.Transaction, from common.Address) error {
	hash := tx.Hash()
	_, known := n.disguised[hash] // as of a block that was reverted
	n.disguised[hash] = from
	n.queue = append(n.queue, tx)
	if !n.automine {
		return nil
	}
	_, _, err := n.mine(ctx, BlockSpec{FromPool: true, sent: hash}, nil)
	if err == nil {
		return nil
	}
	n.queue = n.queue[:len(n.queue)-1]
	if !known {
		delete(n.disguised, hash)
	}
	return err
}

// automined makes a block of the pool where automine is on.
func (n *Node) automined(ctx context.Context) error {
	if !n.automine {
		return nil
	}
	_, _, err := n.mine(ctx, BlockSpec{FromPool: true}, nil)
	return err
}

// Pending returns the transactions of one sender that could be in the next block, by
// nonce.
func (n *Node) Pending(from common.Address) ([]*types.Transaction, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.refreshPool(); err != nil {
		return nil, err
	}
	pending, _ := n.pool.ContentFrom(from)
	return pending, nil
}

// PendingNonce returns the nonce of the account's next transaction, counting those
// that wait.
func (n *Node) PendingNonce(account common.Address) (uint64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.pendingNonce(account)
}

func (n *Node) pendingNonce(account common.Address) (uint64, error) {
	if err := n.refreshPool(); err != nil {
		return 0, err
	}
	if err := n.sight(context.Background(), account); err != nil {
		return 0, err
	}
	nonce := n.pool.Nonce(account)
	for _, tx := range n.queue {
		if n.disguised[tx.Hash()] == account {
			nonce = max(nonce, tx.Nonce()+1)
		}
	}
	return nonce, nil
}

// fill appends the waiting transactions to a block: the impersonated ones as they
// came, then the pool's by tip and nonce, as far as they fit. One of the pool that is not
// valid is passed over, and an impersonated one is dropped, unless it was sent just now.
func (n *Node) fill(ctx context.Context, b *build, sent common.Hash) error {
	for _, tx := range n.queue {
		switch err := b.apply(ctx, tx); {
		case err == nil:
		case errors.Is(err, fork.ErrUpstream):
			return err
		case b.later(tx, err):
			b.waiting = append(b.waiting, tx)
		case tx.Hash() == sent:
			return &TxError{Index: len(b.txs), Hash: sent, Err: err}
		}
	}
	if err := n.refreshPool(); err != nil {
		return err
	}
	baseFee, overflow := uint256.FromBig(b.header.BaseFee)
	if overflow {
		return fmt.Errorf("base fee %s does not fit 256 bits", b.header.BaseFee)
	}
	pending, _ := n.pool.Pending(txpool.PendingFilter{BaseFee: baseFee})
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
		case errors.Is(err, fork.ErrUpstream):
			return err
		default:
			order.Pop()
		}
	}
}

// later tells whether a transaction may fit a later block, when others went before it.
func (b *build) later(tx *types.Transaction, err error) bool {
	return errors.Is(err, core.ErrNonceTooHigh) || errors.Is(err, core.ErrFeeCapTooLow) ||
		errors.Is(err, core.ErrGasLimitReached) && tx.Gas() <= b.header.GasLimit
}

const minTxGas = 21_000

// forgetQueue drops the impersonated transactions that wait.
func (n *Node) forgetQueue() {
	for _, tx := range n.queue {
		delete(n.disguised, tx.Hash())
	}
	n.queue = nil
}
