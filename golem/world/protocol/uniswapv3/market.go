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
)

// pool is one market: what never changes in it.
type pool struct {
	handle      string
	terms       Terms
	base, quote turn.Token
	inverse     bool // the quote token is token0
	loader      *uniswap.Loader
}

// Reader reads pools, and the account's positions in them. It implements protocol.Reader.
type Reader struct {
	client   *rpc.Client
	growth   bool
	pools    []*pool
	holdings []*holdings // one for each position manager
}

// Open reads the pools of some deployments, which must be those that their router and position
// manager reach, and their tokens. It returns the deployments with their names, and finds out
// whether a router is SwapRouter02.
func Open(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (*Reader, []protocol.Deployment, error) {
	m := &Reader{client: o.Client, growth: o.Growth}
	var opened []protocol.Deployment
	for _, d := range all {
		p, err := m.open(ctx, o, &d)
		if err != nil {
			return nil, nil, err
		}
		opened = append(opened, d)
		m.pools = append(m.pools, p)
		m.hold(o, p)
	}
	return m, opened, nil
}

// hold has the positions of a pool read.
func (m *Reader) hold(o *protocol.Opening, p *pool) {
	for _, h := range m.holdings {
		if h.manager == p.terms.Positions {
			h.pools = append(h.pools, p)
			return
		}
	}
	m.holdings = append(m.holdings, &holdings{client: m.client, pools: []*pool{p}, account: o.Account, manager: p.terms.Positions, npm: bind.NewNonfungiblePositionManager()})
}

// open reads one pool, and notes in the deployment what it found out.
func (m *Reader) open(ctx context.Context, o *protocol.Opening, d *protocol.Deployment) (*pool, error) {
	t, err := protocol.TermsOf[Terms](*d)
	if err != nil {
		return nil, err
	}
	factory, err := m.factory(ctx, o, &t)
	if err != nil {
		return nil, err
	}
	p := &pool{terms: t}
	if p.loader, err = uniswap.Open(ctx, o.Client, o.Block, t.Pool); errors.Is(err, rpc.ErrReverted) {
		return nil, protocol.NotA("pool of Uniswap v3", t.Pool, err)
	} else if err != nil {
		return nil, err
	}
	if err := m.traded(ctx, o.Block, factory, p); err != nil {
		return nil, err
	}
	zero, err := o.Token(ctx, p.loader.Token0)
	if err != nil {
		return nil, err
	}
	one, err := o.Token(ctx, p.loader.Token1)
	if err != nil {
		return nil, err
	}
	p.base, p.quote = o.Pair(*d, zero, one)
	p.inverse = p.quote == zero
	named, err := d.Named(protocol.Handle(p.base, p.quote, p.loader.Fee, ""))
	if err != nil {
		return nil, err
	}
	o.Traded(p.base, p.quote)
	*d, p.handle = protocol.Deploy(Name, named.Handle, t), named.Handle
	return p, nil
}

// Add implements protocol.Reader.
func (m *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	states := make([]*uniswap.Reading, len(m.pools))
	for i, p := range m.pools {
		states[i] = p.loader.Add(b)
	}
	counts, known := make([]*rpc.Read[[]byte], len(m.holdings)), make([][]heldRead, len(m.holdings))
	for i, h := range m.holdings {
		counts[i], known[i] = h.addCount(b), h.addHeld(b)
	}
	return func(ctx context.Context, r *turn.Reading) error {
		seen := map[*pool]*uniswap.Pool{}
		for i, p := range m.pools {
			state, err := states[i].Pool()
			if err != nil {
				if err := protocol.Mute(r, p.handle, err); err != nil {
					return err
				}
				continue
			}
			seen[p] = state
			r.Markets = append(r.Markets, p.market(state, m.growth))
		}
		for i, h := range m.holdings {
			if err := h.read(ctx, r, seen, counts[i], known[i]); err != nil {
				return fmt.Errorf("read positions: %w", err)
			}
		}
		return nil
	}
}

// Glance reads a market's price and tick alone; false for a market that is none of
// the pools.
func (m *Reader) Glance(ctx context.Context, block common.Hash, handle string) (price float64, tick int32, ok bool, _ error) {
	for _, p := range m.pools {
		if p.handle == handle {
			sqrt, tick, err := p.loader.Price(ctx, m.client, block)
			return p.price(&sqrt), tick, true, err
		}
	}
	return 0, 0, false, nil
}

// factory returns the factory of router and position manager, which must be one, and notes
// what the router is: one that knows a factory of v2 too is SwapRouter02.
func (m *Reader) factory(ctx context.Context, o *protocol.Opening, at *Terms) (factory common.Address, _ error) {
	router, npm := bind.NewSwapRouter(), bind.NewNonfungiblePositionManager()
	b := m.client.At(o.Block)
	one, other := b.Call(at.Router, router.PackFactory()), b.Call(at.Positions, npm.PackFactory())
	counted := b.Call(at.Positions, npm.PackBalanceOf(o.Account))
	older := b.Call(at.Router, bind.NewSwapRouter02().PackFactoryV2())
	if err := b.Do(ctx); err != nil {
		return factory, err
	}
	routers, err := protocol.Decoded(one, router.UnpackFactory)
	if err != nil {
		return factory, protocol.NotA("router", at.Router, err)
	}
	if factory, err = protocol.Decoded(other, npm.UnpackFactory); err == nil {
		_, err = protocol.Decoded(counted, npm.UnpackBalanceOf)
	}
	if err != nil {
		return factory, protocol.NotA("position manager", at.Positions, err)
	}
	if routers != factory {
		return factory, fmt.Errorf("%w: router %s and position manager %s belong to different factories", protocol.ErrSelfReport, at.Router, at.Positions)
	}
	_, none := protocol.Decoded(older, bind.NewSwapRouter02().UnpackFactoryV2)
	at.Second = none == nil
	return factory, nil
}

// traded checks that the pool that is read is the one that orders reach: router
// and position manager are told tokens and fee, and find the pool by themselves.
func (m *Reader) traded(ctx context.Context, block common.Hash, factory common.Address, p *pool) error {
	abi := bind.NewUniswapV3Factory()
	b := m.client.At(block)
	read := b.Call(factory, abi.PackGetPool(p.loader.Token0, p.loader.Token1, new(big.Int).SetUint64(uint64(p.loader.Fee))))
	if err := b.Do(ctx); err != nil {
		return err
	}
	reached, err := protocol.Decoded(read, abi.UnpackGetPool)
	if err != nil {
		return fmt.Errorf("%w: factory %s does not know the pool: %w", protocol.ErrSelfReport, factory, err)
	}
	if reached != p.terms.Pool {
		return fmt.Errorf("%w: orders for the tokens and fee of pool %s reach pool %s", protocol.ErrSelfReport, p.terms.Pool, reached)
	}
	return nil
}

// market is what a reading says of a pool.
func (p *pool) market(state *uniswap.Pool, growth bool) turn.Market {
	m := turn.Market{
		Handle: p.handle, Protocol: Name, Address: p.terms.Pool, Base: p.base, Quote: p.quote, BaseFee: p.loader.Fee, QuoteFee: p.loader.Fee,
		Rate: uniswap.Rate(&state.SqrtPriceX96, p.inverse), Price: p.price(&state.SqrtPriceX96), Depth: uniswap.Depth(&state.SqrtPriceX96, &state.Liquidity, p.inverse),
		Range: &turn.Range{Tick: state.Tick, Spacing: p.loader.TickSpacing, SqrtPriceX96: state.SqrtPriceX96, Liquidity: state.Liquidity, Inverse: p.inverse},
	}
	if growth {
		base, quote := m.Range.Sorted(state.FeeGrowthGlobal0X128, state.FeeGrowthGlobal1X128)
		m.Range.Growth = []uint256.Int{base, quote}
	}
	return m
}

// price is quote tokens per base token at a square-root price, for thinking.
func (p *pool) price(sqrt *uint256.Int) float64 {
	if p.inverse {
		if price := uniswap.ApproxPrice(sqrt, p.quote.Decimals, p.base.Decimals); price > 0 {
			return 1 / price
		}
		return 0
	}
	return uniswap.ApproxPrice(sqrt, p.base.Decimals, p.quote.Decimals)
}
