package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

const (
	// confirming is how long another endpoint may take to confirm a hundred reads, and unasked
	// how long one that did not is left out of it: it costs no reading more than that.
	confirming = time.Second
	unasked    = time.Minute
)

// same reports whether another node's answer to the read says the same; a revert is one
// whatever its data.
func (r *Read[T]) same(raw json.RawMessage, err error) bool {
	if r.err != nil || err != nil {
		return r.err != nil && err != nil
	}
	other := answer[T]{parse: r.got.parse}
	return other.UnmarshalJSON(raw) == nil && reflect.DeepEqual(other.value, r.got.value)
}

// confirm has another endpoint answer the reads of a block's state too. A node that tells
// true hashes can tell false balances and prices under them, so it is the answers that are
// compared. One other that says the same is enough; where others answer and none says the
// same, the batch is ErrDisagree. Where none answers there is nothing to compare, and
// whoever needs two endpoints asks Agree.
//
// spec: chain §2
func (p *pool) confirm(ctx context.Context, r *request, b *Batch, elems []gethrpc.BatchElem, reads []settler) error {
	var held []int
	for i := range elems {
		if n := len(elems[i].Args); n > 0 && elems[i].Args[n-1] == any(b.pin) {
			held = append(held, i)
		}
	}
	if len(held) == 0 || b.block == (common.Hash{}) {
		return nil
	}
	denied := ""
	for _, e := range p.order(b.block) {
		if e == r.by || slices.Contains(r.not, e) || !e.confirms() || e.rank(b.block, p.highest()) > 1 {
			continue
		}
		same, err := e.repeat(ctx, elems, reads, held)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			continue
		case same:
			return nil
		}
		denied = e.name
	}
	if denied == "" {
		return nil
	}
	p.Log.Error("two endpoints say different things of one block: one of them lies or is broken, and nothing is decided on it", "endpoints", []string{r.by.name, denied}, "block", b.block)
	return &Error{Method: "batch", Kind: ErrDisagree, Detail: fmt.Sprintf("of block %s; take the one out of chain.rpc_url and chain.rpc_fallbacks that cannot be trusted", b.block)}
}

// confirms says that the endpoint may be asked to confirm.
func (e *endpoint) confirms() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.pool.Clock.Now().Before(e.silent)
}

// repeat asks the endpoint the same and compares.
func (e *endpoint) repeat(ctx context.Context, elems []gethrpc.BatchElem, reads []settler, held []int) (same bool, err error) {
	again := make([]gethrpc.BatchElem, len(held))
	got := make([]json.RawMessage, len(held))
	for i, at := range held {
		again[i] = gethrpc.BatchElem{Method: elems[at].Method, Args: elems[at].Args, Result: &got[i]}
	}
	short, done := context.WithTimeout(ctx, time.Duration((len(held)+narrowest-1)/narrowest)*confirming)
	defer done()
	err = e.try(short, &request{method: "batch", calls: len(again), ask: func(ctx context.Context, node Node) error {
		ctx = withRecord(ctx)
		if err := inBatches(ctx, node, again, func(i int) { again[i].Error = nil }); err != nil {
			return err
		}
		for i := range again {
			reverted := new(RevertError)
			if err := again[i].Error; err != nil && !errors.As(classify(ctx, again[i].Method, err), &reverted) {
				return classify(ctx, again[i].Method, err)
			}
		}
		return nil
	}})
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrTransport) {
			e.mu.Lock()
			e.silent = e.pool.Clock.Now().Add(unasked)
			e.mu.Unlock()
		}
		return false, err
	}
	for i, at := range held {
		if !reads[at].same(got[i], again[i].Error) {
			return false, nil
		}
	}
	return true, nil
}
