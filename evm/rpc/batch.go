package rpc

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// callGas is the gas that a call may use unless it says otherwise. It bounds
// what a hostile contract can make the node do; a view that needs more is no
// view for a decision.
const callGas = 30_000_000

// Read is one answer of a batch.
type Read[T any] struct {
	got   answer[T]
	err   error
	done  bool
	spare bool // the batch is whole without it
}

// Value returns the answer. Before Batch.Do it is ErrUnread; a call that
// reverted is a *RevertError.
func (r *Read[T]) Value() (T, error) {
	var zero T
	if !r.done {
		return zero, ErrUnread
	}
	if r.err != nil {
		return zero, r.err
	}
	return r.got.value, nil
}

// settle stores the outcome and returns an error that makes the whole batch
// fail: everything but a revert, which is an answer.
func (r *Read[T]) settle(ctx context.Context, method string, err error) error {
	r.done, r.err = true, nil
	switch {
	case err != nil:
		r.err = classify(ctx, method, err)
	case !r.got.seen:
		r.err = &Error{Method: method, Kind: ErrMissing}
	default:
		return nil
	}
	if reverted := new(RevertError); r.spare || errors.As(r.err, &reverted) {
		return nil
	}
	return r.err
}

// forget drops what another node answered.
func (r *Read[T]) forget() { r.got.seen, r.done = false, false }

type settler interface {
	settle(ctx context.Context, method string, err error) error
	forget()
	same(raw json.RawMessage, err error) bool
}

// Batch collects reads of one block and executes them in one round trip. It is
// used by one goroutine and executed once.
type Batch struct {
	client *Client
	block  common.Hash
	pin    Pin
	elems  []gethrpc.BatchElem
	reads  []settler
}

// At begins a batch of reads of the state after the block with the given hash.
// A block that is no longer canonical is ErrNoBlock.
//
// spec: chain §2
func (c *Client) At(block common.Hash) *Batch {
	return &Batch{
		client: c, block: block, pin: Pin{block},
		elems: make([]gethrpc.BatchElem, 0, 8), reads: make([]settler, 0, 8),
	}
}

// Pin is the block after which a request reads the state. The block must be canonical.
type Pin struct{ Block common.Hash }

// MarshalJSON encodes the pin as EIP-1898 has it.
func (p Pin) MarshalJSON() ([]byte, error) {
	const before, after = `{"blockHash":"`, `","requireCanonical":true}`
	pin := make([]byte, 0, len(before)+66+len(after))
	pin = append(pin, before...)
	pin = append(pin, p.Block.Hex()...)
	return append(pin, after...), nil
}

// Block returns the hash of the block that the batch reads.
func (b *Batch) Block() common.Hash { return b.block }

// Client returns the client that executes the batch.
func (b *Batch) Client() *Client { return b.client }

// Call adds a call without sender or value and answers with the returned
// bytes. A call of an account without code answers with no bytes at all, so a
// decoder must check the length.
func (b *Batch) Call(to common.Address, data []byte) *Read[[]byte] {
	return b.CallAs(Call{To: to, Data: data})
}

// Call is the message of a call.
type Call struct {
	From  common.Address // zero: no particular sender
	To    common.Address
	Value *uint256.Int // wei; nil: none
	Gas   uint64       // 0: 30 million
	Data  []byte
}

// Limit is the gas that the call may use.
func (c Call) Limit() uint64 {
	if c.Gas == 0 {
		return callGas
	}
	return c.Gas
}

// MarshalJSON encodes the call for eth_call.
func (c Call) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 2*len(c.Data)+192)
	out = append(out, `{"to":"`...)
	out = append(out, hexutil.Encode(c.To[:])...)
	if c.From != (common.Address{}) {
		out = append(out, `","from":"`...)
		out = append(out, hexutil.Encode(c.From[:])...)
	}
	out = append(out, `","gas":"`...)
	out = append(out, hexutil.EncodeUint64(c.Limit())...)
	if c.Value != nil {
		out = append(out, `","value":"`...)
		out = append(out, c.Value.Hex()...)
	}
	out = append(out, `","input":"`...)
	out = append(out, hexutil.Encode(c.Data)...)
	return append(out, `"}`...), nil
}

// CallAs adds a call with a sender or a value.
func (b *Batch) CallAs(call Call) *Read[[]byte] {
	return add(b, "eth_call", parseBytes, call, b.pin)
}

// Balance adds a read of an account's balance in wei.
func (b *Batch) Balance(account common.Address) *Read[uint256.Int] {
	return add(b, "eth_getBalance", parseUint256, account, b.pin)
}

// Nonce adds a read of the number of transactions an account has sent.
func (b *Batch) Nonce(account common.Address) *Read[uint64] {
	return add(b, "eth_getTransactionCount", parseUint64, account, b.pin)
}

// Code adds a read of an account's code, empty for an account without code.
func (b *Batch) Code(account common.Address) *Read[[]byte] {
	return add(b, "eth_getCode", parseBytes, account, b.pin)
}

// Storage adds a read of one storage slot.
func (b *Batch) Storage(account common.Address, slot common.Hash) *Read[common.Hash] {
	return add(b, "eth_getStorageAt", parseWord, account, slot, b.pin)
}

func add[T any](b *Batch, method string, parse func([]byte, *T) error, args ...any) *Read[T] {
	r := &Read[T]{got: answer[T]{parse: parse}}
	b.elems = append(b.elems, gethrpc.BatchElem{Method: method, Args: args, Result: &r.got})
	b.reads = append(b.reads, r)
	return r
}

// Do executes the reads, in one request where the endpoint takes that many. Where several
// endpoints are configured, a second one has to say the same of the block's state
// (ErrDisagree). It returns the first error that is not a revert; each Read holds its own. After
// an error no read of this batch may be used for a decision.
func (b *Batch) Do(ctx context.Context) error {
	for start := 0; start < len(b.elems); start += widest {
		end := min(start+widest, len(b.elems))
		if err := b.send(ctx, b.elems[start:end], b.reads[start:end]); err != nil {
			return err
		}
	}
	return nil
}

func (b *Batch) send(ctx context.Context, elems []gethrpc.BatchElem, reads []settler) error {
	r := &request{method: "batch", calls: len(elems), block: b.block, ask: func(ctx context.Context, node Node) error {
		ctx = withRecord(ctx)
		err := inBatches(ctx, node, elems, func(i int) {
			elems[i].Error = nil
			reads[i].forget()
		})
		if err != nil {
			return err
		}
		var first error
		for i, r := range reads {
			if err := r.settle(ctx, elems[i].Method, elems[i].Error); err != nil && first == nil {
				first = err
			}
		}
		return first
	}}
	if err := b.client.do(ctx, r); err != nil || b.client.pool == nil || len(b.client.pool.endpoints) < 2 {
		return err
	}
	return cut(ctx, "batch", b.client.pool.confirm(ctx, r, b, elems, reads))
}
