package chain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Observe reads pool, balances, positions, the lending markets and the other exchanges
// after the latest block, and holds the chain against what it observed before.
func (c *Chain) Observe(ctx context.Context) (turn.Reading, error) { return c.look(ctx, true) }

// Look reads the same for a simulation, and leaves the reorg that it may find to the
// next Observe: only an observation is on record.
func (c *Chain) Look(ctx context.Context) (turn.Reading, error) { return c.look(ctx, false) }

func (c *Chain) look(ctx context.Context, observes bool) (turn.Reading, error) {
	tip, err := c.client.Tip(ctx)
	if err != nil {
		return turn.Reading{}, err
	}
	head := tip.Block
	r := turn.Reading{Block: blockOf(head), Lag: turn.Lag{Behind: tip.Behind, Ahead: tip.Ahead}}
	b := c.client.At(head.Hash)
	state, paid := c.pool.Add(b), b.MedianTip(head.Number)
	balance0 := c.erc20.ReadBalance(b, c.token0.Address, c.cfg.Account)
	balance1 := c.erc20.ReadBalance(b, c.token1.Address, c.cfg.Account)
	native, count := b.Balance(c.cfg.Payer), b.Call(c.cfg.Positions, c.countCall)
	known := c.addHeld(b)
	before, fee := c.addBefore(b, head), c.addSwapFee(b)
	lending, venues, fence := c.addLending(b, head.Time), c.addVenues(b), c.addFence(b, head.Time)
	screen, feed := c.addScreen(b), c.addFeed(b, r.Block.Time)
	anchor := func() (turn.Block, error) { return turn.Block{}, nil }
	if observes {
		anchor = c.addAnchor(b, head)
	}
	if err := b.Do(ctx); err != nil {
		return turn.Reading{}, err
	}
	if r.Before, err = before(); err != nil {
		return turn.Reading{}, err
	}
	pool, err := state.Pool()
	if err != nil {
		return turn.Reading{}, err
	}
	if err := c.describe(&r, pool); err != nil {
		return turn.Reading{}, err
	}
	if c.tip, err = paid.Value(); err != nil {
		return turn.Reading{}, err
	}
	offer, err := c.offer(head)
	if err != nil {
		return turn.Reading{}, err
	}
	r.GasPrice, r.MaxFee, r.Tip = gasPrice(head, offer), offer.Max, offer.Tip
	if r.SwapFee, err = fee.Sum(); err != nil {
		return turn.Reading{}, err
	}
	r.Fence, r.Screen, r.Feed = fence(), screen(), feed()
	if r.Native, err = native.Value(); err != nil {
		return turn.Reading{}, err
	}
	if err := c.balances(&r, balance0, balance1); err != nil {
		return turn.Reading{}, err
	}
	for _, market := range lending {
		l, err := market(ctx, r.Pool.Price)
		if err != nil {
			return turn.Reading{}, fmt.Errorf("read the lending market: %w", err)
		}
		r.Lending = append(r.Lending, l)
	}
	if r.Venues, err = venues(); err != nil {
		return turn.Reading{}, fmt.Errorf("read the other exchanges: %w", err)
	}
	if r.Positions, err = c.positions(ctx, head.Hash, &r, pool, count, known); err != nil {
		return turn.Reading{}, fmt.Errorf("read positions: %w", err)
	}
	c.last = max(c.last, r.Block.Number)
	if !observes {
		return r, nil
	}
	if left, err := anchor(); err != nil {
		return turn.Reading{}, err
	} else if left != (turn.Block{}) {
		if r.Reorg, err = c.reorg(ctx, head, left); err != nil {
			return turn.Reading{}, fmt.Errorf("find where the chain went back to: %w", err)
		}
		c.last = r.Block.Number
	}
	c.past.add(r.Block)
	return r, nil
}

// addBefore asks for the block at the height of the last reading. An endpoint that
// lags behind it has none yet.
func (c *Chain) addBefore(b *rpc.Batch, head rpc.Block) func() (turn.Block, error) {
	if c.last == 0 || c.last > head.Number {
		return func() (turn.Block, error) { return turn.Block{}, nil }
	}
	read := b.BlockAt(c.last)
	return func() (turn.Block, error) {
		block, err := read.Value()
		return blockOf(block), err
	}
}

// Glance reads head and price.
func (c *Chain) Glance(ctx context.Context) (turn.Glance, error) {
	head, err := c.client.Head(ctx)
	if err != nil {
		return turn.Glance{}, err
	}
	sqrt, tick, err := c.pool.Price(ctx, c.client, head.Hash)
	if err != nil {
		return turn.Glance{}, err
	}
	offer, err := c.offer(head)
	return turn.Glance{Block: blockOf(head), Price: c.price(&sqrt), Tick: tick, GasPrice: gasPrice(head, offer)}, err
}

// Head returns the latest block.
func (c *Chain) Head(ctx context.Context) (turn.Block, error) {
	head, err := c.client.Head(ctx)
	return blockOf(head), err
}

