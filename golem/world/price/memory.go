package price

import (
	"fmt"
	"math"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// What is remembered: so many blocks, none of which is older than so many seconds.
const (
	remembered = 3
	forgotten  = 3_600
)

// Memory knows what assets were worth in the last blocks that were seen. Whoever bends a market for
// a block bends every price of that block; so where no feed vouches for a price, what it was
// before is the second source. It is a function of the readings that it was shown, in their order.
//
// spec: heartbeat §3, safety §16.8
type Memory struct {
	spread  money.BPS
	blocks  []moment           // newest last
	trusted map[string]float64 // the last price of each asset that was not in doubt, by its handle
	known   known
	yields  yields
}

// moment is a block and what one whole token of each asset was worth in it, by its handle.
type moment struct {
	number uint64
	time   int64
	price  map[string]float64
}

// NewMemory returns a memory of nothing. Prices that differ by more than the spread from what it
// remembers are doubtful.
func NewMemory(spread money.BPS) *Memory {
	return &Memory{spread: spread, trusted: map[string]float64{}, known: newKnown(), yields: yields{}}
}

// Doubt marks the assets of a reading whose price no feed vouches for, and which the blocks before
// tell differently, says of which of the doubtful ones the account has only dust, and remembers the
// reading. The first reading of a life has none before it. Of a market that did not answer the reading
// has afterwards what was last known, and of one that tells no rate what it paid before.
func (m *Memory) Doubt(r *turn.Reading) {
	m.yields.tell(r)
	m.known.recall(r, m.spread)
	for i := 1; i < len(r.Assets); i++ {
		a := &r.Assets[i]
		if a.Doubt != "" || !(a.Price > 0) || fresh(a.Feed, r.Block.Time) {
			continue
		}
		if before, ok := m.before(r.Block, a.Token.Handle()); ok && apart(before, a.Price, m.spread) {
			a.Doubt = fmt.Sprintf("%s is worth %.6g in this block, and was worth %.6g in those before", a.Token.Symbol, a.Price, before)
		}
	}
	m.sweep(r)
	m.remember(r)
}

// dusty is the share of equity below which a stake is dust.
const dusty = 0.001

// sweep says which doubtful assets are dust.
func (m *Memory) sweep(r *turn.Reading) {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Doubt == "" && a.Price > 0 {
			m.trusted[a.Token.Handle()] = a.Price
		}
	}
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
		base, _ := r.Asset(at.Base.Address)
		quote, _ := r.Asset(at.Quote.Address)
		if base == nil || quote == nil {
			return math.Inf(1)
		}
		sum += m.worth(base, &p.Base) + m.worth(base, &p.BaseFees) + m.worth(quote, &p.Quote) + m.worth(quote, &p.QuoteFees)
	}
	return sum
}

// worth is the most that units of an asset can be worth: at its price, at its feed's and at the last
// one that was trusted. Without any it is beyond all numbers.
func (m *Memory) worth(a *turn.Asset, units *uint256.Int) float64 {
	price := max(a.Price, m.trusted[a.Token.Handle()])
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

// before is the median of what an asset was worth in the blocks before one; false where none is
// remembered.
func (m *Memory) before(b turn.Block, handle string) (float64, bool) {
	var prices []float64
	for _, at := range m.blocks {
		if price := at.price[handle]; at.number != b.Number && b.Time-at.time <= forgotten && price > 0 {
			prices = append(prices, price)
		}
	}
	if len(prices) == 0 {
		return 0, false
	}
	slices.Sort(prices)
	return prices[len(prices)/2], true
}

func (m *Memory) remember(r *turn.Reading) {
	if n := len(m.blocks); n > 0 && m.blocks[n-1].number == r.Block.Number {
		m.blocks = m.blocks[:n-1] // another one stands there since, or it is read again
	}
	at := moment{r.Block.Number, r.Block.Time, map[string]float64{}}
	for i := range r.Assets {
		at.price[r.Assets[i].Token.Handle()] = r.Assets[i].Price
	}
	if m.blocks = append(m.blocks, at); len(m.blocks) > remembered+1 {
		m.blocks = slices.Delete(m.blocks, 0, 1)
	}
}
