package history

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// Submit takes a signed transaction for the next block, where it comes after the
// market's step; several are ordered by sender, as Order says it, and nonce, never by
// arrival. One whose fee cap is below the next block's base fee, or that has a nonce gap before it, waits.
// The errors are the pool's: nonce too low, insufficient funds, and so on.
func (w *World) Submit(ctx context.Context, raw []byte) (common.Hash, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, fmt.Errorf("submit: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.inbox.take(ctx, tx); err != nil {
		return common.Hash{}, fmt.Errorf("submit %s: %w", tx.Hash(), err)
	}
	return tx.Hash(), nil
}

// Order has a block take the transactions of these senders in this order, before those of
// everybody else, who are ordered by address.
func Order(w *World, senders ...common.Address) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inbox.order = senders
}

// inbox is what everybody else has sent.
type inbox struct {
	node    *node.Node
	waiting map[common.Address]bool // senders with transactions in the pool
	order   []common.Address        `image:"-"` // of those who come first
}

func (b *inbox) take(ctx context.Context, tx *types.Transaction) error {
	from, err := types.Sender(b.node.Chain.Signer(), tx)
	if err != nil {
		return err
	}
	if err := b.node.Pool.Submit(ctx, tx); err != nil {
		return err
	}
	b.waiting[from] = true
	return nil
}

// collect returns what the next block can take of the waiting transactions, by sender
// and nonce. The pool is asked only while somebody waits.
func (b *inbox) collect(baseFee *uint256.Int) ([]*types.Transaction, error) {
	var txs []*types.Transaction
	fee := baseFee.ToBig()
	for _, from := range b.senders() {
		pending, err := b.node.Pool.Pending(from)
		if err != nil {
			return nil, err
		}
		if len(pending) == 0 {
			delete(b.waiting, from)
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

// list is every transaction that waits, by sender and nonce, as it came.
func (b *inbox) list() (all [][]byte, _ error) {
	for _, from := range b.senders() {
		waiting, err := b.node.Pool.Waiting(from)
		if err != nil {
			return nil, err
		}
		for _, tx := range waiting {
			raw, err := tx.MarshalBinary()
			if err != nil {
				return nil, err
			}
			all = append(all, raw)
		}
	}
	return all, nil
}

// refill takes what waited.
func (b *inbox) refill(all []*types.Transaction) error {
	for _, tx := range all {
		if err := b.take(context.Background(), tx); err != nil {
			return fmt.Errorf("submit %s again: %w", tx.Hash(), err)
		}
	}
	return nil
}

// senders are those who have transactions in the pool, in order.
func (b *inbox) senders() []common.Address {
	return slices.SortedFunc(maps.Keys(b.waiting), func(x, y common.Address) int {
		return cmp.Or(cmp.Compare(b.place(x), b.place(y)), x.Cmp(y))
	})
}

// place is a sender's place in the order.
func (b *inbox) place(of common.Address) int {
	if i := slices.Index(b.order, of); i >= 0 {
		return i
	}
	return len(b.order)
}

// sender is the JSON-RPC method of a world that takes transactions.
type sender struct{ w *World }

// SendRawTransaction is Submit.
func (s *sender) SendRawTransaction(ctx context.Context, raw hexutil.Bytes) (common.Hash, error) {
	return s.w.Submit(ctx, raw)
}
