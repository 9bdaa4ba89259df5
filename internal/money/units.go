package money

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/holiman/uint256"
)

// FormatUnits prints raw token units with the token's decimals and no trailing
// zeros: (1500000, 6) is "1.5".
func FormatUnits(units *uint256.Int, decimals uint8) string {
	digits := units.Dec()
	if decimals == 0 {
		return digits
	}
	if short := int(decimals) + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	cut := len(digits) - int(decimals)
	frac := strings.TrimRight(digits[cut:], "0")
	if frac == "" {
		return digits[:cut]
	}
	return digits[:cut] + "." + frac
}

// OfCoin returns what wei are worth at the price of one whole coin, rounded up; what is
// more than can be counted is the most there is.
func OfCoin(wei *uint256.Int, price USDC) USDC {
	v := new(big.Int).Mul(wei.ToBig(), big.NewInt(int64(price)))
	v, rest := v.QuoRem(v, big.NewInt(1e18), new(big.Int))
	if rest.Sign() > 0 {
		v.Add(v, big.NewInt(1))
	}
	if !v.IsInt64() {
		return math.MaxInt64
	}
	return USDC(v.Int64())
}

// ParseUnits reads raw units from a decimal text, as an action's amount is
// written (safety §5): only digits, at most 78, more than zero.
func ParseUnits(text string) (*uint256.Int, error) {
	if len(text) > 78 || !allDigits(text) {
		return nil, fmt.Errorf("%w: %q (want at most 78 digits)", ErrSyntax, text)
	}
	if padded(text) {
		return nil, fmt.Errorf("%w: %q (want no zero in front)", ErrSyntax, text)
	}
	units, err := uint256.FromDecimal(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %q", ErrOverflow, text)
	}
	if units.IsZero() {
		return nil, fmt.Errorf("%w: %q (want more than zero)", ErrSyntax, text)
	}
	return units, nil
}

// Float converts raw units to a number for thinking. Never pay with it.
func Float(units *uint256.Int, decimals uint8) float64 {
	return units.Float64() / pow10(decimals)
}

func pow10(n uint8) float64 {
	p := 1.0
	for range n {
		p *= 10
	}
	return p
}
