package pace

import "math"

// Cause is a condition that calls for a tick before its time (heartbeat §1.3).
type Cause string

// The causes of the table. Nothing fires Tripwire and LoadedRule: what the cage on the chain
// says is part of a theta tick's reading alone, and an edited text is in force from the next one.
const (
	PriceMove  Cause = "price_move"
	LowHealth  Cause = "health_factor"
	Message    Cause = "owner_message"
	Tripwire   Cause = "policy_tripwire"
	GasJump    Cause = "gas_spike"
	LoadedRule Cause = "strategy_reloaded"
)

// wakeup is one row of the table: what a cause wakes and how soon it may again,
// in milliseconds.
type wakeup struct {
	scale  Scale
	refire int64
}

// wakeups is the table of causes. Where the specification gives no re-fire time,
// a market condition has the length of its window and a person has none.
var wakeups = map[Cause]wakeup{
	PriceMove:  {Theta, 30_000},
	LowHealth:  {Theta, 30_000},
	Message:    {Theta, 0},
	Tripwire:   {Theta, 5_000},
	GasJump:    {Gamma, 60_000},
	LoadedRule: {Theta, 0},
}

// Wake asks for a tick at now because of cause. It reports whether the tick is
// granted: not while the cause's re-fire time runs, not when the cause is
// unknown, not when the scale is due within the de-duplication time anyway, and
// not when the scale is not scheduled at all.
func (s *Schedule) Wake(cause Cause, now int64) bool {
	row, known := wakeups[cause]
	if !known || s.due[row.scale] == Never || s.due[row.scale]-now <= s.cfg.Dedup {
		return false
	}
	if last, before := s.fired[cause]; before && now-last < row.refire {
		return false
	}
	s.fired[cause] = now
	s.due[row.scale], s.woken[row.scale] = now, true
	return true
}

// moveWindow is how far back PriceMove looks, moveLimit what it fires at.
const (
	moveWindow = 30_000
	moveLimit  = 0.05
	moveKept   = 16
)

// Movement watches prices for a move of more than 5 % within 30 s.
type Movement struct {
	at    [moveKept]int64
	price [moveKept]float64
	n     int // readings taken
}

// Take adds a price at a time in unix milliseconds and reports whether it lies
// more than 5 % from any price of the 30 s before. Prices that are not positive
// and finite are ignored.
func (m *Movement) Take(at int64, price float64) bool {
	if !(price > 0) || math.IsInf(price, 0) {
		return false
	}
	moved := false
	for i := range min(m.n, moveKept) {
		if at-m.at[i] <= moveWindow && math.Abs(price-m.price[i]) > moveLimit*m.price[i] {
			moved = true
		}
	}
	m.at[m.n%moveKept], m.price[m.n%moveKept] = at, price
	m.n++
	return moved
}
