package uniswapv4

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

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
}

// Reader reads pools. It implements protocol.Glancer.
type Reader struct {
	client *rpc.Client
	pools  []*pool
}

// Open finds the pools of some deployments. Each is named by fee and tick spacing alone, so that
// none with a hook can be.
func Open(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (*Reader, []protocol.Deployment, error) {
	x := &Reader{client: o.Client}
	var opened []protocol.Deployment
	for _, d := range all {
		p, err := open(ctx, o, &d)
		if err != nil {
			return nil, nil, err
		}
		x.pools, opened = append(x.pools, p), append(opened, d)
	}
	return x, opened, nil
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
	reads := make([]uniswap.V4Read, len(x.pools))
	for i, p := range x.pools {
		reads[i] = p.loader.Add(b)
	}
	return func(_ context.Context, r *turn.Reading) error {
		for i, p := range x.pools {
			state, err := reads[i].Pool()
			if err != nil {
				if err := protocol.Mute(r, p.handle, err); err != nil {
					return fmt.Errorf("read market %s: %w", p.handle, err)
				}
				continue
			}
			r.Markets = append(r.Markets, p.market(state))
		}
		return nil
	}
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
			return p.market(state).Price, 0, true, nil
		}
	}
	return 0, 0, false, nil
}

// market is what a reading says of a pool. Its liquidity lies in ranges, which nobody here fills.
func (p *pool) market(state uniswap.PoolV4) turn.Market {
	m := turn.Market{
		Handle: p.handle, Protocol: Name, ID: p.loader.ID, Base: p.base, Quote: p.quote, BaseFee: state.Fee0, QuoteFee: state.Fee1,
		Rate: uniswap.Rate(&state.SqrtPriceX96, p.inverse), Depth: uniswap.Depth(&state.SqrtPriceX96, &state.Liquidity, p.inverse),
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
