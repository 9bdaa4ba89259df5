package probe

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// priceDelta compares the price with the previous tick's, in basis points. The
// first tick has nothing to compare with and finds nothing.
func (s *Set) priceDelta(in Input) (turn.ProbeResult, bool) {
	now := in.Reading.Primary().Price
	if !(now > 0) {
		return turn.ProbeResult{Detail: Failed}, true
	}
	moved := 0.0
	if s.price > 0 {
		moved = math.Abs(now-s.price) * 10_000 / s.price
	}
	severity, threshold := s.limits.Price.reached(moved)
	return grade(moved, severity, threshold), true
}

// gasSpike compares the gas price with the last hour's average.
func (s *Set) gasSpike(in Input) (turn.ProbeResult, bool) {
	ratio := s.GasRatio(in.Now, in.Reading.GasGwei())
	severity, threshold := s.limits.Gas.above(ratio)
	return grade(ratio, severity, threshold), true
}

// rsiExtreme looks at the relative strength of the closed candles. The finding's
// value is the index itself, its threshold the edge that was crossed.
func (s *Set) rsiExtreme(in Input) (turn.ProbeResult, bool) {
	s.candles.add(in.Now, in.Reading.Primary().Price, s.limits.Candle)
	index, known := s.candles.rsi()
	if !known {
		return turn.ProbeResult{}, false
	}
	severity, distance := s.limits.RSI.above(math.Abs(index - 50))
	return grade(index, severity, 50+math.Copysign(distance, index-50)), true
}

// macdCross finds a signal cross in the candle that has just closed, and a
// strong divergence for as long as it lasts. The value is the histogram in basis
// points of the price.
func (s *Set) macdCross(in Input) (turn.ProbeResult, bool) {
	divergence, crossed, known := s.candles.macd()
	if !known {
		return turn.ProbeResult{}, false
	}
	value := divergence * 10_000 / in.Reading.Primary().Price
	switch {
	case math.Abs(value) >= s.limits.MACD.High:
		return grade(value, turn.High, s.limits.MACD.High), true
	case crossed:
		return grade(value, turn.Low, 0), true
	default:
		return grade(value, turn.None, s.limits.MACD.High), true
	}
}
