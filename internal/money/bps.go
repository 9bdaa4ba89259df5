package money

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// BPS is a fraction in basis points: 10,000 are the whole.
type BPS int32

// Whole is 100 %.
const Whole BPS = 10_000

// String prints the fraction in percent, as in "1.25%".
func (b BPS) String() string {
	sign, v := "", int32(b)
	if v < 0 {
		sign, v = "-", -v
	}
	return fmt.Sprintf("%s%d.%02d%%", sign, v/100, v%100)
}

// ErrBPS is of a text that is no share.
var ErrBPS = errors.New("money: want a share like 10% or 50bps")

// ParseBPS reads a share with its unit, "12.5%" or "30bps", exactly.
func ParseBPS(text string) (BPS, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	scale := 2
	if !percent {
		var points bool
		if digits, points = strings.CutSuffix(digits, "bps"); !points {
			return 0, ErrBPS
		}
		scale = 0
	}
	whole, part, dotted := strings.Cut(strings.TrimSpace(digits), ".")
	if whole == "" || len(part) > scale || dotted && part == "" {
		return 0, ErrBPS
	}
	n, err := strconv.ParseUint(whole+part+strings.Repeat("0", scale-len(part)), 10, 31)
	if err != nil {
		return 0, ErrBPS
	}
	return BPS(n), nil
}

// OfDown returns the fraction of a, rounded towards zero.
func (b BPS) OfDown(a USDC) (USDC, error) { return a.MulDivDown(int64(b), int64(Whole)) }

// OfUp returns the fraction of a, rounded away from zero.
func (b BPS) OfUp(a USDC) (USDC, error) { return a.MulDivUp(int64(b), int64(Whole)) }
