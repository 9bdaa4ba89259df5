package history

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// Purse is what an account gets before its life begins, in raw units; nil is nothing.
type Purse struct {
	Native *uint256.Int // wei
	Token0 *uint256.Int
	Token1 *uint256.Int
}

// Fund gives an account its purse, by transactions of the deployer in a block before the
// first minute. After the first block of the life it answers ErrBegun.
func (w *World) Fund(ctx context.Context, to common.Address, p Purse) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.next > 0 {
		return ErrBegun
	}
	var calls []deploy.Call
	if p.Native != nil && !p.Native.IsZero() {
		calls = append(calls, deploy.Call{To: to, Value: p.Native})
	}
	calls = append(calls, w.give(w.plan.Token0, w.book.Token0, to, p.Token0)...)
	calls = append(calls, w.give(w.plan.Token1, w.book.Token1, to, p.Token1)...)
	if err := w.treat(ctx, calls); err != nil {
		return fmt.Errorf("fund %s: %w", to, err)
	}
	return nil
}

// give is nothing for a purse without the token.
func (w *World) give(t deploy.Token, entry string, to common.Address, amount *uint256.Int) []deploy.Call {
	if amount == nil || amount.IsZero() {
		return nil
	}
	return t.Give(w.book.Address(entry), to, amount)
}

// treat seals the deployer's calls in one block at the time of the head.
func (w *World) treat(ctx context.Context, calls []deploy.Call) error {
	if len(calls) == 0 {
		return errors.New("the purse is empty")
	}
	txs := make([]*types.Transaction, len(calls))
	deployer := addressOf(w.treasury)
	nonce, err := deploy.On(w.node).Nonce(ctx, deployer)
	if err != nil {
		return err
	}
	for i, c := range calls {
		txs[i], err = types.SignNewTx(w.treasury, w.node.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: w.node.Chain.ID(), Nonce: nonce + uint64(i), To: &c.To, Value: c.Value.ToBig(), Data: c.Data,
			Gas: 300_000, GasTipCap: common.Big0, GasFeeCap: big.NewInt(DefaultGasWei),
		})
		if err != nil {
			return err
		}
		w.node.Chain.Trust(txs[i], deployer)
	}
	_, receipts, err := w.node.Miner.Mine(ctx, node.BlockSpec{Time: w.clock.Now(), BaseFee: big.NewInt(DefaultGasWei), Txs: txs})
	if err != nil {
		return err
	}
	for i, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("transfer %d of %d reverted", i+1, len(calls))
		}
	}
	return nil
}
