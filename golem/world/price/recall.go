package price

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// known is what was read last of markets that answered.
type known struct {
	order     []string // of the markets, as a reading had them first
	markets   map[string]turn.Market
	positions map[string][]turn.Position
	lending   map[string]turn.Lending
}

func newKnown() known {
	return known{nil, map[string]turn.Market{}, map[string][]turn.Position{}, map[string]turn.Lending{}}
}

// recall puts into a reading what was last known of each market that did not answer, marks the assets
// that the account has there as doubtful, and remembers those that answered.
func (k *known) recall(r *turn.Reading) {
	k.learn(r)
	for _, silent := range r.Mute {
		if m, ok := k.markets[silent.Handle]; ok {
			m.Rate, m.Depth = uint256.Int{}, uint256.Int{} // nothing is known to be traded there now
			r.Markets = append(r.Markets, m)
			r.Positions = append(r.Positions, k.positions[silent.Handle]...)
			if len(k.positions[silent.Handle]) > 0 {
				doubts(r, silent, m.Base)
				doubts(r, silent, m.Quote)
			}
		}
		if l, ok := k.lending[silent.Handle]; ok {
			r.Lending = append(r.Lending, l)
			for _, reserve := range l.Reserves {
				if !reserve.Supplied.IsZero() || !reserve.Owed.IsZero() {
					doubts(r, silent, reserve.Token)
				}
			}
		}
	}
	if len(r.Mute) > 0 {
		slices.SortStableFunc(r.Markets, func(a, b turn.Market) int {
			return slices.Index(k.order, a.Handle) - slices.Index(k.order, b.Handle)
		})
	}
}

// learn remembers what answered.
func (k *known) learn(r *turn.Reading) {
	for _, m := range r.Markets {
		if _, ok := k.markets[m.Handle]; !ok {
			k.order = append(k.order, m.Handle)
		}
		k.markets[m.Handle] = m
		delete(k.positions, m.Handle)
	}
	for _, p := range r.Positions {
		k.positions[p.Market] = append(k.positions[p.Market], p)
	}
	for _, l := range r.Lending {
		k.lending[l.Handle] = l
	}
}

// doubts marks a token of which something lies where nobody can look.
func doubts(r *turn.Reading, silent turn.Mute, token turn.Token) {
	if a, ok := r.Asset(token.Address); ok && a.Doubt == "" {
		a.Doubt = fmt.Sprintf("%s lies in %s, which does not answer (%s)", token.Symbol, silent.Handle, silent.Code)
	}
}
