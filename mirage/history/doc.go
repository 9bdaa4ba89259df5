// Package history makes a devnet's markets follow recorded or generated history
// on real Uniswap v3 contracts (DESIGN §5, "History rules").
//
// It owns three things: a Market (what was recorded: ticks, inflow, liquidity and
// gas of every minute, read from files and written to them), a Plan (what the
// market accounts must do in one minute, and who of them), and a World (a devnet, its
// contracts and the accounts that carry the plans of all markets out, block by block).
// Beside recorded markets stand Followers, pools without a record which an arbitrageur
// keeps at their prices, and Pulls, by which a manipulator holds pools away from them.
//
// It promises that a market moves by swaps and liquidity changes of ordinary
// accounts only; that at every close each pool stands at the recorded tick, away from it
// only as far as a Pull says, with the recorded liquidity plus the Golem's own; that a
// day's fees to the liquidity providers of each equal the fee of the recorded inflow
// within 1 %, a manipulator's left out; and that the same markets, seed and submitted
// transactions give the same blocks. A block is, in this order: what ends a pull, the steps of
// each market, the report to the price feed, the arbitrageur's swaps, what begins a pull,
// everybody else's transactions, and at a close each market's return. Those are ordered by
// sender and nonce: the Golems of a set by their places in it (Order), then others by address.
// What had to be assumed is counted and can be printed. It never changes a file it reads,
// never looks ahead of the latest block on a Golem's behalf, and never edits the state of a
// chain.
package history
