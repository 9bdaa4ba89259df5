package tool

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// ErrVenue says that a simulated round trip through a configured contract fails.
var ErrVenue = errors.New("CONFIG_VENUE")

// lentUnits is how many whole quote tokens the pool lends to a proof.
const lentUnits = 10

// Trip is one round trip of a proof: what was tried, where, and why it fails; nil: it does not.
type Trip struct {
	What string
	At   common.Address
	Err  error
}

// Prove makes a round trip through everything that the venue trades with, in simulations at
// the latest block: the pool's price beside the feed's, a swap and back on each exchange, a position opened and left, a supply and
// its withdrawal in each lending market. Who trades there is an account of no one, to which the
// pool lends the tokens; so it needs no money, and says nothing of grants and balances. The
// error is that of a node that does not answer; of trips that fail see Proven.
func (s *Simulator) Prove(ctx context.Context) ([]Trip, error) {
	r, err := s.Chain.Look(ctx)
	if err != nil {
		return nil, err
	}
	head, err := s.Client.BlockByHash(ctx, r.Block.Hash)
	if err != nil {
		return nil, err
	}
	r.Positions = nil
	venue := s.Adapters.venue
	venue.Account, venue.Grant = common.BytesToAddress(crypto.Keccak256([]byte("bardo: the account of a proof"))), nil
	adapters, err := NewAdapters(venue)
	if err != nil {
		return nil, err
	}
	p := &proof{ctx: ctx, adapters: adapters, fork: s.Fork.At(head), seen: r, account: venue.Account}
	unit := new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(uint64(r.Pool.Quote().Decimals)))
	p.quote = unit.Mul(unit, uint256.NewInt(lentUnits))
	if r.Feed != nil {
		p.done("value what is traded by the price feed", s.Chain.Feed(), compared(r))
	}
	p.trade(grammar.UniswapV3, venue.Router)
	if p.base != nil {
		p.provide(venue.Positions)
	}
	if venue.V2Router != (common.Address{}) {
		p.trade(grammar.UniswapV2, venue.V2Router)
	}
	if venue.V4.Router != (common.Address{}) {
		p.trade(grammar.UniswapV4, venue.V4.Router)
	}
	for _, l := range r.Lending {
		p.lend(l, map[string]common.Address{grammar.AaveV3: venue.Aave, grammar.MorphoBlue: venue.Morpho}[l.Protocol])
	}
	return p.trips, p.err
}

// apart is how far a price feed may be from the pool when a life begins, as a share: beyond it
// nothing is opened (heartbeat §15 layer 5), and a feed is more likely another token's.
const apart = 0.05

// compared holds the price of the feed against the pool's.
func compared(r turn.Reading) error {
	f := r.Feed
	if f.Unread != "" || !(f.Price > 0) {
		return fmt.Errorf("it says no price: %s", f.Unread)
	}
	if off := math.Abs(r.Pool.Price/f.Price - 1); off > apart {
		return fmt.Errorf("it says %.2f and the pool %.2f for one %s: it is the feed of another token, or the pool's price is bent", f.Price, r.Pool.Price, r.Pool.Base().Symbol)
	}
	return nil
}

// Proven returns the first trip that fails as an ErrVenue.
func Proven(trips []Trip) error {
	for _, t := range trips {
		if t.Err != nil {
			return fmt.Errorf("%w: to %s, simulated with a few units at %s, fails: %w", ErrVenue, t.What, t.At, t.Err)
		}
	}
	return nil
}

// proof is a run of Prove. quote and base are what is lent of each token; base is what the
// first swap brings.
type proof struct {
	ctx         context.Context
	adapters    *Adapters
	fork        *sim.Fork
	seen        turn.Reading
	account     common.Address
	quote, base *uint256.Int

	trips []Trip
	err   error // of the node
}

func (p *proof) done(what string, at common.Address, err error) {
	p.trips = append(p.trips, Trip{what, at, err})
}

// run makes orders one after the other. What reverts is an error, and so is a token that does
// not move as its log says.
func (p *proof) run(orders ...grammar.Action) (sim.Outcome, error) {
	calls := []sim.Call{p.lent(p.seen.Pool.Quote().Address, p.quote)}
	if p.base != nil {
		calls = append(calls, p.lent(p.seen.Pool.Base().Address, p.base))
	}
	for _, a := range orders {
		order, err := p.adapters.Calls(a, p.seen, nil)
		if err != nil {
			return sim.Outcome{}, err
		}
		for _, c := range order {
			calls = append(calls, p.call(p.account, c))
		}
	}
	o, err := p.fork.Run(p.ctx, sim.Request{Calls: calls})
	if err != nil {
		if p.err == nil && !errors.Is(err, sim.ErrTimeout) {
			p.err = err
		}
		return o, err
	}
	if last := o.Calls[len(o.Calls)-1]; !last.Success {
		return o, errors.New(p.adapters.named(orders[len(orders)-1], last.Revert))
	}
	for _, d := range o.Deltas {
		if d.Account == p.account && !d.Verified() && !p.seen.Stands(d.Token) {
			return o, fmt.Errorf("token %s does not move as its log says", d.Token)
		}
	}
	return o, nil
}

