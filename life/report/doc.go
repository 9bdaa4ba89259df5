// Package report makes a finished life something to look at: a page of text for
// the terminal, and one HTML file that opens offline.
//
// Life is its one input, plain data that also is the report's JSON. Builder folds
// the records of a life into one; what records do not hold (the history's
// assumptions, the ledger's sums, the death) the caller fills in. The same Life
// gives the same bytes.
//
// It promises that a loss is shown as a loss, that no text of a token, rule or
// chain can become markup, script or a terminal sequence, and that the page asks
// no network for anything. It holds no third-party code: the caller brings the
// chart library. It never reads a clock or a file, and decides nothing.
package report
