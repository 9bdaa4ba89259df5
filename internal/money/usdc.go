package money

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Errors of checked arithmetic and parsing.
var (
	ErrOverflow = errors.New("money: amount out of range")
	ErrSyntax   = errors.New("money: not an amount")
)

// USDC is an amount in micro-USDC (1 USDC = 1,000,000). It may be negative: a
// posting has a sign. Its range is that of int64, about ±9.2 trillion USDC.
type USDC int64

// One is one USDC.
const One USDC = 1_000_000

// Add returns a + b, or ErrOverflow.
func (a USDC) Add(b USDC) (USDC, error) {
	sum := a + b
	if (b > 0 && sum < a) || (b < 0 && sum > a) {
		return 0, fmt.Errorf("%w: %s + %s", ErrOverflow, a, b)
	}
	return sum, nil
}

// Sub returns a - b, or ErrOverflow.
func (a USDC) Sub(b USDC) (USDC, error) {
	diff := a - b
	if (b < 0 && diff < a) || (b > 0 && diff > a) {
		return 0, fmt.Errorf("%w: %s - %s", ErrOverflow, a, b)
	}
	return diff, nil
}

// MulDivDown returns a × num / den rounded towards zero, multiplying first in
// 128 bits. den must be positive and num not negative.
func (a USDC) MulDivDown(num, den int64) (USDC, error) { return a.mulDiv(num, den, false) }

// MulDivUp is MulDivDown rounded away from zero.
func (a USDC) MulDivUp(num, den int64) (USDC, error) { return a.mulDiv(num, den, true) }

func (a USDC) mulDiv(num, den int64, up bool) (USDC, error) {
	if den <= 0 || num < 0 {
		return 0, fmt.Errorf("%w: %s × %d / %d", ErrOverflow, a, num, den)
	}
	hi, lo := bits.Mul64(a.magnitude(), uint64(num))
	if hi >= uint64(den) {
		return 0, fmt.Errorf("%w: %s × %d / %d", ErrOverflow, a, num, den)
	}
	q, r := bits.Div64(hi, lo, uint64(den))
	if up && r > 0 {
		q++
	}
	if q > math.MaxInt64 {
		return 0, fmt.Errorf("%w: %s × %d / %d", ErrOverflow, a, num, den)
	}
	if a < 0 {
		return -USDC(q), nil
	}
	return USDC(q), nil
}

func (a USDC) magnitude() uint64 {
	if a < 0 {
		return uint64(-(a + 1)) + 1
	}
	return uint64(a)
}

// String prints the amount in USDC with six decimals, as in "12.500000".
func (a USDC) String() string {
	sign := ""
	if a < 0 {
		sign = "-"
	}
	m := a.magnitude()
	return fmt.Sprintf("%s%d.%06d", sign, m/uint64(One), m%uint64(One))
}

// ParseUSDC reads a decimal amount such as "50", "0.3" or "-1.25". More than six
// decimals, an exponent, blanks or a sign alone are ErrSyntax.
func ParseUSDC(text string) (USDC, error) {
	digits, negative := strings.CutPrefix(text, "-")
	whole, frac, dotted := strings.Cut(digits, ".")
	if !allDigits(whole) || len(frac) > 6 || (dotted && !allDigits(frac)) {
		return 0, fmt.Errorf("%w: %q (want digits with at most six decimals)", ErrSyntax, text)
	}
	if padded(whole) {
		return 0, fmt.Errorf("%w: %q (want no zero in front)", ErrSyntax, text)
	}
	n, err := strconv.ParseInt(whole+frac+strings.Repeat("0", 6-len(frac)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %q", ErrOverflow, text)
	}
	if negative && n == 0 {
		return 0, fmt.Errorf("%w: %q (zero has no sign)", ErrSyntax, text)
	}
	if negative {
		n = -n
	}
	return USDC(n), nil
}

// padded says that digits have a second spelling without the zero they begin with.
func padded(digits string) bool { return len(digits) > 1 && digits[0] == '0' }

func allDigits(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
