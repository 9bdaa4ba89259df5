package uniswapv4

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Prove implements protocol.Adapter: in each market a swap and back, and a position opened and left.
func (x *Adapter) Prove(p *protocol.Proof) {
	for _, m := range p.Seen.Markets {
		at, ok := x.pools[m.Handle]
		if !ok || m.Protocol != Name {
			continue
		}
		p.Trade(m, at.Router)
		if x.provides(at) && m.Range != nil && p.Lent(m.Base.Address) != nil && p.Lent(m.Quote.Address) != nil {
			x.provide(p, m, at)
		}
	}
}

// width is how many tick spacings a proof's position reaches to either side.
const width = 10

// provide opens a position around the price, and leaves it.
func (x *Adapter) provide(p *protocol.Proof, m turn.Market, at Terms) {
	zero, one := m.Ordered()
	what := fmt.Sprintf("put %s and %s into a position of v4 and take them out", zero.Symbol, one.Symbol)
	middle := m.Range.Tick / m.Range.Spacing * m.Range.Spacing
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Market: m.Handle, Protocol: Name, Base: p.Lent(m.Base.Address), Quote: p.Lent(m.Quote.Address),
		TickLower: middle - width*m.Range.Spacing, TickUpper: middle + width*m.Range.Spacing,
	}
	o, err := p.Simulate(add)
	if err != nil {
		p.Done(what, at.Positions, err)
		return
	}
	var made *uint256.Int
	for _, call := range o.Calls {
		for _, l := range call.Logs {
			e, err := bind.NewV4PositionManager().UnpackTransferEvent(&types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
			if err == nil && l.Address == at.Positions && e.To == x.account.Address {
				made = id(at.Positions, e.Id)
			}
		}
	}
	if made == nil {
		p.Done(what, at.Positions, errors.New("it makes no position"))
		return
	}
	p.Seen.Positions = []turn.Position{{ID: made.Dec(), Protocol: Name, Market: m.Handle, Lower: add.TickLower, Upper: add.TickUpper}}
	_, err = p.Simulate(add, grammar.Action{Kind: grammar.RemoveLiquidity, Market: m.Handle, Protocol: Name, PositionID: made, Percent: 100})
	p.Done(what, at.Positions, err)
}
