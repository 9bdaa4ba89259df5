// Package scratch is the memory of the temporaries of one tick (runtime §10).
// It is used again by every tick, so that a Golem that lives for weeks does not
// feed the garbage collector, and nothing of a finished tick can be seen in a
// later one.
//
// A Tick hands out bytes, a Slab slices of one type. Both grow to the largest
// tick that was and never shrink. Everything handed out is gone at the next
// Reset: what outlives the tick (record, event, journal entry) is copied out
// with bytes.Clone or slices.Clone, deeply.
//
// It belongs to the goroutine that ticks.
package scratch
