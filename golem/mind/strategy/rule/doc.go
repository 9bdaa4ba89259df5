// Package rule is the language of the rules in a STRATEGY.md: one condition, up
// to four actions, one optional cooldown.
//
//	when zscore(2h) < -2.0 and exposure < 5%
//	do buy 20% of equity
//	cooldown 30m
//
// Conditions are typed: numbers, money, durations, regimes and truths do not mix,
// which is checked before a life starts and reported by line and column. There
// are no loops, no calls of one's own and no names to bind, so a condition costs
// at most one step per token; texts are bounded to 4,096 bytes, 256 tokens and 24
// nested levels.
//
// The package owns the language and the list of what a condition may read (see
// Variables and Functions); the values come from the caller, in one slot for each
// variable or indicator that the rules of a strategy name. A value that is not
// known (a window that is not filled, an entry price without a position) makes
// whatever needs it unknown, and an unknown condition does not hold. Neither a
// division by zero nor an overflow is a number: both are unknown, with a reason.
//
// It reads no clock and no chain, never panics on any text, and evaluation does
// not allocate. Spec: heartbeat §16.
package rule
