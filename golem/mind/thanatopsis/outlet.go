package thanatopsis

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/quote"
)

// outlet is where a token is sold, and for what: for the numeraire, or, where no market trades it for
// that, for an asset that another one trades for it, which is sold next.
type outlet struct {
	market string
	into   turn.Token
	route  *turn.Route // nil: into is the numeraire
}

// outlets of a token for so many units of it: the markets that trade it for the numeraire, what gives
// most first, or the way over two that does. What one refuses the next may take. None: nobody buys it.
func (s *sight) outlets(token turn.Token, units *uint256.Int) (all []outlet) {
	r := &s.last
	for _, m := range quote.Exits(r, token, r.Numeraire(), units) {
		all = append(all, outlet{market: m.Handle, into: r.Numeraire()})
	}
	if len(all) > 0 {
		return all
	}
	w, ok := quote.Best(r, token, r.Numeraire(), units, func(_ *turn.Asset, m *turn.Market) bool { return !r.Silent(m.Handle) })
	if !ok {
		return nil
	}
	return []outlet{{w.First.Handle, w.Over, &turn.Route{From: token.Handle(), Over: w.Over.Handle(), To: r.Numeraire().Handle(), Second: w.Second.Handle, Gives: w.Gives}}}
}

// routed reports whether a token is sold for another that is sold next.
func (s *sight) routed(token turn.Token, units *uint256.Int) bool {
	all := s.outlets(token, units)
	return len(all) > 0 && all[0].route != nil
}
