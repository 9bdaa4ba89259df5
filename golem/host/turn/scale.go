package turn

import "fmt"

// Tier is how much thought a tick gets (heartbeat §6.2).
type Tier uint8

// The three tiers: suppressed, analysed, deliberated.
const (
	T0 Tier = iota
	T1
	T2
)

// String returns "T0", "T1" or "T2".
func (t Tier) String() string { return fmt.Sprintf("T%d", uint8(t)) }

// MarshalText implements encoding.TextMarshaler.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Regime is the heartbeat's view of the market (heartbeat §4).
type Regime uint8

// The five regimes; a Golem starts with RegimeUnknown.
const (
	RegimeUnknown Regime = iota
	RegimeTrendingUp
	RegimeTrendingDown
	RegimeVolatile
	RegimeRangeBound
)

var regimeNames = [...]string{"unknown", "trending_up", "trending_down", "volatile", "range_bound"}

// String returns the regime's name as written in configuration and records.
func (r Regime) String() string { return nameOf(regimeNames[:], uint8(r)) }

// MarshalText implements encoding.TextMarshaler.
func (r Regime) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Severity grades a probe's finding (heartbeat §4).
type Severity uint8

// The three severities.
const (
	None Severity = iota
	Low
	High
)

var severityNames = [...]string{"none", "low", "high"}

// String returns "none", "low" or "high".
func (s Severity) String() string { return nameOf(severityNames[:], uint8(s)) }

// MarshalText implements encoding.TextMarshaler.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Phase is the behavioural phase (runtime §2); it is not the lifecycle state.
type Phase uint8

// The five phases, best first.
const (
	Thriving Phase = iota
	Stable
	Conservation
	Declining
	Terminal
)

var phaseNames = [...]string{"thriving", "stable", "conservation", "declining", "terminal"}

// String returns the phase's name.
func (p Phase) String() string { return nameOf(phaseNames[:], uint8(p)) }

// MarshalText implements encoding.TextMarshaler.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func nameOf(names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("invalid(%d)", i)
}
