package price

import (
	"fmt"
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Memory knows what assets were worth in the last blocks that were seen. Whoever bends a market for
// a block bends every price of that block; so where no feed vouches for a price, what it was
// before is the second source. It is a function of the readings that it was shown, in their order.
//
// spec: heartbeat §3, safety §16.8
type Memory struct {
	spread  money.BPS
	paths   map[string]*path         // of each asset, by its handle
	trusted map[string]turn.Believed // the last price of each asset that was not in doubt, by its handle, and since when it is
	known   known
	yields  yields
}

// NewMemory returns a memory of nothing. Prices that differ by more than the spread from what it
// remembers are doubtful.
func NewMemory(spread money.BPS) *Memory {
	return &Memory{spread: spread, paths: map[string]*path{}, trusted: map[string]turn.Believed{}, known: newKnown(), yields: yields{}}
}

// Doubt marks the assets of a reading whose price no feed vouches for, and which the blocks before
// tell differently, says of which of the doubtful ones the account has only dust, and remembers the
// reading. The first reading of a life has none before it. A doubtful asset has afterwards the price that
// was believed last. Of a market that did not answer the reading
// has afterwards what was last known, and of one that tells no rate what it paid before.
func (m *Memory) Doubt(r *turn.Reading) {
	m.yields.tell(r)
	m.known.recall(r, m.spread)
	for i := 1; i < len(r.Assets); i++ {
		m.compare(&r.Assets[i], r.Block)
	}
	m.miss(r)
	m.believe(r)
	m.sweep(r)
	m.silence(r)
}

// compare holds the price of an asset to what it was before. What is in doubt already teaches nothing.
func (m *Memory) compare(a *turn.Asset, b turn.Block) {
	p := m.paths[a.Token.Handle()]
	if p == nil {
		p = &path{}
		m.paths[a.Token.Handle()] = p
	}
	p.look(b.Time)
	if a.Doubt != "" || !(a.Price > 0) {
		return
	}
	at := point{b.Number, b.Time, a.Price}
	if a.Feed.Fresh(b.Time) {
		p.settle(at)
		return
	}
	before, now := p.take(at, m.spread)
	switch now {
	case jumping:
		a.Doubt = fmt.Sprintf("%s is worth %.6g in this block, and was worth %.6g in those before", a.Token.Symbol, a.Price, before)
	case jumped:
		a.Leap = fmt.Sprintf("%s is worth %.6g, was worth %.6g less than an hour ago, and no price feed tells", a.Token.Symbol, a.Price, before)
	}
}

// dusty is the share of equity below which a stake is dust.
const dusty = 0.001

// bound is for how many seconds what is in doubt is held to what was believed of it last: whoever bends a
// market for an hour is not believed at its end. Two may be apart for ever, and nothing shuts an exit for
// so long.
const bound = forgotten + 600

// miss marks what the account has of an asset that had a price, and which nothing prices now: it is not
// worth nothing because its only market does not answer, or stands where no rate tells it.
func (m *Memory) miss(r *turn.Reading) {
	for i := range r.Assets {
		a := &r.Assets[i]
		if _, ok := m.trusted[a.Token.Handle()]; ok && a.Doubt == "" && !(a.Price > 0) && r.Has(a) {
			a.Doubt = fmt.Sprintf("nothing tells now what %s is worth", a.Token.Symbol)
		}
	}
}

// believe remembers the prices that are not in doubt, and says of the others what they were.
func (m *Memory) believe(r *turn.Reading) {
	for i := range r.Assets {
		a := &r.Assets[i]
		last, ok := m.trusted[a.Token.Handle()]
		switch {
		case a.Doubt == "" && a.Price > 0:
			m.trusted[a.Token.Handle()] = turn.Believed{Rate: a.Rate, Price: a.Price, Time: r.Block.Time}
		case a.Doubt != "" && ok && r.Block.Time-last.Time <= bound:
			if last.Since == 0 {
				last.Since = r.Block.Time
				m.trusted[a.Token.Handle()] = last
			}
			a.Believed = &last
		}
	}
}

// sweep says which doubtful assets are dust.
func (m *Memory) sweep(r *turn.Reading) {
	equity := r.Equity()
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Doubt != "" && equity > 0 {
			stake := m.stake(r, a)
			a.Dust = stake > 0 && stake < dusty*equity
		}
	}
}

// stake is the most that what the account has or owes of an asset can be worth: beside positions at
// the highest of its prices, and the whole of each position that it is a token of, since whoever bends
// a market chooses of which of the two a position is.
func (m *Memory) stake(r *turn.Reading, a *turn.Asset) float64 {
	sum := m.worth(a, &a.Units)
	for i := range r.Lending {
		if lent, ok := r.Lending[i].Reserve(a.Token.Address); ok {
			sum += m.worth(a, &lent.Supplied) + m.worth(a, &lent.Owed)
		}
	}
	for i := range r.Positions {
		p := &r.Positions[i]
		at, ok := r.Market(p.Market)
		if !ok || at.Base != a.Token && at.Quote != a.Token {
			continue
		}
		sum += m.placed(r, p)
	}
	return sum
}

// placed is the most that a position can be worth.
func (m *Memory) placed(r *turn.Reading, p *turn.Position) float64 {
	at, ok := r.Market(p.Market)
	if !ok {
		return 0
	}
	base, _ := r.Asset(at.Base.Address)
	quote, _ := r.Asset(at.Quote.Address)
	if base == nil || quote == nil {
		return math.Inf(1)
	}
	b, q := r.Composed(p)
	return m.worth(base, &b) + m.worth(base, &p.BaseFees) + m.worth(quote, &q) + m.worth(quote, &p.QuoteFees)
}

// lent is the most that what is supplied and owed at a lending market can be worth, together.
func (m *Memory) lent(r *turn.Reading, l *turn.Lending) (sum float64) {
	for i := range l.Reserves {
		if a, ok := r.Asset(l.Reserves[i].Token.Address); ok {
			sum += m.worth(a, &l.Reserves[i].Supplied) + m.worth(a, &l.Reserves[i].Owed)
		}
	}
	return sum
}

// worth is the most that units of an asset can be worth: at its price, at its feed's and at the last
// one that was trusted. Without any it is beyond all numbers.
func (m *Memory) worth(a *turn.Asset, units *uint256.Int) float64 {
	price := max(a.Price, m.trusted[a.Token.Handle()].Price)
	if a.Feed != nil {
		price = max(price, a.Feed.Price)
	}
	if units.IsZero() {
		return 0
	}
	if !(price > 0) {
		return math.Inf(1)
	}
	return money.Float(units, a.Token.Decimals) * price
}
