// Package pace decides when the next tick of which scale is due (heartbeat §1).
//
// It owns the schedule: the interval formulas of gamma, theta and delta, the
// wake-up conditions with their re-fire times, and the bounded queue of theta
// ticks that could not run in time. All times are unix milliseconds given by the
// caller; the package never reads a clock, so a journaled wake-up gives the same
// schedule in a replay. Nothing here is safe for concurrent use: a schedule
// belongs to the goroutine that ticks.
package pace
