// Package tool turns a parsed action into transactions: one adapter per kind,
// bound at construction (heartbeat §14.1). It builds calls, runs them on a fork
// (Simulator) and has them sent (Executor); amounts, bounds and outcome are exact
// integers.
//
// Every order is self-contained: it approves exactly what it spends and leaves
// no allowance behind, whether it succeeds or reverts. Minimum amounts come from the simulation and the
// proposal's slippage, the deadline from the block it was simulated on.
package tool
