// Package world generates market histories from a seed: of one market calm, trend, chop,
// walk, flash-crash, depeg and dead, and of several correlated assets the baskets.
//
// It owns the processes and their parameters, which Worlds and Baskets list. It promises that
// the same name, seed and number of days give the same rows, that other seeds give others,
// and that the rows are of the same kind as recorded ones, so that a generated world is
// exported, loaded and lived like a recording (DESIGN §5). It knows no chain and makes
// no claim about any real market.
//
// Prices are followed as a real number of ticks, the logarithm of the price to the base
// 1.0001. Most minutes stand still, as recorded ones do: a minute moves with probability
// Activity, and its variance is raised by as much, so that the realised volatility is
// the parameter on every scale.
package world
