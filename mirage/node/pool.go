package node

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/mirage/fork"
)

// Pool takes transactions for the next block; with automine on it has the miner make that
// block before it answers.
type Pool struct {
	gate    *gate
	waiting *waiting
	miner   *Miner
	senders *Senders
}

// Submit puts a signed transaction into the pool; with automine on it also makes a
// block of what the pool holds before it returns. A transaction with a nonce gap waits in the
// pool and is no error, and no block is made for it. One whose fee is below the next block's base
// fee waits where blocks are made by others, and is core.ErrFeeCapTooLow where it would wait for a
// block that only itself can bring about.
func (p *Pool) Submit(ctx context.Context, tx *types.Transaction) error {
	p.gate.Lock()
	defer p.gate.Unlock()
	if p.passes(tx) {
		_, _, err := p.miner.mine(ctx, BlockSpec{Txs: []*types.Transaction{tx}, announce: true}, nil)
		if failed := (*TxError)(nil); !errors.As(err, &failed) {
			return err
		}
	}
	w := p.waiting
	if err := w.refresh(); err != nil {
		return err
	}
	if err := w.sight(ctx, w.concerned(tx)...); err != nil {
		return err
	}
	if err := p.affords(tx); err != nil {
		return err
	}
	if err := w.pool.Add([]*types.Transaction{tx}, true)[0]; err != nil {
		return err
	}
	if !p.miner.automine || w.pool.Status(tx.Hash()) == txpool.TxStatusQueued {
		return nil
	}
	_, _, err := p.miner.mine(ctx, BlockSpec{FromPool: true}, nil)
	if errors.Is(err, fork.ErrUpstream) {
		return errors.Join(err, w.withdraw(tx.Hash()))
	}
	return err
}

// Waiting returns what an account signed that is in no block, by nonce, those among it that wait for one
// before them.
func (p *Pool) Waiting(account common.Address) (types.Transactions, error) {
	p.gate.Lock()
	defer p.gate.Unlock()
	if err := p.waiting.refresh(); err != nil {
		return nil, err
	}
	next, later := p.waiting.pool.ContentFrom(account)
	return append(next, later...), nil
}

// affords refuses a transaction that pays less than the base fee of the block that it asks for.
func (p *Pool) affords(tx *types.Transaction) error {
	fee := p.miner.pace.baseFee(p.waiting.chain.Head(), nil)
	if !p.miner.automine || tx.GasFeeCapIntCmp(fee) >= 0 {
		return nil
	}
	if _, err := types.Sender(p.waiting.chain.signer, tx); err != nil {
		return nil //nolint:nilerr // the pool has the word for it
	}
	return fmt.Errorf("%w: maxFeePerGas %s, base fee of the next block %s", core.ErrFeeCapTooLow, tx.GasFeeCap(), fee)
}

// mostBytes is how large a transaction may be that does not go through the pool: the
// pool's own bound.
const mostBytes = 128 << 10

// straightTypes are the types whose only checks are those of passes and of the block.
const straightTypes = 1<<types.LegacyTxType | 1<<types.AccessListTxType | 1<<types.DynamicFeeTxType

// passes tells whether a transaction is a block of its own as soon as it comes: nothing
// waits that could go before it, and the pool would find no fault with it but what the
// block finds too. One that the block then refuses goes to the pool after all, which keeps
// it or says why not. On a fork the pool looks first, because a block reads more.
func (p *Pool) passes(tx *types.Transaction) bool {
	chain := p.waiting.chain
	if p.gate.closed || !p.miner.automine || chain.fork != nil || !p.waiting.none() {
		return false
	}
	head := types.CopyHeader(chain.Head())
	head.GasLimit = min(head.GasLimit, p.miner.pace.room())
	return txpool.ValidateTransaction(tx, head, chain.signer, &txpool.ValidationOptions{
		Config: uncapped(chain.core.Config(), chain.uncapped), Accept: straightTypes, MaxSize: mostBytes, MinTip: common.Big0,
	}) == nil
}

// SubmitFrom sends a transaction of an impersonated account, which nobody signs. Its
// nonce must be the account's next one, counting those that wait. With automine on it is
// in a block when SubmitFrom returns, behind those that waited before it, if it fits.
func (p *Pool) SubmitFrom(ctx context.Context, from common.Address, data types.TxData) (hash common.Hash, err error) {
	err = p.gate.cheat(func() error {
		if !p.senders.may(from) {
			return fmt.Errorf("%w: %s", ErrNotImpersonated, from)
		}
		hash, err = p.unsigned(ctx, from, data)
		return err
	})
	return hash, err
}

// SubmitUnsigned is SubmitFrom for an account that need not be impersonated.
func (p *Pool) SubmitUnsigned(ctx context.Context, from common.Address, data types.TxData) (hash common.Hash, err error) {
	err = p.gate.cheat(func() error {
		hash, err = p.unsigned(ctx, from, data)
		return err
	})
	return hash, err
}

func (p *Pool) unsigned(ctx context.Context, from common.Address, data types.TxData) (common.Hash, error) {
	tx := p.waiting.disguises.disguise(from, data)
	next, err := p.waiting.nonce(from)
	switch {
	case err != nil:
		return common.Hash{}, err
	case tx.Nonce() < next:
		return common.Hash{}, fmt.Errorf("%w: next nonce %d, tx nonce %d", core.ErrNonceTooLow, next, tx.Nonce())
	case tx.Nonce() > next:
		return common.Hash{}, fmt.Errorf("%w: next nonce %d, tx nonce %d", core.ErrNonceTooHigh, next, tx.Nonce())
	}
	return tx.Hash(), p.enqueue(ctx, tx, from)
}

// enqueue lets an impersonated transaction wait for its block and, with automine on,
// makes that block. One that is not valid in it leaves no trace.
func (p *Pool) enqueue(ctx context.Context, tx *types.Transaction, from common.Address) error {
	w, hash := p.waiting, tx.Hash()
	_, known := w.disguises.from[hash] // as of a block that was reverted
	w.disguises.from[hash] = from
	w.queue = append(w.queue, tx)
	if !p.miner.automine {
		return nil
	}
	_, _, err := p.miner.mine(ctx, BlockSpec{FromPool: true, sent: hash}, nil)
	if err == nil {
		return nil
	}
	w.queue = w.queue[:len(w.queue)-1]
	if !known {
		delete(w.disguises.from, hash)
	}
	return err
}

// Pending returns the transactions of one sender that could be in the next block, by
// nonce.
func (p *Pool) Pending(from common.Address) ([]*types.Transaction, error) {
	p.gate.Lock()
	defer p.gate.Unlock()
	if err := p.waiting.refresh(); err != nil {
		return nil, err
	}
	pending, _ := p.waiting.pool.ContentFrom(from)
	return pending, nil
}

// PendingNonce returns the nonce of the account's next transaction, counting those
// that wait.
func (p *Pool) PendingNonce(account common.Address) (uint64, error) {
	p.gate.Lock()
	defer p.gate.Unlock()
	return p.waiting.nonce(account)
}

// Drop takes waiting transactions out of the pool, those for which unwanted answers
// true, and returns how many there were. Later ones of the same sender stay, and wait
// for a transaction with the nonce that is free now.
func (p *Pool) Drop(unwanted func(*types.Transaction, common.Address) bool) (dropped int, err error) {
	err = p.gate.cheat(func() error {
		dropped, err = p.waiting.drop(unwanted)
		return err
	})
	return dropped, err
}
