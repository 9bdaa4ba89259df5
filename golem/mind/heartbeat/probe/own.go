package probe

import (
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// positionHealth looks at the lowest health factor of all debts. A debt with
// nothing behind it has the factor 0; a position with the factor 0 has no debt.
func (s *Set) positionHealth(in Input) (turn.ProbeResult, bool) {
	lowest := math.Inf(1)
	for i := range in.Reading.Positions {
		h := in.Reading.Positions[i].Health
		if !finite(h) || h < 0 {
			return turn.ProbeResult{Detail: Failed}, true
		}
		if h > 0 {
			lowest = min(lowest, h)
		}
	}
	for i := range in.Reading.Lending {
		if h, owes := in.Reading.Lending[i].Account.Factor(); owes {
			lowest = min(lowest, h)
		}
	}
	if math.IsInf(lowest, 1) {
		return turn.ProbeResult{}, false
	}
	severity, threshold := s.limits.Health.below(lowest)
	return grade(lowest, severity, threshold), true
}

// creditBalance grades the total and the emptiest partition and reports the
// worse of them.
func (s *Set) creditBalance(in Input) (turn.ProbeResult, bool) {
	if in.CreditErr != nil {
		return turn.ProbeResult{Detail: Failed}, true
	}
	if in.Credit == nil {
		return turn.ProbeResult{}, false
	}
	if !finite(in.Credit.Total) || !finite(in.Credit.Lowest) {
		return turn.ProbeResult{Detail: Failed}, true
	}
	total, edge := s.limits.Credit.below(in.Credit.Total)
	partition, partitionEdge := s.limits.Partition.below(in.Credit.Lowest)
	if partition > total {
		found := grade(in.Credit.Lowest, partition, partitionEdge)
		found.Detail = "partition"
		return found, true
	}
	return grade(in.Credit.Total, total, edge), true
}

// killSwitch is High as soon as the switch is set.
func (s *Set) killSwitch(in Input) (turn.ProbeResult, bool) {
	switch {
	case in.KilledErr != nil:
		return turn.ProbeResult{Detail: Failed}, true
	case in.Killed == nil:
		return turn.ProbeResult{}, false
	case *in.Killed:
		return grade(1, turn.High, 1), true
	default:
		return grade(0, turn.None, 1), true
	}
}

// circuitBreaker compares the net asset value with its peak of the last 24 h, in
// basis points.
func (s *Set) circuitBreaker(in Input) (turn.ProbeResult, bool) {
	value := in.Reading.Equity()
	if !finite(value) || value < 0 {
		return turn.ProbeResult{Detail: Failed}, true
	}
	highest := s.nav.take(in.Now, value)
	if highest <= 0 {
		return turn.ProbeResult{}, false
	}
	fall := (highest - value) * 10_000 / highest
	severity, threshold := s.limits.NAV.above(fall)
	return grade(fall, severity, threshold), true
}

// entry is what a liquidity position held when it was first seen with its
// present size.
type entry struct {
	size  uint256.Int
	base  float64
	quote float64
	seen  int64
}

// ilThreshold finds the worst impermanent loss of the liquidity positions: what
// they hold now against what they held at first, both at today's price in their market
// and without fees.
func (s *Set) ilThreshold(in Input) (turn.ProbeResult, bool) {
	worst, any := 0.0, false
	for i := range in.Reading.Positions {
		p := &in.Reading.Positions[i]
		if p.Liquidity.IsZero() {
			continue
		}
		any = true
		m, known := in.Reading.Market(p.Market)
		if !known {
			return turn.ProbeResult{Detail: Failed}, true
		}
		base, quote := money.Float(&p.Base, m.Base.Decimals), money.Float(&p.Quote, m.Quote.Decimals)
		first := s.first(in.Now, p, base, quote)
		if kept := first.base*m.Price + first.quote; kept > 0 {
			worst = max(worst, 1-(base*m.Price+quote)/kept)
		}
	}
	s.forget(in.Now)
	if !any {
		return turn.ProbeResult{}, false
	}
	severity, threshold := s.limits.IL.above(worst)
	return grade(worst, severity, threshold), true
}

func (s *Set) first(now int64, p *turn.Position, base, quote float64) entry {
	e, known := s.entries[p.ID]
	if !known || e.size != p.Size() {
		e = entry{size: p.Size(), base: base, quote: quote}
	}
	e.seen = now
	s.entries[p.ID] = e
	return e
}

// forget drops the positions that are gone. Order does not matter here.
func (s *Set) forget(now int64) {
	for id, e := range s.entries {
		if e.seen != now {
			delete(s.entries, id)
		}
	}
}

// peak keeps the highest value of the last 24 h in hourly buckets.
type peak struct {
	highest [24]float64
	last    int64
	begun   bool
}

const hour = 3_600_000

// take adds a value and returns the peak with it.
func (p *peak) take(now int64, value float64) float64 {
	at := now / hour
	if !p.begun {
		p.begun, p.last = true, at-1
	}
	for h := max(p.last+1, at-23); h <= at; h++ {
		p.highest[h%24] = 0
	}
	p.last = max(p.last, at)
	p.highest[at%24] = max(p.highest[at%24], value)
	top := 0.0
	for _, v := range p.highest {
		top = max(top, v)
	}
	return top
}
