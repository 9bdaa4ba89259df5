// Package money holds the quantities that are paid: micro-USDC, basis points
// and raw token units (DESIGN §4). Arithmetic is checked and integer; every
// division names the direction it rounds in. Floats never enter here: a price
// for thinking lives elsewhere.
package money
