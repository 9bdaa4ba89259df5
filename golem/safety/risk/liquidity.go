package risk

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

const (
	year        = 365 * day
	spaced      = 5 * 60_000 // milliseconds between two sights that count
	exploratory = 0.005      // of the equity, where liquidity is not expected to earn anything
	mostPooled  = 0.3        // of the equity, before confidence
	moving      = 900_000    // gas of moving a range: leave, swap, add
)

// Pooling is liquidity in a range. Yield is what the whole range of prices would earn in
// fees, Volatility the deviation of the price, both of a year and as shares; Ratio is the
// lower end of the range over the upper one; Gas is what moving the range takes, as a share
// of the capital; Confidence is the lower bound of what is known of liquidity.
//
// spec: safety §16.2
type Pooling struct{ Ratio, Yield, Volatility, Gas, Confidence float64 }

// Concentration is how much more than over all prices a unit of capital is in the range.
func (p Pooling) Concentration() float64 { return 1 / (1 - math.Pow(p.Ratio, 0.25)) }

// Loss is what liquidity over all prices loses to those who trade against it.
func (p Pooling) Loss() float64 { return p.Volatility * p.Volatility / 8 }

// Moves is how often a year the range has to be moved: a price without a direction leaves
// one from its middle after the square of half its width over the variance.
func (p Pooling) Moves() float64 {
	half := math.Log(p.Ratio) / 2
	return p.Volatility * p.Volatility / (half * half)
}

// Net is what is expected of a unit of capital in a year.
func (p Pooling) Net() float64 { return p.Concentration()*(p.Yield-p.Loss()) - p.Gas*p.Moves() }

// ByFees is the share of the equity that liquidity in a range may take. Where nothing is
// expected of it, or nothing is known, it is what may be spent on finding out.
//
// spec: safety §16.2
func ByFees(p Pooling) float64 {
	kelly := p.Net() / (p.Volatility * p.Volatility)
	if math.IsInf(kelly, 0) { // no range, or no price that moves
		return exploratory
	}
	return max(exploratory, least(kelly, mostPooled)*Trust(p.Confidence))
}

// Earnings are what the pool's price and fees did within the last day. The zero value has
// seen nothing.
type Earnings struct{ seen []turn.Sight }

// Push takes what a reading shows; what is unsound or comes too soon is not taken.
func (e *Earnings) Push(s turn.Sight) {
	if n := len(e.seen); s.Unsound || n > 0 && s.Time-e.seen[n-1].Time < spaced {
		return
	}
	e.seen = append(e.seen, s)
	e.seen = since(e.seen, s.Time-day, func(s turn.Sight) int64 { return s.Time })
}

// Annual is the yield of liquidity over all prices and the deviation of the price, as far
// as they were seen. Known after an hour.
func (e *Earnings) Annual() (yield, deviation float64, known bool) {
	n := len(e.seen)
	if n == 0 || e.seen[n-1].Time-e.seen[0].Time < hour {
		return yield, deviation, false
	}
	first, last := e.seen[0], e.seen[n-1]
	years := float64(last.Time-first.Time) / float64(year)
	sum := 0.0
	for i := 1; i < n; i++ {
		r := math.Log(e.seen[i].Price / e.seen[i-1].Price)
		sum += r * r
	}
	earned := (last.FeeBase-first.FeeBase)*last.Price + last.FeeQuote - first.FeeQuote
	return earned / (2 * math.Sqrt(last.Price)) / years, math.Sqrt(sum / years), true
}

// pooling is liquidity between two ticks, at the size that one position may have: limit of
// the equity.
func (m *market) pooling(lower, upper int32, r *turn.Reading, limit money.BPS, confidence float64) (p Pooling, known bool) {
	p = Pooling{Ratio: math.Pow(1.0001, -math.Abs(float64(upper-lower))), Confidence: confidence}
	p.Yield, p.Volatility, known = m.earnings.Annual()
	wei := moving*r.GasPrice.Float64() + 3*r.SwapFee.Float64()
	p.Gas = native(wei, r) / portion(limit, equity(r))
	return p, known
}

// ranged lets no more liquidity pass than the formula for its range, beside the sizes for all
// trades; in a stage that the owner set it is advice. Heartbeat §15's leverage, by which a size
// is divided, is not applied: the trades that were followed were of ranges, so their estimate
// has it already.
func (e *Engine) ranged(v *verdict, o Order, equity float64) {
	a := o.Case.Action
	if a.Kind != grammar.AddLiquidity {
		return
	}
	p, known := e.seen.of(a.Market).pooling(a.TickLower, a.TickUpper, &o.Case.Seen, e.limit, e.trades.known.of[Liquidity].Lower())
	share := ByFees(p)
	if !known {
		v.add(fmt.Sprintf("what this pool earns is not known yet: liquidity up to %.1f %% of equity", 100*share))
	} else {
		v.add(fmt.Sprintf("all prices earn %.1f %% and lose %.1f %% a year, this range %.1f times that, moved %.0f times: net %.1f %%, liquidity up to %.1f %% of equity",
			100*p.Yield, 100*p.Loss(), p.Concentration(), p.Moves(), 100*p.Net(), 100*share))
	}
	if e.ladder.binds() {
		v.shrink("the formula for liquidity allows less", share*equity)
	}
}

// Ranging is what a rule may put into a range of ticks, within what it may stake at all.
func (e *Engine) Ranging(b turn.Bounds, lower, upper int32) turn.Bounds {
	if !e.ladder.binds() || e.look.Reading == nil {
		return b
	}
	p, _ := e.seen.primary().pooling(lower, upper, e.look.Reading, e.limit, e.trades.known.of[Liquidity].Lower())
	b.MaxPosition = min(b.MaxPosition, part(ByFees(p)))
	return b
}
