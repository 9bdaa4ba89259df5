// Package tool turns a parsed action into transactions: by the adapter of the protocol
// that it uses, of which table has a row each (heartbeat §14.1). It runs the calls on a fork
// (Simulator) and has them sent (Executor); amounts, bounds and outcome are exact
// integers.
//
// Every order is self-contained: it approves exactly what it spends and leaves
// no allowance behind, whether it succeeds or reverts; within a cage what a mint did not
// take stays allowed to the position manager until the next. Minimum amounts come from the simulation and the
// proposal's slippage, the deadline from the block it was simulated on, or from the
// machine's time where the chain stood still. A swap goes to the market it names, and its impact is against the assets' prices. A lending
// order has neither, for it moves exactly what it names; its preview includes what
// the market says of the wallet afterwards, and what receipt and debt tokens change
// by without interest. Where no tokens stand for a position, the position behind the
// order must be the one before it and what the market's logs say of the change.
package tool
