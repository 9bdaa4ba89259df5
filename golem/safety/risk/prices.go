package risk

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// The figures of heartbeat §15 layer 5 and safety §16.8. Times are milliseconds.
const (
	window = 300_000 // of the mean price
	nearby = 60_000  // two sightings this close count as of one block: a Golem does not see every block
	half   = 0.02    // off the mean: half the size
	block  = 0.05    // off the mean, or within one block: nothing is opened
	share  = 0.005   // of the pool's liquidity that one trade may take
	impact = 100     // basis points of the price that it may move
)

type sighting struct {
	at    int64
	price float64
}

// Prices are what was seen of the pool's price within the window, the oldest first. The
// zero value has seen nothing.
type Prices struct {
	seen []sighting
	move float64 // between the last two sightings, where they are near
}

// Push takes the price of a block at its time. What is no price is not taken.
func (p *Prices) Push(at int64, price float64) {
	if !sound(price) {
		return
	}
	if n := len(p.seen); n > 0 {
		last := p.seen[n-1]
		if at < last.at {
			return
		}
		if at == last.at {
			p.seen[n-1].price = price
			return
		}
		p.move = 0
		if at-last.at <= nearby {
			p.move = math.Abs(price/last.price - 1)
		}
	}
	p.seen = append(p.seen, sighting{at, price})
	p.seen = since(p.seen, at-window, func(s sighting) int64 { return s.at })
}

// since is what was seen after a time, and the last before it, which tells how it began.
func since[T any](seen []T, begin int64, at func(T) int64) []T {
	before := 0
	for _, s := range seen[1:] {
		if at(s) <= begin {
			before++
		}
	}
	return seen[before:]
}

// sound says that a price is one.
func sound(price float64) bool { return price > 0 && !math.IsInf(price, 0) }

// Mean is the time-weighted price of the window, as far as it was seen.
func (p *Prices) Mean() (mean float64, ok bool) {
	n := len(p.seen)
	if n == 0 {
		return mean, false
	}
	end := p.seen[n-1].at
	sum, span := 0.0, 0.0
	for i := range n - 1 {
		t := float64(p.seen[i+1].at - max(p.seen[i].at, end-window))
		sum, span = sum+t*p.seen[i].price, span+t
	}
	if span == 0 {
		return p.seen[n-1].price, true
	}
	return sum / span, true
}

// Covered says that the whole window was seen.
func (p *Prices) Covered() bool {
	n := len(p.seen)
	return n != 0 && p.seen[n-1].at-p.seen[0].at >= window
}

// Off is how far the last price is from the mean, as a share of it.
func (p *Prices) Off() (off float64, ok bool) {
	mean, ok := p.Mean()
	if !ok {
		return off, false
	}
	return math.Abs(p.seen[len(p.seen)-1].price/mean - 1), true
}

// Jump is the move within one block, as far as anybody saw: of the last two sightings,
// where they are near.
func (p *Prices) Jump() float64 { return p.move }

// Depth is what a market holds around its price, both tokens together, in the numeraire: the
// reserves that its active liquidity stands for. A reading knows no other liquidity.
func Depth(r *turn.Reading, m *turn.Market) float64 {
	if m == nil || !sound(m.Price) {
		return 0
	}
	return r.Worth(m.Quote.Address.Hex(), &m.Depth)
}
