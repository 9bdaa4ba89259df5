package cage

import (
	"math"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Stake returns what an action would put at risk, as the gate of heartbeat §11.6 asks;
// none where it opens nothing, secures a debt, or cannot be valued.
func Stake(k Case) (turn.Stake, bool) {
	now, ok := newBook(k.Seen)
	if !ok || !k.Opens() || secures(k) {
		return turn.Stake{}, false
	}
	a := k.Action
	m, _ := k.market()
	s := turn.Stake{Market: !a.Lends()}
	switch a.Kind {
	case grammar.Swap:
		s.Fee = float64(m.Fee(a.TokenIn)) / 1e6
		s.Value = now.whole(a.TokenIn, a.AmountIn)
	case grammar.AddLiquidity:
		s.Lower, s.Upper = a.TickLower, a.TickUpper
		s.Value = now.whole(m.Base.Address, a.Base) + now.whole(m.Quote.Address, a.Quote)
	default:
		s.Value = now.whole(a.Asset, a.Amount)
	}
	return s, true
}

// whole is units of a token in whole tokens of the numeraire, for thinking.
func (b book) whole(token common.Address, units *uint256.Int) float64 {
	v, over := uint256.FromBig(b.value(token, units))
	if over {
		return math.MaxFloat64
	}
	return money.Float(v, b.prices.Cash().Decimals)
}
