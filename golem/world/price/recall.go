package price

import (
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
	calm      map[string]turn.Lending // what was read last of those whose shares did not leap
	since     map[string]int64        // and when
	mute      map[string]int64        // since when a market does not answer
}

func newKnown() known {
	return known{markets: map[string]turn.Market{}, positions: map[string][]turn.Position{}, lending: map[string]turn.Lending{}, calm: map[string]turn.Lending{}, since: map[string]int64{}, mute: map[string]int64{}}
}

// recall puts into a reading what was last known of each market that did not answer, at the prices of now,
// notes where what lent shares pay leapt, and remembers those that answered.
func (k *known) recall(r *turn.Reading, spread money.BPS) {
	if r.Block.Number != k.block {
		k.before, k.block = maps.Clone(k.lending), r.Block.Number
	}
	k.learn(r)
	k.leaps(r, spread)
	for i := range r.Mute {
		handle := r.Mute[i].Handle
		if m, ok := k.markets[handle]; ok {
			m.Rate, m.Depth = uint256.Int{}, uint256.Int{} // nothing is known to be traded there now
			r.Markets = append(r.Markets, m)
			r.Positions = append(r.Positions, k.positions[handle]...)
		}
		if l, ok := k.lending[handle]; ok {
			r.Lending = append(r.Lending, k.calmed(l))
		}
	}
	if len(r.Mute) > 0 {
		slices.SortStableFunc(r.Markets, func(a, b turn.Market) int {
			return slices.Index(k.order, a.Handle) - slices.Index(k.order, b.Handle)
		})
	}
	if len(r.Mute) > 0 || slices.ContainsFunc(r.Contrary, func(c turn.Contrary) bool { return c.Leap }) {
		Revalue(r)
	}
}

// leaps notes the lending markets in which what is lent in shares pays another price than in the last block
// that was read before this one: whoever gives a market something, or takes it, bends that for a block. While
// it does, it counts at no more than when it last did not.
func (k *known) leaps(r *turn.Reading, spread money.BPS) {
	for i := range r.Lending {
		l, leapt := &r.Lending[i], false
		last, known := k.before[l.Handle]
		for j := range l.Reserves {
			now := &l.Reserves[j]
			was, ok := last.Reserve(now.Token.Address)
			if !known || !ok || now.SupplyShares.IsZero() || was.SupplyShares.IsZero() ||
				!apart(now.Supplied.Float64()/now.SupplyShares.Float64(), was.Supplied.Float64()/was.SupplyShares.Float64(), spread) {
				continue
			}
			leapt = true
			r.Contrary = append(r.Contrary, turn.Contrary{Market: l.Handle, What: now.Token.Symbol, Read: now.Supplied.Dec(), Told: was.Supplied.Dec(), Leap: true, Since: k.since[l.Handle]})
		}
		if leapt {
			*l = k.calmed(*l)
		} else {
			k.calm[l.Handle], k.since[l.Handle] = *l, r.Block.Time
		}
	}
}

// calmed is a lending market whose shares pay at most what they did when they last did not leap.
func (k *known) calmed(l turn.Lending) turn.Lending {
	calm := k.calm[l.Handle]
	l.Reserves = slices.Clone(l.Reserves)
	for j := range l.Reserves {
		if most := paidLast(&l.Reserves[j], &calm); most.Lt(&l.Reserves[j].Supplied) {
			l.Reserves[j].Supplied = most
		}
	}
	return l
}

// paidLast is what the shares of a reserve would pay as those of a market did when they last did not leap.
func paidLast(now *turn.Reserve, calm *turn.Lending) (units uint256.Int) {
	was, ok := calm.Reserve(now.Token.Address)
	if !ok || was.SupplyShares.IsZero() {
		return now.Supplied
	}
	if _, over := units.MulDivOverflow(&now.SupplyShares, &was.Supplied, &was.SupplyShares); over {
		units.SetAllOne()
	}
	return units
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

// silence notes of the places that do not answer, and of those whose shares leap, whether more than dust lies
// there. A stranger can send something of any vault, and make that leap in each block.
func (m *Memory) silence(r *turn.Reading) {
	least := dusty * r.Equity()
	for i := range r.Mute {
		x := &r.Mute[i]
		if m.known.mute[x.Handle] == 0 {
			m.known.mute[x.Handle] = r.Block.Time
		}
		stake := 0.0
		for j := range r.Positions {
			if p := &r.Positions[j]; p.Market == x.Handle {
				stake += m.placed(r, p)
			}
		}
		if l, ok := r.Lender(x.Handle); ok {
			stake += m.lent(r, &l)
		}
		x.Lies, x.Since = stake > 0 && !(stake < least), m.known.mute[x.Handle]
	}
	for handle := range m.known.mute {
		if !r.Silent(handle) {
			delete(m.known.mute, handle)
		}
	}
	for i := range r.Contrary {
		c := &r.Contrary[i]
		if l, ok := r.Lender(c.Market); ok && c.Leap {
			calm := m.known.calm[c.Market]
			l.Reserves = slices.Clone(l.Reserves)
			for j := range l.Reserves {
				l.Reserves[j].Supplied = paidLast(&l.Reserves[j], &calm)
			}
			stake := m.lent(r, &l)
			c.Dust = stake == 0 || stake < least
		}
	}
}
