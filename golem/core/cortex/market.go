package cortex

import "sync/atomic"

// Market is what the market does.
type Market struct {
	regime              atomic.Uint32
	confidence, gasGwei float
}

// Regime is the market as the surface names it.
func (m *Market) Regime() Regime { return Regime(m.regime.Load()) }

// RegimeConfidence is in [0, 1].
func (m *Market) RegimeConfidence() float32 { return m.confidence.load() }

// GasGwei is the price of gas in gwei, not negative.
func (m *Market) GasGwei() float32 { return m.gasGwei.load() }

// MarketValues is a copy of Market.
type MarketValues struct {
	Regime           Regime
	RegimeConfidence float32
	GasGwei          float32
}

// Values copies the signals, one at a time.
func (m *Market) Values() MarketValues {
	return MarketValues{m.Regime(), m.RegimeConfidence(), m.GasGwei()}
}

// ProbesWriter writes what the market does.
type ProbesWriter struct {
	guard  *guard
	market *Market
}

// SetRegime clamps to the last regime.
func (w *ProbesWriter) SetRegime(r Regime) { w.market.regime.Store(uint32(min(r, Crisis))) }

// SetRegimeConfidence clamps to [0, 1].
func (w *ProbesWriter) SetRegimeConfidence(v float32) { w.guard.set(&w.market.confidence, 13, v, 0, 1) }

// SetGasGwei clamps to not negative.
func (w *ProbesWriter) SetGasGwei(v float32) { w.guard.set(&w.market.gasGwei, 28, v, 0, unbounded) }
