// Package series keeps the minute closes of one price and computes indicators
// over time windows of them.
//
// It owns one ring of the last 1,441 minute closes. A push belongs to the minute
// its time lies in; the last push of a minute is its close, a minute without a
// push repeats the close before it. Every window ends with the running minute,
// whose close so far is the latest price: sma(2h) is the mean of the 120 closes
// of this minute and the 119 before it.
//
// Each indicator is a function of the ring alone, computed afresh when asked for
// and in a fixed order, so equal pushes give equal bits whenever a window is
// first asked for. An indicator whose window is not filled yet is not known; it
// is never estimated from less.
//
// The package reads no clock. It never allocates after New.
package series
