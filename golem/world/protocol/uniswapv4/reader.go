package uniswapv4

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Reader reads a pool. It implements protocol.Reader.
type Reader struct {
	tokens protocol.Pair
	pool   *uniswap.V4Loader
}

// Open finds a pool of two tokens. It is named by fee and tick spacing alone, so that none
// with a hook can be.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, at uniswap.V4, tokens protocol.Pair) (*Reader, error) {
	pool, err := uniswap.OpenV4(ctx, client, block, at, tokens.Token0.Address, tokens.Token1.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", protocol.ErrSelfReport, err)
	}
	return &Reader{tokens, pool}, nil
}

// Add implements protocol.Reader.
func (x *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	read := x.pool.Add(b)
	return func(_ context.Context, r *turn.Reading) error {
		p, err := read.Pool()
		if err != nil {
			return fmt.Errorf("read the other exchanges: %w", err)
		}
		t := x.tokens
		r.Venues = append(r.Venues, turn.Venue{
			Protocol: grammar.UniswapV4, ID: x.pool.ID, Fee0Pips: p.Fee0, Fee1Pips: p.Fee1,
			SqrtPriceX96: p.SqrtPriceX96, Liquidity: p.Liquidity,
			Price: t.InQuote(uniswap.ApproxPrice(&p.SqrtPriceX96, t.Token0.Decimals, t.Token1.Decimals)),
		})
		return nil
	}
}
