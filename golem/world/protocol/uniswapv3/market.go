package uniswapv3

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Place is where a Golem trades on Uniswap v3: a pool, of whose tokens Quote is the money, and
// the contracts that reach it. NativePrice is the price of one whole native coin in
// micro-USDC; 0: the coin is the base token, priced by the pool. Growth asks for what liquidity
// earns.
type Place struct {
	Contracts
	Account     common.Address
	Pool        common.Address
	Quote       common.Address
	NativePrice money.USDC
	Growth      bool
}

// Reader reads the pool, which prices everything, and the account's positions in it. It
// implements protocol.Reader.
type Reader struct {
	client   *rpc.Client
	at       Place
	pair     protocol.Pair
	pool     *uniswap.Loader
	holdings *holdings
}

// Open reads the pool, which must be the one that router and position manager reach, and its
// tokens, of which one must be the money. It finds out whether the router is SwapRouter02.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, at Place) (*Reader, error) {
	m := &Reader{client: client, at: at, pair: protocol.Pair{Quote: at.Quote}}
	factory, err := m.factory(ctx, block)
	if err != nil {
		return nil, err
	}
	if m.pool, err = uniswap.Open(ctx, client, block, at.Pool); errors.Is(err, rpc.ErrReverted) {
		return nil, protocol.NotA("pool of Uniswap v3", at.Pool, err)
	} else if err != nil {
		return nil, err
	}
	if err := m.traded(ctx, block, factory); err != nil {
		return nil, err
	}
	t := &m.pair
	if t.Token0, err = protocol.OpenToken(ctx, client, block, m.pool.Token0); err != nil {
		return nil, err
	}
	if t.Token1, err = protocol.OpenToken(ctx, client, block, m.pool.Token1); err != nil {
		return nil, err
	}
	if t.Money().Address != t.Quote {
		return nil, fmt.Errorf("%w: pool %s trades %s and %s, not the quote token %s", protocol.ErrSelfReport, at.Pool, t.Token0.Address, t.Token1.Address, t.Quote)
	}
	m.holdings = &holdings{client: client, pool: m.pool, pair: m.pair, account: at.Account, manager: at.Positions, npm: bind.NewNonfungiblePositionManager()}
	return m, nil
}

// Pair is the pool's tokens.
func (m *Reader) Pair() protocol.Pair { return m.pair }

// Second reports whether the router is SwapRouter02.
func (m *Reader) Second() bool { return m.at.Second }

// Add implements protocol.Reader.
func (m *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	state, count, known := m.pool.Add(b), m.holdings.addCount(b), m.holdings.addHeld(b)
	return func(ctx context.Context, r *turn.Reading) error {
		pool, err := state.Pool()
		if err != nil {
			return err
		}
		if err := m.describe(r, pool); err != nil {
			return err
		}
		if r.Positions, err = m.holdings.read(ctx, r.Block.Hash, r, pool, count, known); err != nil {
			return fmt.Errorf("read positions: %w", err)
		}
		return nil
	}
}

// Price reads the price of one whole base token, and the pool's tick.
func (m *Reader) Price(ctx context.Context, block common.Hash) (price float64, tick int32, _ error) {
	sqrt, tick, err := m.pool.Price(ctx, m.client, block)
	return m.price(&sqrt), tick, err
}

