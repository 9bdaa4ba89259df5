package history

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// marketGas is the gas limit of a market transaction, below the chain's cap for one.
const marketGas = 16_000_000

// sealing is a block to be: the market's steps, everybody else's transactions, and the
// market's return to where it stood, which only a closing block has. So a minute closes as it
// was recorded, whatever the others did.
type sealing struct {
	time          time.Time
	baseFee       *uint256.Int
	before, after *script
	others        []*types.Transaction
}

// seal makes the block and takes over what its receipts tell. A transaction of somebody
// else that turns out not to fit is left out, with those of its sender that follow it, and
// waits for the next block.
func (w *World) seal(ctx context.Context, s sealing) (*types.Block, error) {
	baseFee := s.baseFee.ToBig()
	first, err := w.hand.sign(s.before, 0, baseFee)
	if err != nil {
		return nil, err
	}
	last, err := w.hand.sign(s.after, len(first), baseFee)
	if err != nil {
		return nil, err
	}
	ours := len(first)
	told, err := w.reporter.report(s.before.end, baseFee)
	if err != nil {
		return nil, err
	}
	if told != nil {
		first = append(first, told)
	}
	for {
		txs := append(append(append([]*types.Transaction{}, first...), s.others...), last...)
		block, receipts, err := w.node.Miner.Mine(ctx, node.BlockSpec{Time: s.time, BaseFee: baseFee, Txs: txs})
		if at := misfit(err, len(first), len(s.others)); at >= 0 {
			s.others = without(w.node.Chain.Signer(), s.others, at)
			continue
		}
		if err != nil {
			return nil, err
		}
		w.hand.nonce += uint64(ours + len(last))
		return block, w.take(s, receipts, len(first), len(last))
	}
}

// misfit returns which of the others' transactions an error of Mine speaks of, -1 for
// any other error.
func misfit(err error, first, others int) int {
	var bad *node.TxError
	if errors.As(err, &bad) && bad.Index >= first && bad.Index < first+others {
		return bad.Index - first
	}
	return -1
}

// without leaves out a transaction and those of the same sender after it.
func without(signer types.Signer, txs []*types.Transaction, at int) []*types.Transaction {
	sender := func(tx *types.Transaction) common.Address {
		from, err := types.Sender(signer, tx)
		must(err) // it was recovered when the transaction was submitted
		return from
	}
	kept := append([]*types.Transaction{}, txs[:at]...)
	for _, tx := range txs[at+1:] {
		if sender(tx) != sender(txs[at]) {
			kept = append(kept, tx)
		}
	}
	return kept
}

// hand is the market account and its owner, who signs the market's steps.
type hand struct {
	chain          *node.Chain
	key            *ecdsa.PrivateKey // of the owner
	owner, account common.Address
	nonce          uint64 // of the owner
}

// sign makes the market's transactions, which come after so many others of its own. The
// chain is told who signed them.
func (h *hand) sign(s *script, after int, baseFee *big.Int) ([]*types.Transaction, error) {
	if s == nil {
		return nil, nil
	}
	txs := make([]*types.Transaction, len(s.chunks))
	for i, steps := range s.chunks {
		data, err := steps.Calldata()
		if err != nil {
			return nil, fmt.Errorf("pack market steps: %w", err)
		}
		txs[i], err = types.SignNewTx(h.key, h.chain.Signer(), &types.DynamicFeeTx{
			ChainID: h.chain.ID(), Nonce: h.nonce + uint64(after+i), To: &h.account, Data: data,
			Gas: marketGas, GasTipCap: common.Big0, GasFeeCap: baseFee,
		})
		if err != nil {
			return nil, fmt.Errorf("sign market step: %w", err)
		}
		h.chain.Trust(txs[i], h.owner)
	}
	return txs, nil
}

// take reads a block's receipts: the market's must have succeeded and led where they
// should, and every event of the pool is booked.
func (w *World) take(s sealing, receipts types.Receipts, first, last int) error {
	rest := len(receipts) - last
	if err := w.ours(s.before, receipts[:first]); err != nil {
		return err
	}
	w.venue.disturbed = false
	for _, r := range receipts[first:rest] {
		if err := w.venue.book(r, false); err != nil {
			return err
		}
	}
	return w.ours(s.after, receipts[rest:])
}

// ours takes the receipts of the market's own transactions.
func (w *World) ours(s *script, receipts types.Receipts) error {
	for _, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("market transaction %s reverted after %d gas", r.TxHash, r.GasUsed)
		}
		if err := w.venue.book(r, true); err != nil {
			return err
		}
	}
	if s != nil && s.end != nil && !w.venue.price.Eq(s.end) {
		return fmt.Errorf("the market stopped at price %s, not at %s", w.venue.price, s.end)
	}
	return nil
}
