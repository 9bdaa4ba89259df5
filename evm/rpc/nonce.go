package rpc

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// PendingNonce returns the nonce of the next transaction of an account,
// counting those that wait in the node's pool. It is a hint for the nonce
// allocator, not a pinned read. Of several endpoints the highest count is it: what
// one was handed the others may not have heard of. A count from behind the newest
// block that was seen is ErrLags: a nonce that was used would be signed for again.
func (c *Client) PendingNonce(ctx context.Context, account common.Address) (uint64, error) {
	if c.pool != nil {
		n, err := c.pool.pendingNonce(ctx, account)
		return n, cut(ctx, "eth_getTransactionCount", err)
	}
	got := answer[uint64]{parse: parseUint64}
	err := c.do(ctx, pending(&got, account))
	return got.value, err
}

func pending(got *answer[uint64], account common.Address) *request {
	return single(got, "eth_getTransactionCount", account, "pending")
}

func (p *pool) pendingNonce(ctx context.Context, account common.Address) (uint64, error) {
	got := answer[uint64]{parse: parseUint64}
	r := pending(&got, account)
	if err := p.do(ctx, r); err != nil {
		return 0, err
	}
	next, top := got.value, r.by.top()
	for _, e := range p.endpoints {
		if e == r.by {
			continue
		}
		more := answer[uint64]{parse: parseUint64}
		if e.try(ctx, pending(&more, account)) == nil { // else the others' counts must do
			next, top = max(next, more.value), max(top, e.top())
		}
	}
	if mark := p.highest(); top < mark {
		return 0, &Error{
			Method: r.method, Kind: ErrLags,
			Detail: fmt.Sprintf("block %d was seen, the endpoints that answer have %d: what they count may be old", mark, top),
		}
	}
	return next, nil
}

// top is the number of the endpoint's head, as it last said.
func (e *endpoint) top() uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.head.Number
}
