package thanatopsis

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/quote"
)

// outlet is where a token is sold, and for what: for the numeraire where most of it is traded for
// that, or, where no market does, for an asset that another one trades for it, which is sold next.
type outlet struct {
	market string // none: nobody buys it
	into   turn.Token
	route  *turn.Route // nil: into is the numeraire
}

// outlet of a token for so many units of it.
func (s *sight) outlet(token turn.Token, units *uint256.Int) (o outlet) {
	r := &s.last
	if m := play.Deepest(r, token); m != nil {
		return outlet{market: m.Handle, into: r.Numeraire()}
	}
	w, ok := quote.Best(r, token, r.Numeraire(), units, func(_ *turn.Asset, m *turn.Market) bool { return !r.Silent(m.Handle) })
	if !ok {
		return o
	}
	return outlet{w.First.Handle, w.Over, &turn.Route{From: token.Handle(), Over: w.Over.Handle(), To: r.Numeraire().Handle(), Second: w.Second.Handle, Gives: w.Gives}}
}
