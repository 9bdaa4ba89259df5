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

const minTxGas = 21_000

// fill appends the waiting transactions to a block: the impersonated ones as they
// came, then the pool's by tip and nonce, as far as they fit. One of the pool that is not
// valid is passed over, and an impersonated one is dropped, unless it was sent just now.
func (w *waiting) fill(ctx context.Context, b *build, sent common.Hash) error {
	for _, tx := range w.queue {
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
	if err := w.refresh(); err != nil {
		return err
	}
	baseFee, overflow := uint256.FromBig(b.header.BaseFee)
	if overflow {
		return fmt.Errorf("base fee %s does not fit 256 bits", b.header.BaseFee)
	}
	pending, _ := w.pool.Pending(txpool.PendingFilter{BaseFee: baseFee})
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