// Agree compares what the endpoints have at the height of a block.
func (c *Chain) Agree(ctx context.Context, block turn.Block) (turn.Agreement, error) {
	a, err := c.client.Agree(ctx, block.Number)
	return turn.Agreement(a), err
}

func blockOf(b rpc.Block) turn.Block {
	return turn.Block{Number: b.Number, Hash: b.Hash, Time: int64(b.Time)}
}

// offer is what a transaction sent now offers, with the tip of the last reading.
// On a chain without a base fee it is nothing, and nothing can be signed there.
func (c *Chain) offer(head rpc.Block) (signer.Fees, error) {
	if head.BaseFee == nil {
		return signer.Fees{}, nil
	}
	return signer.ChooseFees(head.BaseFee, &c.tip)
}

// gasPrice is what of an offer is expected to be paid: the base fee and the tip.
func gasPrice(head rpc.Block, offer signer.Fees) uint256.Int {
	var price uint256.Int
	if head.BaseFee != nil {
		price.Add(head.BaseFee, &offer.Tip)
	}
	return price
}

// describe tells the pool and what a native coin costs. A coin that costs nothing is an
// error: gas would be free, and no limit on it would hold.
func (c *Chain) describe(r *turn.Reading, p *uniswap.Pool) error {
	r.Pool = turn.Pool{
		Address: c.cfg.Pool, Token0: c.token0, Token1: c.token1, QuoteIsZero: c.cfg.Quote == c.token0.Address,
		FeePips: c.pool.Fee, TickSpacing: c.pool.TickSpacing,
		SqrtPriceX96: p.SqrtPriceX96, Tick: p.Tick, Liquidity: p.Liquidity, Price: c.price(&p.SqrtPriceX96),
	}
	if c.cfg.Growth {
		r.Pool.Growth = []uint256.Int{p.FeeGrowthGlobal0X128, p.FeeGrowthGlobal1X128}
	}
	r.NativePrice = c.cfg.NativePrice
	if r.NativePrice == 0 {
		r.NativePrice = c.wholeBase(&p.SqrtPriceX96)
	}
	if r.NativePrice <= 0 {
		return fmt.Errorf("price of the native coin: the base token is worth no micro-USDC, or too many to count, at %s", p.SqrtPriceX96.Dec())
	}
	r.NativeUSD = float64(r.NativePrice) / float64(money.One)
	return nil
}

// price is quote tokens per base token, for thinking.
func (c *Chain) price(sqrt *uint256.Int) float64 {
	p := uniswap.ApproxPrice(sqrt, c.token0.Decimals, c.token1.Decimals)
	if c.cfg.Quote == c.token0.Address && p > 0 {
		return 1 / p
	}
	return p
}

// wholeBase is the exact price of one whole base token in micro-USDC, rounded
// down; the quote token is taken as a dollar with its own decimals.
func (c *Chain) wholeBase(sqrt *uint256.Int) money.USDC {
	base, quote := c.token0, c.token1
	if c.cfg.Quote == c.token0.Address {
		base, quote = c.token1, c.token0
	}
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(base.Decimals)), nil)
	return inUSDC(QuoteValue(sqrt, c.cfg.Quote == c.token0.Address, one), quote.Decimals)
}

// QuoteValue converts raw base units to raw quote units at an exact pool price,
// rounded down.
func QuoteValue(sqrt *uint256.Int, quoteIsZero bool, base *big.Int) *big.Int {
	square := sqrt.ToBig()
	square.Mul(square, square)
	v := new(big.Int)
	if quoteIsZero {
		if square.Sign() == 0 {
			return v
		}
		return v.Quo(v.Lsh(base, 192), square)
	}
	return v.Rsh(v.Mul(base, square), 192)
}

// inUSDC converts raw quote units to micro-USDC, rounded down.
func inUSDC(units *big.Int, decimals uint8) money.USDC {
	v := new(big.Int).Mul(units, big.NewInt(int64(money.One)))
	v.Quo(v, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil))
	if !v.IsInt64() {
		return 0
	}
	return money.USDC(v.Int64())
}

func (c *Chain) balances(r *turn.Reading, reads ...erc20.AmountRead) error {
	for i, token := range []turn.Token{c.token0, c.token1} {
		units, err := reads[i].Value()
		if err != nil {
			return fmt.Errorf("balance of %s: %w", token.Symbol, err)
		}
		held := turn.Balance{Token: token, Units: units}
		held.Value = c.worth(token, &held.Units, r.Pool.Price)
		r.Balances = append(r.Balances, held)
	}
	return nil
}

// worth is units of a token in whole quote tokens, for thinking.
func (c *Chain) worth(token turn.Token, units *uint256.Int, price float64) float64 {
	v := money.Float(units, token.Decimals)
	if token.Address != c.cfg.Quote {
		v *= price
	}
	return v
}

// Account returns the address whose holdings are read.
func (c *Chain) Account() common.Address { return c.cfg.Account }
