// Package cortex is CorticalState, the Golem's lock-free surface of 32 signals
// (spec: runtime §8): how it feels, how well it predicts, what the market does,
// how long it has to live.
//
// It owns the signals, their ranges and their writers. Every signal is atomic
// on its own and has exactly one writer: New hands out one handle per group,
// and a package is given only the handle of the group it owns. Readers hold a
// *State or a group of it, which have no setter.
//
// A setter clamps its value to the signal's range. NaN keeps the old value, is
// counted, and is logged once per signal. Neither reading nor writing
// allocates or waits.
//
// Two signals read one after the other, and a Snapshot, may mix two ticks. So
// attention, tier choice and rendering read here, and nothing that guards money
// ever does.
package cortex
