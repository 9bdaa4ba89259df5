// Package history makes a devnet's market follow recorded or generated history
// on real Uniswap v3 contracts (DESIGN §5, "History rules").
//
// It owns three things: a Market (what was recorded: ticks, inflow, liquidity and
// gas of every minute, read from files and written to them), a Plan (what the
// market account must do in one minute), and a World (a devnet, its contracts and
// the account that carries the plans out, block by block).
//
// It promises that the market moves by swaps and liquidity changes of an ordinary
// account only; that at every close the pool stands at the recorded tick with the
// recorded liquidity plus the Golem's own; that a day's fees to liquidity providers
// equal the fee of the recorded inflow within 1 %; and that the same market, seed
// and submitted transactions give the same blocks. What had to be assumed is
// counted and can be printed. It never changes a file it reads, never looks ahead of
// the latest block on a Golem's behalf, and never edits the state of a chain.
package history
