package mortality

import (
	"errors"
	"fmt"
	"math"

	"bardo.run/bardo/internal/money"
)

// ErrTickCost rejects a cost that no tick can have; the tick is charged nothing
// (mortality §2.2).
var ErrTickCost = errors.New("InvalidTickCost: a tick cannot cost less than nothing")

const (
	memory  = 0.95    // how much of the burn rate one tick leaves
	msPerHr = 3600000 // milliseconds
	hourly  = 2.0 / 7 // weight of an hour in the average of six (mortality §2.2)
	longGap = 64      // hours without a tick after which the average is gone
)

// Economy is the memory of the economic clock. Amounts are micro-USDC. Rates are
// floats, because they are thought about and never paid.
type Economy struct {
	Burn  float64    // micro-USDC a tick, smoothed
	Spent money.USDC // in the whole life

	Hour    int64      // since the epoch; the one in progress
	InHour  money.USDC // spent in it
	Average float64    // micro-USDC an hour, of the hours before
	Hours   uint64     // that the average knows
}

// Charge takes what a tick cost. A negative cost is ErrTickCost, and counts as a
// tick that cost nothing.
func (e *Economy) Charge(cost money.USDC) error {
	var err error
	if cost < 0 {
		err, cost = fmt.Errorf("%w: %s", ErrTickCost, cost), 0
	}
	e.Burn = memory*e.Burn + (1-memory)*float64(cost)
	if sum, over := e.Spent.Add(cost); over == nil {
		e.Spent = sum
	}
	return err
}

// Pass takes the time of a tick, in unix milliseconds, and what it cost, for the
// hourly average. A clock that went back stays in its hour.
func (e *Economy) Pass(now int64, cost money.USDC) {
	hour := now / msPerHr
	if e.Hour == 0 {
		e.Hour = hour
	}
	for gap := 0; e.Hour < hour; gap++ {
		if gap == longGap {
			e.Average, e.Hour = 0, hour
			break
		}
		e.close()
	}
	e.InHour += max(cost, 0)
}

func (e *Economy) close() {
	rate := float64(e.InHour)
	if e.Hours > 0 {
		rate = hourly*rate + (1-hourly)*e.Average
	}
	e.Average, e.InHour = rate, 0
	e.Hour++
	e.Hours++
}

// ProjectedHours says how long the spendable credit lasts at the pace of the last six
// hours; +Inf where nothing is spent or no hour has passed. It is for display.
func (e *Economy) ProjectedHours(spendable money.USDC) float64 {
	if e.Average <= 0 {
		return math.Inf(1)
	}
	return float64(max(spendable, 0)) / e.Average
}

// TicksLeft is how many ticks the spendable credit lasts; false: without end.
func (e *Economy) TicksLeft(spendable money.USDC) (uint64, bool) {
	if e.Burn <= 0 {
		return 0, false
	}
	left := math.Floor(float64(max(spendable, 0)) / e.Burn)
	if left >= math.MaxInt64 {
		return 0, false
	}
	return uint64(left), true
}

// Spendable is the balance without what is kept for dying, and never negative.
func Spendable(balance, reserve money.USDC) money.USDC {
	if balance <= reserve {
		return 0
	}
	return balance - reserve
}

// CreditRatio is the share of the credit given at birth that can still be spent,
// 0 to 1. given is without the reserve at birth; nothing given is 0.
func CreditRatio(spendable, given money.USDC) float64 {
	if given <= 0 || spendable <= 0 {
		return 0
	}
	return min(float64(spendable)/float64(given), 1)
}

// PaidRatio is the share of the paid time that is left, 0 to 1 (mortality §2.3).
// Times are milliseconds; paid time without length is over.
func PaidRatio(now, from, until int64) float64 {
	if until <= from || now >= until {
		return 0
	}
	return min(float64(until-now)/float64(until-from), 1)
}
