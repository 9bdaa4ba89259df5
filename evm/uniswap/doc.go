// Package uniswap computes what Uniswap v3 pools compute, to the wei: quotes,
// liquidity and amounts, fees owed to a position, ticks and prices. Of Uniswap v2 it
// quotes one pair, of v4 it reads one pool without a hook; of both it finds the contracts
// behind a router, and encodes the swap of an exact amount. It sends nothing.
//
// Money is uint256 with the contracts' own rounding. Functions whose name
// begins with Approx return floats for thinking and display; no amount that is
// paid may come from them.
//
// The swap loop steps at every word of the tick bitmap, as the pool does: each
// step rounds its fee, so a loop that jumps from tick to tick is a wei off.
//
// A Pool is a value: quoting never changes it, and its ticks come from a Ticks
// source, either in memory (TickTable) or read lazily from a chain at one
// block (Loader).
package uniswap
