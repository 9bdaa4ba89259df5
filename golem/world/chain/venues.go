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

// openVenues finds the other exchanges that are configured. Where the pool prices the
// native coin its base token is the wrapped coin, and v2 must name the same.
func (c *Chain) openVenues(ctx context.Context, block common.Hash) (err error) {
	if c.cfg.V2Router != (common.Address{}) {
		if c.v2, err = uniswap.OpenPair(ctx, c.client, block, c.cfg.V2Router, c.token0.Address, c.token1.Address); err != nil {
			return fmt.Errorf("%w: %w", ErrSelfReport, err)
		}
		if base := c.base().Address; c.cfg.NativePrice == 0 && c.v2.WETH != base {
			return fmt.Errorf("%w: v2 router %s wraps the native coin as %s, the pool as %s", ErrSelfReport, c.cfg.V2Router, c.v2.WETH, base)
		}
	}
	if c.cfg.V4 == (uniswap.V4{}) {
		return nil
	}
	if c.v4, err = uniswap.OpenV4(ctx, c.client, block, c.cfg.V4, c.token0.Address, c.token1.Address); err != nil {
		return fmt.Errorf("%w: %w", ErrSelfReport, err)
	}
	return nil
}

func (c *Chain) base() turn.Token {
	if c.cfg.Quote == c.token0.Address {
		return c.token1
	}
	return c.token0
}

// addVenues adds the state of the other exchanges to the batch. Without one it adds
// nothing, and the reading has none.
func (c *Chain) addVenues(b *rpc.Batch) func() ([]turn.Venue, error) {
	var reads []func() (turn.Venue, error)
	if c.v2 != nil {
		read := c.v2.Add(b)
		reads = append(reads, func() (turn.Venue, error) { return c.pair(read) })
	}
	if c.v4 != nil {
		read := c.v4.Add(b)
		reads = append(reads, func() (turn.Venue, error) { return c.poolV4(read) })
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

func (c *Chain) pair(read uniswap.PairRead) (turn.Venue, error) {
	p, err := read.Pair()
	return turn.Venue{
		Protocol: grammar.UniswapV2, Address: c.v2.Address, Fee0Pips: uniswap.FeeV2, Fee1Pips: uniswap.FeeV2,
		Reserve0: p.Reserve0, Reserve1: p.Reserve1, Price: c.inQuote(p.ApproxPrice(c.token0.Decimals, c.token1.Decimals)),
	}, err
}

func (c *Chain) poolV4(read uniswap.V4Read) (turn.Venue, error) {
	p, err := read.Pool()
	return turn.Venue{
		Protocol: grammar.UniswapV4, ID: c.v4.ID, Fee0Pips: p.Fee0, Fee1Pips: p.Fee1,
		SqrtPriceX96: p.SqrtPriceX96, Liquidity: p.Liquidity, Price: c.price(&p.SqrtPriceX96),
	}, err
}

// inQuote turns the price of token0 in token1 into quote tokens per base token.
func (c *Chain) inQuote(price float64) float64 {
	if c.cfg.Quote == c.token0.Address && price > 0 {
		return 1 / price
	}
	return price
}
