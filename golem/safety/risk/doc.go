// Package risk is the adaptive risk engine (safety §16, heartbeat §15): it says how much
// a strategy may stake, by what became of its trades so far.
//
//	Stage       how far a strategy is trusted: shadow, micro, scaled, full
//	Estimate    mean and variance of what a trade came to, and the size that follows
//	Pooling     what liquidity in a range earns, and the size that follows
//	Confidence  what is known of it, and the guardrails that scale with it
//	Prices      what the market did within minutes, before anything is opened
//	Earnings    what the pool paid within a day
//	Conduct     how the Golem trades against how it did, and the score of that
//	Health      a figure for people; it never blocks
//
// An Engine is fed by what the records hold anyway: readings, orders and their outcomes,
// and the trades that the stage held back, priced an hour later. It keeps no file and
// reads no clock, so a restart or a replay of the journal comes to the same state.
//
// It only ever takes away: the size it allows is never more than was asked for, and no
// limit of the cage is widened by it. It is not asked about what leaves a position (S-7).
// An Engine belongs to the goroutine that ticks.
package risk
