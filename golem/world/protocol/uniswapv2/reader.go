package uniswapv2

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// pair is one market: what never changes in it.
type pair struct {
	handle      string
	base, quote turn.Token
	inverse     bool // the quote token is token0
	loader      *uniswap.PairLoader
}

// Reader reads the reserves of pairs, and what the account has of them. It implements
// protocol.Glancer.
type Reader struct {
	client  *rpc.Client
	account common.Address
	pairs   []*pair
}

// Open finds the pairs of some deployments by their Router02. Where a market prices the chain's
// coin, the router must wrap it as the same token. An empty pair is no error: a stranger who drains
// it could else keep a Golem from coming back. A router that quotes another price than its pair's
// reserves is one: it would trade elsewhere.
func Open(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (*Reader, []protocol.Deployment, error) {
	x := &Reader{client: o.Client, account: o.Account}
	var opened []protocol.Deployment
	for _, d := range all {
		p, err := open(ctx, o, &d)
		if err != nil {
			return nil, nil, err
		}
		x.pairs, opened = append(x.pairs, p), append(opened, d)
	}
	return x, opened, nil
}

func open(ctx context.Context, o *protocol.Opening, d *protocol.Deployment) (*pair, error) {
	t, err := protocol.TermsOf[Terms](*d)
	if err != nil {
		return nil, err
	}
	zero, one, err := o.Ordered(ctx, &t.Base, &t.Quote)
	if err != nil {
		return nil, err
	}
	p := &pair{}
	if p.loader, err = uniswap.OpenPair(ctx, o.Client, o.Block, t.Router, zero.Address, one.Address); err != nil {
		return nil, fmt.Errorf("%w: %w", protocol.ErrSelfReport, err)
	}
	if o.Prices && o.Coin != (common.Address{}) && p.loader.WETH != o.Coin {
		return nil, fmt.Errorf("%w: v2 router %s wraps the native coin as %s, the pool as %s", protocol.ErrSelfReport, t.Router, p.loader.WETH, o.Coin)
	}
	p.base, p.quote = o.Pair(*d, zero, one)
	p.inverse = p.quote == zero
	named, err := d.Named(protocol.Handle(p.base, p.quote, uniswap.FeeV2, Apart))
	if err != nil {
		return nil, err
	}
	o.Traded(p.base, p.quote)
	*d, p.handle = protocol.Deploy(Name, named.Handle, t), named.Handle
	return p, nil
}

// Add implements protocol.Reader.
func (x *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	reads, shares := make([]uniswap.PairRead, len(x.pairs)), make([]uniswap.ShareRead, len(x.pairs))
	for i, p := range x.pairs {
		reads[i], shares[i] = p.loader.Add(b), p.loader.AddShare(b, x.account)
	}
	return func(_ context.Context, r *turn.Reading) error {
		for i, p := range x.pairs {
			state, err := reads[i].Pair()
			var share uniswap.Share
			if err == nil {
				share, err = shares[i].Share(state)
			}
			if err != nil {
				if err := protocol.Mute(r, p.handle, err); err != nil {
					return fmt.Errorf("read market %s: %w", p.handle, err)
				}
				continue
			}
			r.Markets = append(r.Markets, p.market(state))
			if at, ok := p.position(state, share); ok {
				r.Positions = append(r.Positions, at)
			}
		}
		return nil
	}
}

// Glance implements protocol.Glancer.
func (x *Reader) Glance(ctx context.Context, block common.Hash, handle string) (price float64, tick int32, ok bool, _ error) {
	for _, p := range x.pairs {
		if p.handle == handle {
			b := x.client.At(block)
			read := p.loader.Add(b)
			if err := b.Do(ctx); err != nil {
				return 0, 0, true, err
			}
			state, err := read.Pair()
			if err != nil {
				return 0, 0, true, fmt.Errorf("read market %s: %w", handle, err)
			}
			return p.market(state).Price, 0, true, nil
		}
	}
	return 0, 0, false, nil
}

// market is what a reading says of a pair.
func (p *pair) market(state uniswap.Pair) turn.Market {
	m := turn.Market{
		Handle: p.handle, Protocol: Name, Address: p.loader.Address, Base: p.base, Quote: p.quote, BaseFee: uniswap.FeeV2, QuoteFee: uniswap.FeeV2,
		Rate: state.Rate(p.inverse), Depth: state.Reserve1, Range: p.all(state),
	}
	if p.inverse {
		m.Depth = state.Reserve0
		if price := state.ApproxPrice(p.quote.Decimals, p.base.Decimals); price > 0 {
			m.Price = 1 / price
		}
	} else {
		m.Price = state.ApproxPrice(p.base.Decimals, p.quote.Decimals)
	}
	m.Depth.Mul(&m.Depth, uint256.NewInt(2)) // a reserve has 112 bits
	return m
}

// all is the one range that a pair has.
func (p *pair) all(state uniswap.Pair) *turn.Range {
	g := &turn.Range{Spacing: uniswap.MaxTick, SqrtPriceX96: state.SqrtPriceX96(), Liquidity: state.Liquidity(), Inverse: p.inverse, Whole: true}
	if tick, err := uniswap.TickAtSqrtPrice(&g.SqrtPriceX96); err == nil {
		g.Tick = tick // an empty pair has none
	}
	return g
}

// position is what the account has of the pair; false where nothing can be taken out of it. What it
// earns lies in the reserves.
func (p *pair) position(state uniswap.Pair, share uniswap.Share) (turn.Position, bool) {
	at := turn.Position{
		ID: id(p.loader.Address), Protocol: Name, Market: p.handle, Kind: "liquidity",
		Lower: uniswap.MinTick, Upper: uniswap.MaxTick, Liquidity: share.Liquidity(state), Shares: share.Units,
	}
	amount0, amount1 := share.Amounts(state, &share.Units)
	if at.Base, at.Quote = amount0, amount1; p.inverse {
		at.Base, at.Quote = amount1, amount0
	}
	return at, !amount0.IsZero() && !amount1.IsZero()
}

// id names the position that an account has in a pair: there is one.
func id(pair common.Address) string { return new(big.Int).SetBytes(pair[:]).String() }
