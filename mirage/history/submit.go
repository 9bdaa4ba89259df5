package history

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// Submit takes a signed transaction for the next block, where it comes after the
// market's step; several are ordered by sender and nonce, never by arrival. One whose
// fee cap is below the next block's base fee, or that has a nonce gap before it, waits.
// The errors are the pool's: nonce too low, insufficient funds, and so on.
func (w *World) Submit(ctx context.Context, raw []byte) (common.Hash, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, fmt.Errorf("submit: %w", err)
	}
	from, err := types.Sender(w.node.Chain.Signer(), tx)
	if err != nil {
		return common.Hash{}, fmt.Errorf("submit %s: %w", tx.Hash(), err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.node.Pool.Submit(ctx, tx); err != nil {
		return common.Hash{}, fmt.Errorf("submit %s: %w", tx.Hash(), err)
	}
	if w.waiting == nil {
		w.waiting = map[common.Address]bool{}
	}
	w.waiting[from] = true
	return tx.Hash(), nil
}

// collect returns what the next block can take of the waiting transactions, by sender
// and nonce. The pool is asked only while somebody waits.
func (w *World) collect(baseFee *uint256.Int) ([]*types.Transaction, error) {
	senders := make([]common.Address, 0, len(w.waiting))
	for from := range w.waiting {
		senders = append(senders, from)
	}
	slices.SortFunc(senders, func(a, b common.Address) int { return bytes.Compare(a[:], b[:]) })
	var txs []*types.Transaction
	fee := baseFee.ToBig()
	for _, from := range senders {
		pending, err := w.node.Pool.Pending(from)
		if err != nil {
			return nil, err
		}
		if len(pending) == 0 {
			delete(w.waiting, from)
		}
		for _, tx := range pending {
			if tx.GasFeeCapIntCmp(fee) < 0 {
				break
			}
			txs = append(txs, tx)
		}
	}
	return txs, nil
}

// sender is the JSON-RPC method of a world that takes transactions.
type sender struct{ w *World }

// SendRawTransaction is Submit.
func (s *sender) SendRawTransaction(ctx context.Context, raw hexutil.Bytes) (common.Hash, error) {
	return s.w.Submit(ctx, raw)
}

// read returns storage slots of the pool at the head.
func (w *World) read(ctx context.Context, slots ...common.Hash) ([]*uint256.Int, error) {
	values := make([]hexutil.Bytes, len(slots))
	batch := make([]rpc.BatchElem, len(slots))
	for i, slot := range slots {
		batch[i] = rpc.BatchElem{Method: "eth_getStorageAt", Args: []any{w.pool, slot, "latest"}, Result: &values[i]}
	}
	if err := w.node.Server.Client().BatchCallContext(ctx, batch); err != nil {
		return nil, err
	}
	out := make([]*uint256.Int, len(slots))
	for i := range batch {
		if batch[i].Error != nil {
			return nil, batch[i].Error
		}
		out[i] = new(uint256.Int).SetBytes(values[i])
	}
	return out, nil
}
