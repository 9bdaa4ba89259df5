// Package performance computes what a portfolio did, by formula and never by a
// model (DESIGN §12.22): the time-weighted return as GIPS defines it, linked at
// every external flow; the money-weighted return; the deepest drawdown;
// volatility; round trips matched first in, first out; and what holding or cash
// would have given.
//
// All figures are for thinking and for people: floats, in the quote token, from
// values that a record holds. They never enter a record or a payment. A figure
// that the input does not determine (one sample, nothing invested) is reported
// as unknown, never as zero. Returns are those of the whole span; nothing
// shorter than a year is annualised except volatility, where the market expects
// it and both figures are given.
package performance
