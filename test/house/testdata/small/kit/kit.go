// Package kit helps tests, and may name uniswap.
package kit

// Uniswap is unreached, and nobody minds.
func Uniswap() {}
