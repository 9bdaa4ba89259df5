package descent

import (
	"slices"

	"bardo.run/bardo/internal/money"
)

// Line says how much may stay at risk while the equity falls towards the emergency:
// from four fifths of it on all that there was then, at the emergency nothing, and in a
// straight line between. What every one of the last looks showed counts, because a pool
// can be bent for a block. The zero value has seen nothing; it belongs to the goroutine
// that ticks.
//
// spec: heartbeat §15 layer 1
type Line struct {
	seen  [sure]money.BPS // the last looks, the newest first
	on    bool
	begun bool    // what was at risk then is known
	from  float64 // that
	stays float64 // share of it that may stay
}

// Fall is the fall of the equity that counts: the least of the last looks'.
func (d *Line) Fall() money.BPS { return slices.Min(d.seen[:]) }

// least is how much of what was at risk must be too much before it goes: each step is an
// order, and has its costs.
const least = 0.1

// tenths are so many of a fall, rounded down, and never none of one that is there: that would
// be no limit.
func tenths(n, fall money.BPS) money.BPS { return min(fall, max(1, fall*n/10)) }

// reduction is the fall at which a descent begins.
func reduction(emergency money.BPS) money.BPS { return tenths(8, emergency) }

// bounds are the falls that stop openings and close everything, in the market as it is.
func (s Signs) bounds() (trigger, emergency money.BPS) {
	trigger, emergency = s.Trigger, s.Emergency
	if s.Volatile {
		trigger, emergency = tenths(7, trigger), tenths(7, emergency)
	}
	if emergency > 0 {
		trigger = min(trigger, reduction(emergency)) // nothing is opened while something has to go
	}
	return trigger, emergency
}

// Closes is the fall at which everything is closed, in the market as it is.
func (s Signs) Closes() money.BPS {
	_, emergency := s.bounds()
	return emergency
}

// On says that what is at risk is being reduced.
func (d *Line) On() bool { return d.on }

// Look takes in what one tick shows, and reports whether what is at risk is bounded.
func (d *Line) Look(s Signs) bool {
	trigger, emergency := s.bounds()
	copy(d.seen[1:], d.seen[:])
	d.seen[0] = s.Drawdown
	fall, begin := d.Fall(), reduction(emergency)
	end := begin
	if trigger > 0 {
		end = min(trigger, begin)
	}
	switch {
	case emergency == 0, fall <= end:
		d.on, d.begun = false, false
	case fall > begin:
		d.on = true
	}
	d.stays = float64(min(max(emergency-fall, 0), emergency-begin)) / float64(max(emergency-begin, 1))
	return d.on
}

// Most is what may be at risk, where that is bounded, and whether some of what is has to go
// now. The first answer of a descent takes down what there was when it began.
func (d *Line) Most(atRisk float64) (most float64, over bool) {
	if !d.on {
		return atRisk, false
	}
	if !d.begun {
		d.begun, d.from = true, atRisk
	}
	most = d.from * d.stays
	return most, atRisk-most > least*d.from
}
