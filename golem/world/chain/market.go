package chain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// market is the pool that the strategy trades in.
type market struct {
	address common.Address
	tokens  tokens
	pool    *uniswap.Loader
	growth  bool       // what liquidity earns is told
	native  money.USDC // of one whole native coin; 0: it is the base token, priced by the pool
}

// openMarket reads the pool, which must be the one that the factory's router reaches, and
// its tokens, of which one must be the money.
func openMarket(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config, factory common.Address) (m market, err error) {
	m = market{address: cfg.Pool, growth: cfg.Growth, native: cfg.NativePrice}
	m.tokens.quote = cfg.Quote
	if m.pool, err = uniswap.Open(ctx, client, block, cfg.Pool); errors.Is(err, rpc.ErrReverted) {
		return m, isNone("pool of Uniswap v3", cfg.Pool, err)
	} else if err != nil {
		return m, err
	}
	if err := m.traded(ctx, client, block, factory); err != nil {
		return m, err
	}
	t := &m.tokens
	if t.token0, err = openToken(ctx, client, block, m.pool.Token0); err != nil {
		return m, err
	}
	if t.token1, err = openToken(ctx, client, block, m.pool.Token1); err != nil {
		return m, err
	}
	if t.money().Address != t.quote {
		return m, fmt.Errorf("%w: pool %s trades %s and %s, not the quote token %s", ErrSelfReport, m.address, t.token0.Address, t.token1.Address, t.quote)
	}
	return m, nil
}

// traded checks that the pool that is read is the one that orders reach: router
// and position manager are told tokens and fee, and find the pool by themselves.
func (m market) traded(ctx context.Context, client *rpc.Client, block common.Hash, factory common.Address) error {
	abi := bind.NewUniswapV3Factory()
	b := client.At(block)
	read := b.Call(factory, abi.PackGetPool(m.pool.Token0, m.pool.Token1, new(big.Int).SetUint64(uint64(m.pool.Fee))))
	if err := b.Do(ctx); err != nil {
		return err
	}
	pool, err := decoded(read, abi.UnpackGetPool)
	if err != nil {
		return fmt.Errorf("%w: factory %s does not know the pool: %w", ErrSelfReport, factory, err)
	}
	if pool != m.address {
		return fmt.Errorf("%w: orders for the tokens and fee of pool %s reach pool %s", ErrSelfReport, m.address, pool)
	}
	return nil
}

// describe tells the pool and what a native coin costs. A coin that costs nothing is an
// error: gas would be free, and no limit on it would hold.
func (m market) describe(r *turn.Reading, p *uniswap.Pool) error {
	r.Pool = turn.Pool{
		Address: m.address, Token0: m.tokens.token0, Token1: m.tokens.token1, QuoteIsZero: m.tokens.quoteIsZero(),
		FeePips: m.pool.Fee, TickSpacing: m.pool.TickSpacing,
		SqrtPriceX96: p.SqrtPriceX96, Tick: p.Tick, Liquidity: p.Liquidity, Price: m.tokens.price(&p.SqrtPriceX96),
	}
	if m.growth {
		r.Pool.Growth = []uint256.Int{p.FeeGrowthGlobal0X128, p.FeeGrowthGlobal1X128}
	}
	r.NativePrice = m.native
	if r.NativePrice == 0 {
		r.NativePrice = m.tokens.wholeBase(&p.SqrtPriceX96)
	}
	if r.NativePrice <= 0 {
		return fmt.Errorf("price of the native coin: the base token is worth no micro-USDC, or too many to count, at %s", p.SqrtPriceX96.Dec())
	}
	r.NativeUSD = float64(r.NativePrice) / float64(money.One)
	return nil
}

// openToken reads what a token says of itself.
func openToken(ctx context.Context, client *rpc.Client, block common.Hash, address common.Address) (turn.Token, error) {
	b := client.At(block)
	codec, abi := erc20.NewCodec(), bind.NewERC20()
	decimals, symbol := b.Call(address, codec.Decimals()), b.Call(address, abi.PackSymbol())
	if err := b.Do(ctx); err != nil {
		return turn.Token{}, err
	}
	t := turn.Token{Address: address}
	var err error
	if t.Decimals, err = decoded(decimals, codec.DecimalsOf); err != nil {
		return turn.Token{}, fmt.Errorf("decimals of %s: %w", address, err)
	}
	if s, err := decoded(symbol, abi.UnpackSymbol); err == nil {
		if t.Symbol = s; !plain(s) {
			return t, fmt.Errorf("%w: the token %s calls itself %q, which is not 1 to 16 letters, digits and dots: nobody could tell it from another", ErrSelfReport, address, s)
		}
	}
	return t, nil
}

// plain says that a name from the chain is 1 to 16 letters, digits and dots: it is written
// by a stranger and read by people. What would have to be cleaned is refused, since the
// cleaned name may be another token's.
func plain(s string) bool {
	return s != "" && len(s) <= 16 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.") == ""
}
