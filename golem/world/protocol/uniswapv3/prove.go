package uniswapv3

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// width is how many tick spacings a proof's position reaches to either side.
const width = 10

// Prove implements protocol.Adapter: a swap and back, and a position opened and left.
func (x *Adapter) Prove(p *protocol.Proof) {
	p.Trade(grammar.UniswapV3, x.at.Router)
	if p.Base != nil {
		x.provide(p)
	}
}

// provide opens a position around the price, and leaves it.
func (x *Adapter) provide(p *protocol.Proof) {
	pool, manager := p.Seen.Pool, x.at.Positions
	what := fmt.Sprintf("put %s and %s into a position and take them out", pool.Token0.Symbol, pool.Token1.Symbol)
	middle := pool.Tick / pool.TickSpacing * pool.TickSpacing
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Pool: pool.Address, Amount0: p.Base, Amount1: p.Quote,
		TickLower: middle - width*pool.TickSpacing, TickUpper: middle + width*pool.TickSpacing,
	}
	if pool.QuoteIsZero {
		add.Amount0, add.Amount1 = p.Quote, p.Base
	}
	o, err := p.Simulate(add)
	if err != nil {
		p.Done(what, manager, err)
		return
	}
	minted, err := x.minted(o)
	if err != nil {
		p.Done(what, manager, err)
		return
	}
	minted.Lower, minted.Upper = add.TickLower, add.TickUpper
	p.Seen.Positions = []turn.Position{minted}
	id, err := uint256.FromDecimal(minted.ID)
	if err == nil {
		_, err = p.Simulate(add, grammar.Action{Kind: grammar.RemoveLiquidity, PositionID: id, Percent: 100})
	}
	p.Done(what, manager, err)
}

// minted is the position that a call of the outcome says it made.
func (x *Adapter) minted(o sim.Outcome) (turn.Position, error) {
	for _, c := range o.Calls {
		m, err := x.npm.UnpackMint(c.Return)
		if err == nil && m.Liquidity.Sign() > 0 && m.Liquidity.BitLen() <= 128 {
			return turn.Position{ID: m.TokenId.String(), Liquidity: *uint256.MustFromBig(m.Liquidity)}, nil
		}
	}
	return turn.Position{}, errors.New("it makes no position")
}
