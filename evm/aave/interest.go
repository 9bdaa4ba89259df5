package aave

import "github.com/holiman/uint256"

var (
	ray  = uint256.MustFromDecimal("1000000000000000000000000000")
	half = new(uint256.Int).Rsh(ray, 1)
	year = uint256.NewInt(365 * 86_400)
)

// Supply returns the index of what is supplied at a time in unix seconds, as the pool counts it at a
// yearly rate after the index was written down: interest bears none until then.
func Supply(index, rate *uint256.Int, since, at uint64) *uint256.Int {
	v := new(uint256.Int).Mul(rate, uint256.NewInt(at-min(since, at)))
	v.Div(v, year)
	return mul(v.Add(v, ray), index)
}

// Debt returns the index of what is owed: interest on interest, by the first three terms of its series.
func Debt(index, rate *uint256.Int, since, at uint64) *uint256.Int {
	n := at - min(since, at)
	if n == 0 {
		return new(uint256.Int).Set(index)
	}
	exp, less, two := uint256.NewInt(n), uint256.NewInt(n-1), uint256.NewInt(max(n, 2)-2)
	square := mul(rate, rate)
	square.Div(square, new(uint256.Int).Mul(year, year))
	cube := mul(square, rate)
	cube.Div(cube, year)
	second := new(uint256.Int).Mul(exp, less)
	third := new(uint256.Int).Mul(second, two)
	second.Mul(second, square).Rsh(second, 1)
	third.Mul(third, cube).Div(third, uint256.NewInt(6))
	v := new(uint256.Int).Mul(rate, exp)
	v.Div(v, year).Add(v, ray).Add(v, second).Add(v, third)
	return mul(v, index)
}

// Grown returns what scaled units are at an index, as the tokens of a market count them.
func Grown(scaled, index *uint256.Int) *uint256.Int { return mul(scaled, index) }

// Scaled returns the units that are so many at an index.
func Scaled(units, index *uint256.Int) *uint256.Int {
	if index.IsZero() {
		return new(uint256.Int)
	}
	v := new(uint256.Int).Mul(units, ray)
	v.Add(v, new(uint256.Int).Rsh(index, 1))
	return v.Div(v, index)
}

// mul multiplies two numbers of which one is in 1e27ths, and rounds to the nearest.
func mul(a, b *uint256.Int) *uint256.Int {
	v := new(uint256.Int).Mul(a, b)
	return v.Div(v.Add(v, half), ray)
}
