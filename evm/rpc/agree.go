package rpc

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

// Agreement is what the endpoints say of the block at one height.
type Agreement struct {
	Endpoints int    // that are configured
	Compared  int    // that are in step and answered
	Number    uint64 // the height that was compared
	Differ    bool   // they do not have the same block there
}

// Agree compares what the endpoints have at a height, or as close under it as all
// that are in step have come. Where only one endpoint is configured there is nothing
// to compare and no error.
//
// spec: chain §2
func (c *Client) Agree(ctx context.Context, number uint64) (Agreement, error) {
	if c.pool == nil || len(c.pool.endpoints) < 2 {
		return Agreement{Endpoints: 1, Compared: 1, Number: number}, nil
	}
	a, err := c.pool.agree(ctx, number)
	return a, cut(ctx, "eth_getBlockByNumber", err)
}

func (p *pool) agree(ctx context.Context, number uint64) (Agreement, error) {
	a := Agreement{Endpoints: len(p.endpoints), Number: number}
	heads, err := p.gather(ctx)
	if err != nil {
		return a, err
	}
	now := p.Clock.Now()
	for i := range heads {
		if h := &heads[i]; !h.by.told(now, h.block) || h.block.Number+inStep < number {
			h.by = nil
			continue
		}
		a.Number = min(a.Number, heads[i].block.Number)
	}
	var one common.Hash
	for _, h := range heads {
		if h.by == nil {
			continue
		}
		b, err := h.by.at(ctx, a.Number)
		if err != nil {
			continue
		}
		if a.Compared++; a.Compared == 1 {
			one = b.Hash
		}
		a.Differ = a.Differ || b.Hash != one
	}
	return a, ctx.Err()
}
