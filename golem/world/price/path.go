package price

import (
	"slices"

	"bardo.run/bardo/internal/money"
)

const (
	// remembered is how many blocks a price is held to, and in how many it has to stand elsewhere to
	// be believed there.
	remembered = 3
	// forgotten is after how many seconds without a reading what was before counts no more, and how
	// long a price has to stand where it jumped to until something is opened at it.
	forgotten = 3_600
)

// point is what one whole token was worth in a block.
type point struct {
	number uint64
	time   int64
	price  float64
}

// path is where a price has been. From the first block in which it stands elsewhere than in those
// before, until it stands there in the third one, it is jumping; an hour long after that it has jumped,
// unless it returns.
type path struct {
	believed []point // at most the last ones, newest last
	claimed  []point // where it would be instead, since it stands elsewhere
	from     float64 // where it stood before it jumped; 0: it did not
	since    int64   // when it jumped, in unix seconds
	looked   int64   // the last reading, whatever it told
}

// gait is how a price comes to be where it is.
type gait int

const (
	steady gait = iota
	jumping
	jumped
)

// look begins a reading: after a long time without one nothing is remembered.
func (p *path) look(now int64) {
	if now-p.looked > forgotten {
		*p = path{}
	}
	p.looked = now
}

// take is the next point of a path, and where the price was before a jump.
func (p *path) take(at point, spread money.BPS) (before float64, now gait) {
	held := others(p.believed, at.number)
	if low, high, ok := middle(held); ok && (apart(low, at.price, spread) || apart(high, at.price, spread)) {
		return p.claim(at, high, spread)
	}
	p.believed, p.claimed = append(held, at), nil
	return p.stand(at, spread)
}

// claim counts a point that is elsewhere than those before it.
func (p *path) claim(at point, before float64, spread money.BPS) (float64, gait) {
	held := others(p.claimed, at.number)
	if low, high, ok := middle(held); ok && (apart(low, at.price, spread) || apart(high, at.price, spread)) {
		held = nil // it goes on jumping
	}
	if p.claimed = append(held, at); len(p.claimed) < remembered {
		return before, jumping
	}
	if p.from == 0 || at.time-p.since > forgotten {
		p.from = before
	}
	p.believed, p.claimed, p.since = p.claimed, nil, p.claimed[0].time
	return p.stand(at, spread)
}

// stand says how a believed price stands to where it jumped from.
func (p *path) stand(at point, spread money.BPS) (float64, gait) {
	if p.from == 0 || at.time-p.since > forgotten || !apart(p.from, at.price, spread) {
		p.from = 0
		return 0, steady
	}
	return p.from, jumped
}

// settle believes a price that something else vouches for.
func (p *path) settle(at point) {
	p.believed, p.claimed, p.from = append(others(p.believed, at.number), at), nil, 0
}

// others are the last points before one of a block: not of that block itself, which another may stand
// for since, or which is read again.
func others(all []point, number uint64) []point {
	all = slices.DeleteFunc(slices.Clone(all), func(p point) bool { return p.number == number })
	return all[max(0, len(all)-remembered):]
}

// middle is the median of prices, between its two sides where they are even; false: there are none.
func middle(all []point) (low, high float64, ok bool) {
	if len(all) == 0 {
		return 0, 0, false
	}
	prices := make([]float64, len(all))
	for i := range all {
		prices[i] = all[i].price
	}
	slices.Sort(prices)
	return prices[(len(prices)-1)/2], prices[len(prices)/2], true
}
