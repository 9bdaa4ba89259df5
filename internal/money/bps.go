package money

import "fmt"

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

// OfDown returns the fraction of a, rounded towards zero.
func (b BPS) OfDown(a USDC) (USDC, error) { return a.MulDivDown(int64(b), int64(Whole)) }

// OfUp returns the fraction of a, rounded away from zero.
func (b BPS) OfUp(a USDC) (USDC, error) { return a.MulDivUp(int64(b), int64(Whole)) }
