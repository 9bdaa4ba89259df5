package cortex

// Regime is the market as the surface names it.
type Regime uint8

// The surface's four regimes, from quiet to dangerous.
const (
	Calm Regime = iota
	Trending
	Volatile
	Crisis
)

// String returns the regime's name.
func (r Regime) String() string { return word(uint8(r), "calm", "trending", "volatile", "crisis") }

// MarketRegime is the market as the heartbeat classifies it. The zero value is
// the honest one: nothing is known.
type MarketRegime uint8

// The heartbeat's five regimes.
const (
	UnknownMarket MarketRegime = iota
	TrendingUp
	TrendingDown
	VolatileMarket
	RangeBound
)

// String returns the name that configuration and records use.
func (m MarketRegime) String() string {
	return word(uint8(m), "unknown", "trending_up", "trending_down", "volatile", "range_bound")
}

// Alarms are what turns a volatile market into a crisis.
type Alarms struct {
	CircuitBreaker     bool // the breaker has tripped
	PositionHealthHigh bool // the probe of position health reads High
	ProbesHigh         int  // probes that read High, whichever they are
}

// highProbesOfCrisis is how many probes must read High at once.
const highProbesOfCrisis = 3

// SurfaceRegime maps the heartbeat's regime and its confidence to the surface's
// (runtime §8, "Two regime vocabularies"). Only a volatile market becomes a
// crisis; an unknown one is calm with confidence 0.
func SurfaceRegime(m MarketRegime, confidence float32, a Alarms) (Regime, float32) {
	switch m {
	case RangeBound:
		return Calm, confidence
	case TrendingUp, TrendingDown:
		return Trending, confidence
	case VolatileMarket:
		if a.CircuitBreaker || a.PositionHealthHigh || a.ProbesHigh >= highProbesOfCrisis {
			return Crisis, confidence
		}
		return Volatile, confidence
	default:
		return Calm, 0
	}
}
