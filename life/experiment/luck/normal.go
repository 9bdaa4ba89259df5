package luck

import "math"

// eulerMascheroni is the mean of a standard Gumbel variable.
const eulerMascheroni = 0.57721566490153286060651209008240243

// below is the probability that a standard normal variable is below z.
func below(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// quantile is the value that a standard normal variable is below with probability 1-above.
func quantile(above float64) float64 { return math.Sqrt2 * math.Erfcinv(2*above) }
