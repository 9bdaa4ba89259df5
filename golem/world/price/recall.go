package price

import (
	"fmt"
	"maps"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// known is what was read last of markets that answered.
type known struct {
	order     []string // of the markets, as a reading had them first
	markets   map[string]turn.Market
	positions map[string][]turn.Position
	lending   map[string]turn.Lending
	before    map[string]turn.Lending // likewise, in the blocks before the last reading's
	block     uint64                  // of that
}

func newKnown() known {
	return known{markets: map[string]turn.Market{}, positions: map[string][]turn.Position{}, lending: map[string]turn.Lending{}}
}

// recall puts into a reading what was last known of each market that did not answer, marks the assets
// that the account has there as doubtful, and those whose shares leapt, and remembers those that answered.
func (k *known) recall(r *turn.Reading, spread money.BPS) {
	k.leaps(r, spread)
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

// leaps marks the assets of which what is lent in shares pays another price than in the last block that
// was read before this one: whoever gives a market something, or takes it, bends that for a block.
func (k *known) leaps(r *turn.Reading, spread money.BPS) {
	if r.Block.Number != k.block {
		k.before, k.block = maps.Clone(k.lending), r.Block.Number
	}
	for i := range r.Lending {
		l := &r.Lending[i]
		last, ok := k.before[l.Handle]
		if !ok {
			continue
		}
		for j := range l.Reserves {
			now := &l.Reserves[j]
			was, ok := last.Reserve(now.Token.Address)
			a, held := r.Asset(now.Token.Address)
			if ok && held && a.Doubt == "" && !now.SupplyShares.IsZero() && !was.SupplyShares.IsZero() &&
				apart(now.Supplied.Float64()/now.SupplyShares.Float64(), was.Supplied.Float64()/was.SupplyShares.Float64(), spread) {
				a.Doubt = fmt.Sprintf("what %s in %s pays leapt since the last block that was read", a.Token.Symbol, l.Handle)
			}
		}
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
