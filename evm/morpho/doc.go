// Package morpho reads and calls one market of Morpho Blue (tools §5.6): what an
// account supplied, put up as collateral and owes, what the contract takes its health
// for, and the six calls that change it.
//
// It owns the contract's arithmetic, which the contract itself does not offer as
// views: shares and assets with their virtual parts, interest up to a time, and the
// two sides of its health check. It promises the contract's rounding to the unit, that
// a market's parameters hash to its id, and that every call is for the account itself.
//
// It signs and sends nothing, and it knows no other prices than the market's own
// oracle's. Amounts are raw units of the market's tokens; collateral is valued in raw
// units of the loan token. In a market only the loan token is lent and borrowed, and
// only the collateral token stands behind a debt.
package morpho
