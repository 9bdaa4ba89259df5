// Package follow is pools without a record beside recorded ones: pairs of Uniswap v2, further
// fee tiers of v3 and pools of v4, which traders keep at the price of a market.
//
// It owns their deployment, their state as their events tell of it, and the trades that bring
// one to a price. It promises that a trade which it computes, taken next in its pool, pays and
// returns the very amounts that it names. It never reads a chain and never signs.
package follow
