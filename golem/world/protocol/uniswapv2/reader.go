package uniswapv2

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

// Reader reads the reserves of a pair. It implements protocol.Reader.
type Reader struct {
	tokens protocol.Pair
	pair   *uniswap.PairLoader
}

// Open finds the pair of two tokens by Router02. native says that the pool prices the native
// coin: then its base token is the wrapped coin, and the router must name the same. An empty
// pair is no error: a stranger who drains it could else keep a Golem from coming back. A
// router that quotes another price than its pair's reserves is one: it would trade elsewhere.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, router common.Address, native bool, tokens protocol.Pair) (*Reader, error) {
	pair, err := uniswap.OpenPair(ctx, client, block, router, tokens.Token0.Address, tokens.Token1.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", protocol.ErrSelfReport, err)
	}
	if base := tokens.Base().Address; native && pair.WETH != base {
		return nil, fmt.Errorf("%w: v2 router %s wraps the native coin as %s, the pool as %s", protocol.ErrSelfReport, router, pair.WETH, base)
	}
	return &Reader{tokens, pair}, nil
}

// Add implements protocol.Reader.
func (x *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	read := x.pair.Add(b)
	return func(_ context.Context, r *turn.Reading) error {
		p, err := read.Pair()
		if err != nil {
			return fmt.Errorf("read the other exchanges: %w", err)
		}
		r.Venues = append(r.Venues, turn.Venue{
			Protocol: grammar.UniswapV2, Address: x.pair.Address, Fee0Pips: uniswap.FeeV2, Fee1Pips: uniswap.FeeV2,
			Reserve0: p.Reserve0, Reserve1: p.Reserve1, Price: x.tokens.InQuote(p.ApproxPrice(x.tokens.Token0.Decimals, x.tokens.Token1.Decimals)),
		})
		return nil
	}
}
