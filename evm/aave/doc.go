// Package aave reads and calls one Aave v3 market (chain §20): what an account
// supplied and owes, what the market itself says of its health, and the four
// calls that change it.
//
// It owns the order in which a market is found from the address of its pool, and
// the reading of its receipt and debt tokens. It promises that a market is asked
// about in the batch of its caller, so that everything comes from one block; that
// a loan is always of the variable kind; and that every call is for the account
// itself. It reckons no health factor of its own: the market does, in its own
// rounding, and a second reckoning could only differ.
//
// It signs and sends nothing. Amounts are raw units of the asset; collateral and
// debt are in the market's unit of account, on every known market dollars with
// eight decimals.
package aave
