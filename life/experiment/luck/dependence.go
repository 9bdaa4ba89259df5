package luck

import "math"

// autocovariances are those of the lags 0 to most, each over all n periods.
func autocovariances(x []float64, most int) []float64 {
	mean := 0.0
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	gamma := make([]float64, most+1)
	for k := range gamma {
		for i := k; i < len(x); i++ {
			gamma[k] += (x[i] - mean) * (x[i-k] - mean)
		}
		gamma[k] /= float64(len(x))
	}
	return gamma
}

// independent is the number of independent periods that tell as much of the mean as these: fewer
// where a period tends to be followed by one like it, and never more (Newey and West, "A Simple,
// Positive Semi-Definite Covariance Matrix", 1987, with their lags of 1994).
func independent(x []float64) float64 {
	n := float64(len(x))
	lags := min(int(4*math.Pow(n/100, 2.0/9)), len(x)-1)
	gamma := autocovariances(x, max(lags, 0))
	if gamma[0] <= 0 {
		return n
	}
	long := gamma[0]
	for k := 1; k <= lags; k++ {
		long += 2 * (1 - float64(k)/float64(lags+1)) * gamma[k]
	}
	return n * min(1, gamma[0]/long)
}

// blockLength is the mean length of blocks for the stationary bootstrap of a series (Politis and
// White, "Automatic Block-Length Selection", 2004, as corrected with Patton in 2009), at least 1.
// It looks at lags until several in a row are no larger than chance makes them.
func blockLength(x []float64) float64 {
	n := float64(len(x))
	row := max(5, int(math.Log10(n)))
	far := min(int(math.Ceil(math.Sqrt(n)))+row, len(x)-1)
	longest := math.Ceil(min(3*math.Sqrt(n), n/3))
	gamma := autocovariances(x, max(far, 0))
	if gamma[0] <= 0 || longest < 1 {
		return 1
	}
	width := min(2*max(1, lastLag(gamma, row, 2*math.Sqrt(math.Log10(n)/n))), far)
	slope, long := 0.0, gamma[0]
	for k := 1; k <= width; k++ {
		weight := min(1, 2*(1-float64(k)/float64(width)))
		slope += 2 * weight * float64(k) * gamma[k]
		long += 2 * weight * gamma[k]
	}
	length := math.Cbrt(slope * slope / (long * long) * n)
	if !(length >= 1) {
		return 1
	}
	return min(length, longest)
}

// lastLag is the last one above the bound before so many in a row that are not; half of all
// where there is no such row.
func lastLag(gamma []float64, row int, bound float64) int {
	quiet := 0
	for k := 1; k < len(gamma); k++ {
		if quiet++; math.Abs(gamma[k]/gamma[0]) >= bound {
			quiet = 0
		}
		if quiet == row {
			return k - row
		}
	}
	return (len(gamma) - 1) / 2
}
