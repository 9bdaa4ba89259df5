package uniswapv3

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// width is how many tick spacings a proof's position reaches to either side.
const width = 10

// Prove implements protocol.Adapter: in each market a swap and back, and a position opened and
// left.
func (x *Adapter) Prove(p *protocol.Proof) {
	for _, m := range p.Seen.Markets {
		at, ok := x.pools[m.Handle]
		if !ok || m.Protocol != Name {
			continue
		}
		p.Trade(m, at.Router)
		if p.Lent(m.Base.Address) != nil && p.Lent(m.Quote.Address) != nil {
			x.provide(p, m, at.Positions)
		}
	}
}

// provide opens a position around the price, and leaves it.
func (x *Adapter) provide(p *protocol.Proof, m turn.Market, manager common.Address) {
	zero, one := m.Ordered()
	what := fmt.Sprintf("put %s and %s into a position and take them out", zero.Symbol, one.Symbol)
	middle := m.Range.Tick / m.Range.Spacing * m.Range.Spacing
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Market: m.Handle, Protocol: Name, Base: p.Lent(m.Base.Address), Quote: p.Lent(m.Quote.Address),
		TickLower: middle - width*m.Range.Spacing, TickUpper: middle + width*m.Range.Spacing,
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
	minted.Market, minted.Lower, minted.Upper = m.Handle, add.TickLower, add.TickUpper
	p.Seen.Positions = []turn.Position{minted}
	id, err := uint256.FromDecimal(minted.ID)
	if err == nil {
		_, err = p.Simulate(add, grammar.Action{Kind: grammar.RemoveLiquidity, Market: m.Handle, Protocol: Name, PositionID: id, Percent: 100})
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
