package chain

import (
	"context"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/journal"
)

// question is what a look asks: receipts of orders under way by hash, and blocks of
// told ones by number.
type question struct {
	Hashes []common.Hash `cbor:"1,keyasint"`
	Blocks []uint64      `cbor:"2,keyasint"`
	// Former is who signed an order of which that is asked, where another signer is in
	// force.
	Former common.Address `cbor:"3,keyasint,omitzero"`
}

// question asks about every order that is followed.
func (all flights) question() (q question) {
	for _, f := range all {
		if f.done {
			q.watch(f.got)
			continue
		}
		if f.former != (common.Address{}) {
			q.Former = f.former
		}
		for _, offers := range f.offers {
			for _, tx := range offers {
				q.Hashes = append(q.Hashes, tx.Hash)
			}
		}
	}
	return q
}

// watch adds the blocks that the receipts stand in, each once.
func (q *question) watch(receipts []Receipt) {
	for _, r := range receipts {
		if r.Found && !slices.Contains(q.Blocks, r.Block.Number) {
			q.Blocks = append(q.Blocks, r.Block.Number)
		}
	}
}

// view is the answer. Receipts has those that were found, Nonce is the account's in
// the block Head, Blocks has the hashes of the asked heights up to it.
type view struct {
	Head     uint64                 `cbor:"1,keyasint"`
	Nonce    uint64                 `cbor:"2,keyasint"`
	Receipts []Receipt              `cbor:"3,keyasint"`
	Blocks   map[uint64]common.Hash `cbor:"4,keyasint"`
	// Safe is the newest block that the chain calls safe; 0 where nobody asked or knew.
	Safe uint64 `cbor:"5,keyasint,omitempty"`
	// Spent is the nonce of the question's Former in the block Head.
	Spent uint64 `cbor:"6,keyasint,omitempty"`
}

// Receipts returns the receipts that a journal entry holds, those of a tick's own
// orders and those that were looked for later.
func Receipts(e journal.Entry) []Receipt {
	if e.Kind != journal.KindReceipt || e.Failure != nil {
		return nil
	}
	var own []Receipt
	if e.Decode(&own) == nil {
		return own
	}
	var later view
	if e.Decode(&later) != nil {
		return nil
	}
	return later.Receipts
}

func (v view) receipt(hash common.Hash) (Receipt, bool) {
	i := slices.IndexFunc(v.Receipts, func(r Receipt) bool { return r.TxHash == hash })
	if i < 0 {
		return Receipt{}, false
	}
	return v.Receipts[i], true
}

// view reads the nonce of the wallet before the receipts: the transaction that used it has
// its receipt by then, if it is the Golem's. The safe block is read where an order waits for
// it.
func (n reader) view(ctx context.Context, q question, key Signer, unsure bool) (view, error) {
	v, err := n.standing(ctx, q, key)
	if err != nil {
		return v, err
	}
	if unsure {
		safe, _ := n.client.Safe(ctx) // where it fails it is asked the next time
		v.Safe = safe.Number
	}
	for _, hash := range q.Hashes {
		r, err := n.client.Receipt(ctx, hash)
		if errors.Is(err, rpc.ErrNotFound) {
			continue
		}
		if err != nil {
			return v, err
		}
		got, err := n.received(ctx, r)
		if err != nil {
			return v, err
		}
		v.Receipts = append(v.Receipts, got)
	}
	return v, nil
}

// standing reads the head, the nonces in it, and what the chain has at the heights in
// question now. A death that is finished without the chain has no key, and no head either.
func (n reader) standing(ctx context.Context, q question, key Signer) (view, error) {
	head, err := n.client.Head(ctx)
	if err != nil {
		return view{}, err
	}
	b := n.client.At(head.Hash)
	nonce, spent := b.Nonce(key.Address()), former(b, q)
	var blocks []*rpc.Read[rpc.Block]
	for _, number := range q.Blocks {
		if number <= head.Number {
			blocks = append(blocks, b.BlockAt(number))
		}
	}
	if err := b.Do(ctx); err != nil {
		return view{}, err
	}
	v := view{Head: head.Number, Blocks: map[uint64]common.Hash{}}
	var own, before error
	v.Nonce, own = nonce.Value()
	v.Spent, before = spent()
	if err := errors.Join(own, before); err != nil {
		return view{}, err
	}
	for _, read := range blocks {
		block, err := read.Value()
		if err != nil {
			return view{}, err
		}
		v.Blocks[block.Number] = block.Hash
	}
	return v, nil
}

// former asks for the nonce of the signer before, where an order of it is in question.
func former(b *rpc.Batch, q question) func() (uint64, error) {
	if q.Former == (common.Address{}) {
		return func() (none uint64, _ error) { return none, nil }
	}
	return b.Nonce(q.Former).Value
}