// factory returns the factory of router and position manager, which must be one, and notes
// what the router is: one that knows a factory of v2 too is SwapRouter02.
func (m *Reader) factory(ctx context.Context, block common.Hash) (factory common.Address, _ error) {
	router, npm := bind.NewSwapRouter(), bind.NewNonfungiblePositionManager()
	b := m.client.At(block)
	one, other := b.Call(m.at.Router, router.PackFactory()), b.Call(m.at.Positions, npm.PackFactory())
	counted := b.Call(m.at.Positions, npm.PackBalanceOf(m.at.Account))
	older := b.Call(m.at.Router, bind.NewSwapRouter02().PackFactoryV2())
	if err := b.Do(ctx); err != nil {
		return factory, err
	}
	routers, err := protocol.Decoded(one, router.UnpackFactory)
	if err != nil {
		return factory, protocol.NotA("router", m.at.Router, err)
	}
	if factory, err = protocol.Decoded(other, npm.UnpackFactory); err == nil {
		_, err = protocol.Decoded(counted, npm.UnpackBalanceOf)
	}
	if err != nil {
		return factory, protocol.NotA("position manager", m.at.Positions, err)
	}
	if routers != factory {
		return factory, fmt.Errorf("%w: router %s and position manager %s belong to different factories", protocol.ErrSelfReport, m.at.Router, m.at.Positions)
	}
	_, none := protocol.Decoded(older, bind.NewSwapRouter02().UnpackFactoryV2)
	m.at.Second = none == nil
	return factory, nil
}

// traded checks that the pool that is read is the one that orders reach: router
// and position manager are told tokens and fee, and find the pool by themselves.
func (m *Reader) traded(ctx context.Context, block common.Hash, factory common.Address) error {
	abi := bind.NewUniswapV3Factory()
	b := m.client.At(block)
	read := b.Call(factory, abi.PackGetPool(m.pool.Token0, m.pool.Token1, new(big.Int).SetUint64(uint64(m.pool.Fee))))
	if err := b.Do(ctx); err != nil {
		return err
	}
	pool, err := protocol.Decoded(read, abi.UnpackGetPool)
	if err != nil {
		return fmt.Errorf("%w: factory %s does not know the pool: %w", protocol.ErrSelfReport, factory, err)
	}
	if pool != m.at.Pool {
		return fmt.Errorf("%w: orders for the tokens and fee of pool %s reach pool %s", protocol.ErrSelfReport, m.at.Pool, pool)
	}
	return nil
}

// describe tells the pool and what a native coin costs. A coin that costs nothing is an
// error: gas would be free, and no limit on it would hold.
func (m *Reader) describe(r *turn.Reading, p *uniswap.Pool) error {
	r.Pool = turn.Pool{
		Address: m.at.Pool, Token0: m.pair.Token0, Token1: m.pair.Token1, QuoteIsZero: m.pair.QuoteIsZero(),
		FeePips: m.pool.Fee, TickSpacing: m.pool.TickSpacing,
		SqrtPriceX96: p.SqrtPriceX96, Tick: p.Tick, Liquidity: p.Liquidity, Price: m.price(&p.SqrtPriceX96),
	}
	if m.at.Growth {
		r.Pool.Growth = []uint256.Int{p.FeeGrowthGlobal0X128, p.FeeGrowthGlobal1X128}
	}
	r.NativePrice = m.at.NativePrice
	if r.NativePrice == 0 {
		r.NativePrice = m.wholeBase(&p.SqrtPriceX96)
	}
	if r.NativePrice <= 0 {
		return fmt.Errorf("price of the native coin: the base token is worth no micro-USDC, or too many to count, at %s", p.SqrtPriceX96.Dec())
	}
	r.NativeUSD = float64(r.NativePrice) / float64(money.One)
	return nil
}

// price is quote tokens per base token at a square-root price, for thinking.
func (m *Reader) price(sqrt *uint256.Int) float64 { return priced(m.pair, sqrt) }

func priced(t protocol.Pair, sqrt *uint256.Int) float64 {
	return t.InQuote(uniswap.ApproxPrice(sqrt, t.Token0.Decimals, t.Token1.Decimals))
}

// wholeBase is the exact price of one whole base token in micro-USDC, rounded down.
func (m *Reader) wholeBase(sqrt *uint256.Int) money.USDC {
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(m.pair.Base().Decimals)), nil)
	return m.pair.InUSDC(uniswap.QuoteValue(sqrt, m.pair.QuoteIsZero(), one))
}
