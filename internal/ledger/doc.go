// Package ledger is generic double entry (DESIGN §4 Money): accounts and assets
// are texts, postings are signed integers, and over the postings of every
// transaction the sum of each asset is zero, so it is zero over the ledger.
//
// It promises: no account that was not allowed to ever goes below zero, held
// amounts included; a key is booked once, and the same key again gives the same
// result; a transaction is booked whole or not at all, also in a crash. It is kept as an
// append-only log with the balances in memory: a posting a tick needs no database, and a
// whole transaction or nothing is one frame. A reservation holds an amount on an account
// until it is settled, by a transaction that spends at most that, or released.
//
// Amounts are math/big integers: a sum of 256-bit token amounts needs more than
// 256 bits, and a ledger is asked a few times a tick, so a width that cannot
// overflow is worth its allocations.
//
// It never converts between assets and knows no prices: a swap goes through a
// conversion account whose balances are what was converted. A Ledger belongs to
// one goroutine.
package ledger
