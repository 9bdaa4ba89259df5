package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// sound reports whether every figure can be reckoned with.
func sound(s turn.Sight) bool {
	return number(s.Price) && number(s.Liquidity) && number(s.Gas) && count(s.FeeBase) && count(s.FeeQuote) && s.Time >= 0
}

func count(v float64) bool { return v >= 0 && v < 1e100 }

// tells reports whether the sight says what a category came to.
func tells(s turn.Sight, c turn.Category) bool {
	return !s.Partial || c == turn.PriceRange || c == turn.PriceDirection || c == turn.VolatilityRegime || c == turn.GasPrice
}

func number(v float64) bool { return v > 0 && v < 1e100 }

const (
	minute = int64(60_000)
	held   = 181 // minutes: the hour that is foreseen, and the one before it, twice
	dayN   = 24 * 60
)

// Market keeps what was seen, one sight a minute. A minute without a sight repeats
// the one before it. The zero value has seen nothing.
type Market struct {
	ring  [held]turn.Sight
	count int
	at    int64 // the running minute
	// slow averages over about a day of minutes
	volatility, gas slow
	day             [dayN]float64 // the volatilities of the minutes of the last day
	days            int           // how many there were, ever
}

// slow is a mean that forgets within about a day, exact until a day has passed.
type slow struct {
	mean float64
	n    int
}

func (s *slow) add(v float64) {
	s.n = min(s.n+1, dayN)
	s.mean += (v - s.mean) / float64(s.n)
}

// Push takes a sight. One that is unsound or older than the running minute is
// dropped, and a silence longer than the ring begins anew.
func (m *Market) Push(s turn.Sight) bool {
	at := s.Time / minute
	if s.Partial && m.count > 0 {
		last := m.ring[m.at%held]
		s.Liquidity, s.FeeBase, s.FeeQuote = last.Liquidity, last.FeeBase, last.FeeQuote
	}
	if !sound(s) || m.count > 0 && at < m.at {
		return false
	}
	if m.count == 0 || at-m.at >= held {
		m.count, m.at = 1, at
		m.ring[at%held] = s
		return true
	}
	for ; m.at < at; m.at++ {
		m.close()
		m.ring[(m.at+1)%held] = m.ring[m.at%held]
		m.count = min(m.count+1, held)
	}
	m.ring[at%held] = s
	return true
}

// close takes the minute that ends into the slow averages.
func (m *Market) close() {
	if v, ok := m.Volatility(); ok {
		m.volatility.add(v)
		m.day[m.days%dayN] = v
		m.days++
	}
	m.gas.add(m.ring[m.at%held].Gas)
}

// Ago returns the sight of n minutes before the running one.
func (m *Market) Ago(n int) (turn.Sight, bool) {
	if n < 0 || n >= m.count {
		return turn.Sight{}, false
	}
	return m.ring[(m.at-int64(n)+held)%held], true
}

// Volatility is the root mean square of the last hour's minute returns. Known after
// twenty minutes.
func (m *Market) Volatility() (float64, bool) { return m.volatilityTo(0) }

func (m *Market) volatilityTo(end int) (float64, bool) {
	n := min(m.count-1-end, 60)
	if n < 20 {
		return 0, false
	}
	sum := 0.0
	for i := end; i < end+n; i++ {
		now, _ := m.Ago(i)
		before, _ := m.Ago(i + 1)
		r := now.Price/before.Price - 1
		sum += r * r
	}
	return math.Sqrt(sum / float64(n)), true
}

// Quintile is where the volatility stands among those of the last day, 1 to 5; 0 while
// less than an hour of them is known.
func (m *Market) Quintile() uint8 {
	v, ok := m.Volatility()
	n := min(m.days, dayN)
	if !ok || n < 60 {
		return 0
	}
	below := 0
	for _, old := range m.day[:n] {
		if old < v {
			below++
		}
	}
	return uint8(min(below*5/n, 4)) + 1
}

// Earned is what one unit of liquidity earned within the last n minutes, in the quote
// token.
func (m *Market) Earned(n int) (float64, bool) {
	now, _ := m.Ago(0)
	before, ok := m.Ago(n)
	return before.Fees(now), ok
}

// Kinds of state that the epistemic clock compares (mortality §3.1).
const (
	gasCheap, gasDear       = 0.8, 1.25
	calm, wild              = 0.75, 1.25
	yieldLess, yieldMore    = 0.8, 1.25
	flatBand, narrowestBand = 0.5, 0.0005
	rangeWidth              = 1.44 // standard deviations about 85 % of a normal law
)

// Classes are the edges of the five domains and where the market stands in each.
type Classes struct {
	Direction, Volatility, Yield, Gas turn.Claim // Want is the present class
}

// classes returns the edges as of now. Known after an hour and a bit. Flat is a move of
// less than half of what is usual in an hour: scale times what a model of independent
// minutes says.
func (m *Market) classes(scale float64) (c Classes, ok bool) {
	vol, known := m.Volatility()
	now, _ := m.Ago(0)
	past, seen := m.Ago(horizonMin)
	earned, paid := m.Earned(horizonMin)
	if !known || !seen || !paid || m.volatility.n == 0 {
		return c, false
	}
	band := max(flatBand*scale*vol*math.Sqrt(horizonMin), narrowestBand)
	c.Direction = turn.Claim{Kind: turn.Class, A: now.Price * (1 - band), B: now.Price * (1 + band)}
	c.Direction.Want = ClassOf(turn.Claim{A: past.Price * (1 - band), B: past.Price * (1 + band)}, now.Price)
	c.Volatility = edges(m.volatility.mean, calm, wild, vol)
	c.Gas = edges(m.gas.mean, gasCheap, gasDear, now.Gas)
	c.Yield = edges(earned, yieldLess, yieldMore, earned)
	if older, ok := m.Ago(2 * horizonMin); ok {
		before := older.Fees(past)
		c.Yield.Want = ClassOf(turn.Claim{A: before * yieldLess, B: before * yieldMore}, earned)
	}
	return c, true
}

func edges(about, low, high, now float64) turn.Claim {
	c := turn.Claim{Kind: turn.Class, A: about * low, B: about * high}
	c.Want = ClassOf(c, now)
	return c
}
