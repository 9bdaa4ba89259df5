package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// exchanges are the configured ones beside the pool.
type exchanges struct {
	tokens tokens
	v2     *uniswap.PairLoader // nil: none
	v4     *uniswap.V4Loader   // nil: none
	second bool                // the router of v3 is SwapRouter02
}

// Feed is the price feed that is read; zero: none.
func (c *Chain) Feed() common.Address { return c.feed.address }

// Router02 reports whether the router of Uniswap v3 is SwapRouter02.
func (c *Chain) Router02() bool { return c.exchanges.second }

// openExchanges finds the other exchanges that are configured. Where the pool prices the
// native coin its base token is the wrapped coin, and v2 must name the same. An empty pair
// is no error: a stranger who drains it could else keep a Golem from coming back. A router
// that quotes another price than its pair's reserves is one: it would trade elsewhere. A
// pool of v4 is named by fee and tick spacing alone, so that none with a hook can be.
func openExchanges(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config, m market) (x exchanges, err error) {
	x.tokens = m.tokens
	zero, one := m.tokens.token0.Address, m.tokens.token1.Address
	if cfg.V2Router != (common.Address{}) {
		if x.v2, err = uniswap.OpenPair(ctx, client, block, cfg.V2Router, zero, one); err != nil {
			return x, fmt.Errorf("%w: %w", ErrSelfReport, err)
		}
		if base := m.tokens.base().Address; m.native == 0 && x.v2.WETH != base {
			return x, fmt.Errorf("%w: v2 router %s wraps the native coin as %s, the pool as %s", ErrSelfReport, cfg.V2Router, x.v2.WETH, base)
		}
	}
	if cfg.V4 == (uniswap.V4{}) {
		return x, nil
	}
	if x.v4, err = uniswap.OpenV4(ctx, client, block, cfg.V4, zero, one); err != nil {
		return x, fmt.Errorf("%w: %w", ErrSelfReport, err)
	}
	return x, nil
}

// add adds the state of the other exchanges to the batch. Without one it adds
// nothing, and the reading has none.
func (x exchanges) add(b *rpc.Batch) func() ([]turn.Venue, error) {
	var reads []func() (turn.Venue, error)
	if x.v2 != nil {
		read := x.v2.Add(b)
		reads = append(reads, func() (turn.Venue, error) { return x.pair(read) })
	}
	if x.v4 != nil {
		read := x.v4.Add(b)
		reads = append(reads, func() (turn.Venue, error) { return x.poolV4(read) })
	}
	return func() (venues []turn.Venue, _ error) {
		for _, read := range reads {
			v, err := read()
			if err != nil {
				return nil, err
			}
			venues = append(venues, v)
		}
		return venues, nil
	}
}

func (x exchanges) pair(read uniswap.PairRead) (turn.Venue, error) {
	p, err := read.Pair()
	return turn.Venue{
		Protocol: grammar.UniswapV2, Address: x.v2.Address, Fee0Pips: uniswap.FeeV2, Fee1Pips: uniswap.FeeV2,
		Reserve0: p.Reserve0, Reserve1: p.Reserve1, Price: x.tokens.inQuote(p.ApproxPrice(x.tokens.token0.Decimals, x.tokens.token1.Decimals)),
	}, err
}

func (x exchanges) poolV4(read uniswap.V4Read) (turn.Venue, error) {
	p, err := read.Pool()
	return turn.Venue{
		Protocol: grammar.UniswapV4, ID: x.v4.ID, Fee0Pips: p.Fee0, Fee1Pips: p.Fee1,
		SqrtPriceX96: p.SqrtPriceX96, Liquidity: p.Liquidity, Price: x.tokens.price(&p.SqrtPriceX96),
	}, err
}
