package probe

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// Limit is where a probe becomes Low and where High, in the probe's own unit.
type Limit struct{ Low, High float64 }

// Thresholds are the limits of the probes (heartbeat §4). Where smaller is worse
// Low is above High.
type Thresholds struct {
	Price     Limit // basis points since the last tick, at least
	Health    Limit // health factor, below
	Gas       Limit // times the last hour's average, above
	Credit    Limit // share of all credit left, below
	Partition Limit // share of a partition left, below
	RSI       Limit // distance of the RSI from 50, above
	MACD      Limit // Low is unused (a cross is Low); High is a divergence in basis points of the price, at least
	NAV       Limit // basis points below the peak of 24 h, above
	IL        Limit // impermanent loss as a share, above
	// Candle is the length in milliseconds of the candles of RSI and MACD.
	Candle int64
}

// Defaults returns the specified thresholds. Choices where the specification
// gives none: RSI and MACD on 15-minute candles (on 5-minute ones a market in
// which most minutes do not move has an extreme RSI a tenth of the time), a
// strong divergence at 0.5 % of the price, the net-asset-value limits of the
// breaker of heartbeat §15.
func Defaults() Thresholds {
	return Thresholds{
		Price:     Limit{50, 200},
		Health:    Limit{1.5, 1.2},
		Gas:       Limit{2, 5},
		Credit:    Limit{0.30, 0.15},
		Partition: Limit{0.20, 0.10},
		RSI:       Limit{20, 30},
		MACD:      Limit{0, 50},
		NAV:       Limit{1_300, 2_000},
		IL:        Limit{0.02, 0.05},
		Candle:    900_000,
	}
}

// Validate reports every limit that is not a positive number or whose High is
// milder than its Low.
func (t Thresholds) Validate() error {
	var faults []error
	rising := func(name string, l Limit) {
		if !(l.Low >= 0) || !(l.High >= l.Low) || !finite(l.High) {
			faults = append(faults, fmt.Errorf("%s: want 0 ≤ low ≤ high, got %v and %v", name, l.Low, l.High))
		}
	}
	falling := func(name string, l Limit) {
		if !(l.High >= 0) || !(l.Low >= l.High) || !finite(l.Low) {
			faults = append(faults, fmt.Errorf("%s: want low ≥ high ≥ 0, got %v and %v", name, l.Low, l.High))
		}
	}
	rising(PriceDelta, t.Price)
	falling(PositionHealth, t.Health)
	rising(GasSpike, t.Gas)
	falling(CreditBalance, t.Credit)
	falling(CreditBalance+" partition", t.Partition)
	rising(RSIExtreme, t.RSI)
	rising(MACDCross, t.MACD)
	rising(CircuitBreaker, t.NAV)
	rising(ILThreshold, t.IL)
	if t.Candle < 60_000 {
		faults = append(faults, fmt.Errorf("candle: want at least 60000 ms, got %d", t.Candle))
	}
	return errors.Join(faults...)
}

// reached grades a value that is worse the larger it is; a limit counts when met.
func (l Limit) reached(v float64) (turn.Severity, float64) {
	switch {
	case v >= l.High:
		return turn.High, l.High
	case v >= l.Low:
		return turn.Low, l.Low
	default:
		return turn.None, l.Low
	}
}

// above grades a value that is worse the larger it is; a limit counts when
// exceeded.
func (l Limit) above(v float64) (turn.Severity, float64) {
	switch {
	case v > l.High:
		return turn.High, l.High
	case v > l.Low:
		return turn.Low, l.Low
	default:
		return turn.None, l.Low
	}
}

// below grades a value that is worse the smaller it is.
func (l Limit) below(v float64) (turn.Severity, float64) {
	switch {
	case v < l.High:
		return turn.High, l.High
	case v < l.Low:
		return turn.Low, l.Low
	default:
		return turn.None, l.Low
	}
}

// grade builds a finding from a value and what a limit says of it.
func grade(v float64, s turn.Severity, threshold float64) turn.ProbeResult {
	return turn.ProbeResult{Severity: s, Value: v, Threshold: threshold}
}
