// Package probe runs the deterministic, free checks of every theta tick
// (heartbeat §4).
//
// It owns the table of probes, their thresholds and the short price, gas and
// net-asset-value histories they need. A probe whose source does not exist is
// absent from the results, never an empty one. Results are finite, in table
// order, and a function of the inputs alone. Not safe for concurrent use.
package probe

import (
	"fmt"
	"math"
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// The names of the probes, as they stand in records and configuration.
const (
	PriceDelta     = "price_delta"
	PositionHealth = "position_health"
	GasSpike       = "gas_spike"
	CreditBalance  = "credit_balance"
	RSIExtreme     = "rsi_extreme"
	MACDCross      = "macd_cross"
	CircuitBreaker = "circuit_breaker"
	KillSwitch     = "kill_switch"
	ILThreshold    = "il_threshold"
	Strategy       = "strategy" // evaluated by the strategy, not here
)

// Failed is the detail of a probe that could not be evaluated.
const Failed = "probe_error"

// Credit is what is left of the Golem's credit, as shares of what it was given,
// 0 to 1. Lowest is the emptiest partition.
type Credit struct {
	Total  float64
	Lowest float64
}

// Input is what the probes of one tick look at. A nil Credit or Killed means
// that the source does not exist; an error means that it could not be read. Sparing
// leaves out the probes that are not vital.
type Input struct {
	Now       int64 // unix milliseconds
	Reading   *turn.Reading
	Credit    *Credit
	CreditErr error
	Killed    *bool
	KilledErr error
	Sparing   bool
}

// row is one probe of the table. run reports applies = false where the probe's
// source does not exist.
type row struct {
	name    string
	failure turn.Severity // what a failing probe reports
	run     func(*Set, Input) (finding turn.ProbeResult, applies bool)
}

// table is the list of probes in the order of their results. A failing switch
// or breaker is High, so that it fails safe.
var table = [...]row{
	{PriceDelta, turn.Low, (*Set).priceDelta},
	{PositionHealth, turn.Low, (*Set).positionHealth},
	{GasSpike, turn.Low, (*Set).gasSpike},
	{CreditBalance, turn.Low, (*Set).creditBalance},
	{RSIExtreme, turn.Low, (*Set).rsiExtreme},
	{MACDCross, turn.Low, (*Set).macdCross},
	{CircuitBreaker, turn.High, (*Set).circuitBreaker},
	{KillSwitch, turn.High, (*Set).killSwitch},
	{ILThreshold, turn.Low, (*Set).ilThreshold},
}

// vital are the probes that look at what can be lost, and stay when life is short
// (mortality §6.2).
var vital = [...]string{PriceDelta, PositionHealth, CreditBalance, CircuitBreaker, KillSwitch}

// Names returns the names of the probes of the table, in order.
func Names() []string {
	names := make([]string, 0, len(table))
	for _, r := range table {
		names = append(names, r.name)
	}
	return names
}

// Set evaluates the table from tick to tick.
type Set struct {
	limits  Thresholds
	price   float64 // of the previous tick; 0 before the first
	gas     gasHistory
	candles candles
	nav     peak
	entries map[string]entry // what each liquidity position held when first seen
}

// New returns a set with the given thresholds.
func New(limits Thresholds) (*Set, error) {
	if err := limits.Validate(); err != nil {
		return nil, fmt.Errorf("probe thresholds: %w", err)
	}
	return &Set{limits: limits, entries: map[string]entry{}}, nil
}

// Run evaluates every probe whose source exists and appends the results to
// into. A probe that fails, or finds something that is not a number, reports
// the severity of its row with the detail Failed.
func (s *Set) Run(into []turn.ProbeResult, in Input) []turn.ProbeResult {
	if in.Sparing { // whoever looks again must have seen every price
		s.candles.add(in.Now, in.Reading.Primary().Price, s.limits.Candle)
	}
	for i := range table {
		if in.Sparing && !slices.Contains(vital[:], table[i].name) {
			continue
		}
		if finding, applies := s.one(&table[i], in); applies {
			into = append(into, finding)
		}
	}
	s.remember(in)
	return into
}

func (s *Set) one(r *row, in Input) (finding turn.ProbeResult, applies bool) {
	defer func() {
		if recover() != nil {
			finding, applies = failure(r), true
		}
	}()
	finding, applies = r.run(s, in)
	finding.Probe = r.name
	if applies && (!finite(finding.Value) || !finite(finding.Threshold) || finding.Detail == Failed) {
		finding = failure(r)
	}
	return finding, applies
}

func failure(r *row) turn.ProbeResult {
	return turn.ProbeResult{Probe: r.name, Severity: r.failure, Detail: Failed}
}

// remember takes the tick into the histories, after the probes have looked.
func (s *Set) remember(in Input) {
	if p := in.Reading.Primary().Price; p > 0 && finite(p) {
		s.price = p
	}
	s.Gas(in.Now, in.Reading.GasGwei())
}

// Gas adds a gas price in gwei between two ticks, as a gamma tick reads it.
func (s *Set) Gas(now int64, gwei float64) {
	if finite(gwei) && gwei >= 0 {
		s.gas.add(now, gwei)
	}
}

// GasRatio returns gwei as a multiple of the last hour's average; 0 while there
// is too little history to tell.
func (s *Set) GasRatio(now int64, gwei float64) float64 {
	if average, known := s.gas.mean(now); known && average > 0 {
		return gwei / average
	}
	return 0
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
