// Package guard is small: each of its changes is caught, survives, hangs or changes
// nothing, as its test says.
package guard

import "errors"

var errLimit = errors.New("above the limit")

// Spend is tested at its bound.
func Spend(n, limit int) error {
	if n > limit {
		return errLimit
	}
	return nil
}

// Loose is tested far from its bound: >= survives.
func Loose(n, limit int) bool { return n > limit }

// Halve hangs where nothing is taken off.
func Halve(n int) (steps int) {
	for n > 0 {
		n = n / 2
		steps++
	}
	return steps
}

// Top is the same with >=: of two equal numbers each is the greater.
func Top(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Unseen is not tested.
func Unseen() bool { return 1 > len(errLimit.Error()) }
