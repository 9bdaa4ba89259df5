package config

import (
	"math"

	"bardo.run/bardo/internal/money"
)

// Share is a share of a file, 0 to 1, in basis points.
func Share(f float64) money.BPS { return money.BPS(math.Round(f * float64(money.Whole))) }
