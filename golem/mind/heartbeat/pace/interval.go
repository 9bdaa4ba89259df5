package pace

import (
	"errors"
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// Never is the due time of a scale that is not scheduled.
const Never = int64(math.MaxInt64)

// Config holds the bounds and factors of the adaptive clock (runtime §4.4).
// Intervals are milliseconds.
type Config struct {
	Base               int64 // theta base interval before the factors
	GammaMin, GammaMax int64
	ThetaMin, ThetaMax int64
	DeltaMin, DeltaMax int64
	DeltaTicks         uint64 // theta ticks between two delta ticks
	Dedup              int64  // a wake-up this close to a scheduled tick is dropped
	// Regimes multiplies the base, indexed by turn.Regime.
	Regimes [5]float64
}

// Default returns the specified clock: theta 60 s within 30–120 s, gamma 5–15 s,
// delta every 50 theta ticks within 5–30 min.
func Default() Config {
	return Config{
		Base:     60_000,
		GammaMin: 5_000, GammaMax: 15_000,
		ThetaMin: 30_000, ThetaMax: 120_000,
		DeltaMin: 300_000, DeltaMax: 1_800_000, DeltaTicks: 50,
		Dedup: 10_000,
		Regimes: [5]float64{
			turn.RegimeUnknown:      0.8,
			turn.RegimeTrendingUp:   1.0,
			turn.RegimeTrendingDown: 0.5,
			turn.RegimeVolatile:     0.3,
			turn.RegimeRangeBound:   2.0,
		},
	}
}

// Validate reports everything that is wrong with c.
func (c Config) Validate() error {
	var faults []error
	bounds := func(name string, low, high int64) {
		if low <= 0 || high < low {
			faults = append(faults, fmt.Errorf("%s interval: want 0 < min ≤ max, got %d ms to %d ms", name, low, high))
		}
	}
	bounds("gamma", c.GammaMin, c.GammaMax)
	bounds("theta", c.ThetaMin, c.ThetaMax)
	bounds("delta", c.DeltaMin, c.DeltaMax)
	if c.Base < 10_000 || c.Base > 300_000 {
		faults = append(faults, fmt.Errorf("theta base interval: want 10 s to 300 s, got %d ms", c.Base))
	}
	if c.DeltaTicks == 0 {
		faults = append(faults, errors.New("delta theta ticks: want at least 1"))
	}
	if c.Dedup < 0 {
		faults = append(faults, errors.New("wake-up dedup: want at least 0"))
	}
	for r, m := range c.Regimes {
		if !(m > 0) || math.IsInf(m, 0) {
			faults = append(faults, fmt.Errorf("regime multiplier %s: want more than 0, got %v", turn.Regime(r), m))
		}
	}
	return errors.Join(faults...)
}

// Gamma returns the gamma interval after a tick in which the given number of
// predictions resolved outside their claim (heartbeat §1.2).
func (c Config) Gamma(violations int) int64 {
	shrunk := float64(c.GammaMax) / (1 + 0.3*float64(max(violations, 0)))
	return max(c.GammaMin, int64(math.Round(shrunk)))
}

// Pressure is what the theta interval depends on besides its base.
type Pressure struct {
	Regime turn.Regime
	Phase  turn.Phase
	Crisis bool    // the surface's regime is crisis
	Spent  float64 // share of the daily cap already spent, 0 and up
	Slow   bool    // a resource is scarce (safety §15.3, L1.5)
}

// Theta returns the theta interval under p (heartbeat §1.2). In the phase
// Terminal there are no theta ticks: it returns Never.
func (c Config) Theta(p Pressure) int64 {
	switch {
	case p.Phase == turn.Terminal:
		return Never
	case p.Crisis:
		return c.ThetaMin
	case p.Spent >= 1, p.Slow:
		return c.ThetaMax
	}
	wanted := float64(c.Base) * c.regime(p.Regime) * ofPhase(p.Phase) * ofBudget(p.Spent)
	return min(max(int64(math.Round(wanted)), c.ThetaMin), c.ThetaMax)
}

func (c Config) regime(r turn.Regime) float64 {
	if int(r) < len(c.Regimes) {
		return c.Regimes[r]
	}
	return c.Regimes[turn.RegimeUnknown]
}

func ofPhase(p turn.Phase) float64 {
	if p >= turn.Conservation {
		return 2
	}
	return 1
}

func ofBudget(spent float64) float64 {
	switch {
	case spent >= 0.9:
		return 1.5
	case spent >= 0.7:
		return 1.25
	default:
		return 1
	}
}

// DeltaDue reports whether a delta tick is due, that many milliseconds and theta
// ticks after the last one (heartbeat §1.2).
func (c Config) DeltaDue(sinceMs int64, ticks uint64) bool {
	return sinceMs >= c.DeltaMin && (ticks >= c.DeltaTicks || sinceMs >= c.DeltaMax)
}