func (p *proof) call(from common.Address, c chain.Call) sim.Call {
	return sim.Call{From: from, To: &c.To, Value: c.Value, Data: c.Data}
}

// lent is a transfer out of the pool.
func (p *proof) lent(token common.Address, units *uint256.Int) sim.Call {
	return p.call(p.seen.Pool.Address, chain.Call{To: token, Data: p.adapters.exchanges.allow.erc20.Transfer(p.account, units)})
}

// trade buys for all of the quote token that was lent, and sells what that brings.
func (p *proof) trade(protocol string, router common.Address) {
	base, quote := p.seen.Pool.Base(), p.seen.Pool.Quote()
	what := fmt.Sprintf("swap %s for %s on %s and back", quote.Symbol, base.Symbol, protocol)
	buy := grammar.Action{Kind: grammar.Swap, TokenIn: quote.Address, TokenOut: base.Address, AmountIn: p.quote}
	if protocol != grammar.UniswapV3 {
		buy.Protocol = protocol
	}
	o, err := p.run(buy)
	if err != nil {
		p.done(what, router, err)
		return
	}
	bought := p.gained(o, base.Address)
	if p.base != nil {
		bought.Sub(bought, p.base)
	}
	if bought.IsZero() {
		p.done(what, router, fmt.Errorf("%d %s buy nothing", lentUnits, quote.Symbol))
		return
	}
	sell := buy
	sell.TokenIn, sell.TokenOut, sell.AmountIn = buy.TokenOut, buy.TokenIn, bought
	_, err = p.run(buy, sell)
	if p.base == nil && err == nil {
		p.base = bought
	}
	p.done(what, router, err)
}

// gained is what the account of the proof has more of a token.
func (p *proof) gained(o sim.Outcome, token common.Address) *uint256.Int {
	for _, d := range o.Deltas {
		if d.Account == p.account && d.Token == token && d.Amount.Sign() > 0 {
			return uint256.MustFromBig(d.Amount)
		}
	}
	return new(uint256.Int)
}

// width is how many tick spacings a proof's position reaches to either side.
const width = 10

// provide opens a position around the price, and leaves it.
func (p *proof) provide(manager common.Address) {
	pool := p.seen.Pool
	what := fmt.Sprintf("put %s and %s into a position and take them out", pool.Token0.Symbol, pool.Token1.Symbol)
	middle := pool.Tick / pool.TickSpacing * pool.TickSpacing
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Pool: pool.Address, Amount0: p.base, Amount1: p.quote,
		TickLower: middle - width*pool.TickSpacing, TickUpper: middle + width*pool.TickSpacing,
	}
	if pool.QuoteIsZero {
		add.Amount0, add.Amount1 = p.quote, p.base
	}
	o, err := p.run(add)
	if err != nil {
		p.done(what, manager, err)
		return
	}
	minted, err := p.minted(o)
	if err != nil {
		p.done(what, manager, err)
		return
	}
	minted.Lower, minted.Upper = add.TickLower, add.TickUpper
	p.seen.Positions = []turn.Position{minted}
	id, err := uint256.FromDecimal(minted.ID)
	if err == nil {
		_, err = p.run(add, grammar.Action{Kind: grammar.RemoveLiquidity, PositionID: id, Percent: 100})
	}
	p.done(what, manager, err)
}

// minted is the position that a call of the outcome says it made.
func (p *proof) minted(o sim.Outcome) (turn.Position, error) {
	for _, c := range o.Calls {
		m, err := bind.NewNonfungiblePositionManager().UnpackMint(c.Return)
		if err == nil && m.Liquidity.Sign() > 0 && m.Liquidity.BitLen() <= 128 {
			return turn.Position{ID: m.TokenId.String(), Liquidity: *uint256.MustFromBig(m.Liquidity)}, nil
		}
	}
	return turn.Position{}, errors.New("it makes no position")
}

// lend supplies a reserve of the market and withdraws half. One that does is enough: a
// market can have frozen reserves.
func (p *proof) lend(market turn.Lending, at common.Address) {
	what, failed := "supply to "+market.Protocol+" and withdraw", errors.New("it lists no token of the pool")
	for i, reserve := range market.Reserves {
		amount := p.quote
		if reserve.Token.Address == p.seen.Pool.Base().Address {
			amount = p.base
		}
		if amount == nil {
			continue
		}
		held := p.seen
		p.seen.Lending = []turn.Lending{market}
		p.seen.Lending[0].Reserves = append([]turn.Reserve{}, market.Reserves...)
		p.seen.Lending[0].Reserves[i].Supplied = *amount
		order := grammar.Action{Kind: grammar.Supply, Protocol: market.Protocol, Asset: reserve.Token.Address, Amount: amount}
		back := order
		back.Kind, back.Amount = grammar.Withdraw, new(uint256.Int).Rsh(amount, 1)
		_, failed = p.run(order, back)
		if p.seen = held; failed == nil {
			break
		}
	}
	p.done(what, at, failed)
}
