package uniswapv4

import (
	"context"
	"fmt"

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
	base, quote turn.Token
	inverse     bool // the quote token is token0
	loader      *uniswap.V4Loader
	positions   common.Address // the position manager; zero: no liquidity is provided here
}

// Reader reads pools, and the account's positions in them. It implements protocol.Glancer.
type Reader struct {
	client   *rpc.Client
	growth   bool
	pools    []*pool
	holdings []*holdings // one for each position manager
}

// Open finds the pools of some deployments. Each is named by fee and tick spacing alone, so that
// none with a hook can be.
func Open(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (*Reader, []protocol.Deployment, error) {
	x := &Reader{client: o.Client, growth: o.Growth}
	var opened []protocol.Deployment
	for _, d := range all {
		p, err := open(ctx, o, &d)
		if err != nil {
			return nil, nil, err
		}
		x.pools, opened = append(x.pools, p), append(opened, d)
		x.hold(o, p)
	}
	return x, opened, nil
}

// hold has the positions in a pool read.
func (x *Reader) hold(o *protocol.Opening, p *pool) {
	if p.positions == (common.Address{}) {
		return
	}
	for _, h := range x.holdings {
		if h.manager == p.positions {
			h.pools = append(h.pools, p)
			return
		}
	}
	x.holdings = append(x.holdings, &holdings{client: x.client, pools: []*pool{p}, account: o.Account, manager: p.positions, npm: bind.NewV4PositionManager()})
}

func open(ctx context.Context, o *protocol.Opening, d *protocol.Deployment) (*pool, error) {
	t, err := protocol.TermsOf[Terms](*d)
	if err != nil {
		return nil, err
	}
	zero, one, err := o.Ordered(ctx, &t.Base, &t.Quote)
	if err != nil {
		return nil, err
	}
	p := &pool{}
	if p.loader, err = uniswap.OpenV4(ctx, o.Client, o.Block, t.V4, zero.Address, one.Address); err != nil {
		return nil, fmt.Errorf("%w: %w", protocol.ErrSelfReport, err)
	}
	if p.positions, err = uniswap.PositionsV4(ctx, o.Client, o.Block, p.loader); err != nil {
		return nil, err
	}
	t.Positions = p.positions
	p.base, p.quote = o.Pair(*d, zero, one)
	p.inverse = p.quote == zero
	named, err := d.Named(protocol.Handle(p.base, p.quote, t.Fee, Apart))
	if err != nil {
		return nil, err
	}
	o.Traded(p.base, p.quote)
	*d, p.handle = protocol.Deploy(Name, named.Handle, t), named.Handle
	return p, nil
}

// Add implements protocol.Reader.
func (x *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	reads, growths := make([]uniswap.V4Read, len(x.pools)), make([]uniswap.GrowthV4Read, len(x.pools))
	for i, p := range x.pools {
		if reads[i] = p.loader.Add(b); x.growth && p.provides() {
			growths[i] = p.loader.AddGrowth(b)
		}
	}
	counts, known := make([]*rpc.Read[[]byte], len(x.holdings)), make([][]heldRead, len(x.holdings))
	for i, h := range x.holdings {
		counts[i], known[i] = h.addCount(b), h.addHeld(b)
	}
	return func(ctx context.Context, r *turn.Reading) error {
		seen := map[*pool]uniswap.PoolV4{}
		for i, p := range x.pools {
			state, err := reads[i].Pool()
			var m turn.Market
			if err == nil {
				m, err = x.market(p, state, growths[i])
			}
			if err != nil {
				if err := protocol.Mute(r, p.handle, err); err != nil {
					return fmt.Errorf("read market %s: %w", p.handle, err)
				}
				continue
			}
			seen[p] = state
			r.Markets = append(r.Markets, m)
		}
		for i, h := range x.holdings {
			if err := h.read(ctx, r, seen, counts[i], known[i]); err != nil {
				for _, p := range h.pools {
					if err := protocol.Mute(r, p.handle, err, errMissing, errStranger); err != nil {
						return fmt.Errorf("read positions of v4: %w", err)
					}
				}
			}
		}
		return nil
	}
}

// market is what a reading says of a pool, with what its liquidity earned where that is asked for.
func (x *Reader) market(p *pool, state uniswap.PoolV4, growth uniswap.GrowthV4Read) (turn.Market, error) {
	m := p.market(state)
	if m.Range == nil || !x.growth {
		return m, nil
	}
	g, err := growth.Growth()
	base, quote := m.Range.Sorted(g.Token0, g.Token1)
	m.Range.Growth = []uint256.Int{base, quote}
	return m, err
}

// Glance implements protocol.Glancer.
func (x *Reader) Glance(ctx context.Context, block common.Hash, handle string) (price float64, tick int32, ok bool, _ error) {
	for _, p := range x.pools {
		if p.handle == handle {
			b := x.client.At(block)
			read := p.loader.Add(b)
			if err := b.Do(ctx); err != nil {
				return 0, 0, true, err
			}
			state, err := read.Pool()
			if err != nil {
				return 0, 0, true, fmt.Errorf("read market %s: %w", handle, err)
			}
			return p.market(state).Price, state.Tick, true, nil
		}
	}
	return 0, 0, false, nil
}

// provides reports whether liquidity can be put into the pool.
func (p *pool) provides() bool { return p.positions != common.Address{} }

// market is what a reading says of a pool.
func (p *pool) market(state uniswap.PoolV4) turn.Market {
	m := turn.Market{
		Handle: p.handle, Protocol: Name, ID: p.loader.ID, Base: p.base, Quote: p.quote, BaseFee: state.Fee0, QuoteFee: state.Fee1,
		Rate: uniswap.Rate(&state.SqrtPriceX96, p.inverse), Depth: uniswap.Depth(&state.SqrtPriceX96, &state.Liquidity, p.inverse),
	}
	if p.provides() {
		m.Range = &turn.Range{Tick: state.Tick, Spacing: p.loader.TickSpacing, SqrtPriceX96: state.SqrtPriceX96, Liquidity: state.Liquidity, Inverse: p.inverse}
	}
	if p.inverse {
		m.BaseFee, m.QuoteFee = state.Fee1, state.Fee0
		if price := uniswap.ApproxPrice(&state.SqrtPriceX96, p.quote.Decimals, p.base.Decimals); price > 0 {
			m.Price = 1 / price
		}
	} else {
		m.Price = uniswap.ApproxPrice(&state.SqrtPriceX96, p.base.Decimals, p.quote.Decimals)
	}
	return m
}
