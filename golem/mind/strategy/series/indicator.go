package series

import "math"

// SMA returns the mean of the last n closes. Known from n closes on.
func (s *Series) SMA(n int) (float64, bool) {
	if !s.filled(n) {
		return 0, false
	}
	return s.mean(n), true
}

// Std returns the population standard deviation of the last n closes. Known from
// n closes on.
func (s *Series) Std(n int) (float64, bool) {
	if !s.filled(n) {
		return 0, false
	}
	m, sum := s.mean(n), 0.0
	for i := n - 1; i >= 0; i-- {
		d := s.back(i) - m
		sum += d * d
	}
	return math.Sqrt(sum / float64(n)), true
}

// ZScore returns (price − SMA) ÷ Std over n closes. It is not known where the
// deviation is zero: a flat window has no scale.
func (s *Series) ZScore(n int) (float64, bool) {
	dev, ok := s.Std(n)
	if !ok || dev == 0 {
		return 0, false
	}
	return (s.back(0) - s.mean(n)) / dev, true
}

// EMA returns the exponential mean with weight 2/(n+1): it starts with the mean
// of the first n of the last 4n closes (of all held where there are fewer) and
// then takes the rest in order. Known from n closes on.
func (s *Series) EMA(n int) (float64, bool) {
	if !s.filled(n) {
		return 0, false
	}
	reach := min(4*n, s.count)
	sum := 0.0
	for i := reach - 1; i >= reach-n; i-- {
		sum += s.back(i)
	}
	mean, weight := sum/float64(n), 2/float64(n+1)
	for i := reach - n - 1; i >= 0; i-- {
		mean += weight * (s.back(i) - mean)
	}
	return mean, true
}

// RSI returns Wilder's relative strength index over n changes, 0 to 100. The
// means start with the first n of the last 4n changes and are smoothed with
// weight 1/n over the rest. A window without any move is 50. Known from n+1
// closes on.
func (s *Series) RSI(n int) (float64, bool) {
	if n < 1 || s.count < n+1 {
		return 0, false
	}
	reach := min(4*n, s.count-1)
	var gain, loss float64
	for i := reach - 1; i >= 0; i-- {
		up, down := split(s.back(i) - s.back(i+1))
		switch {
		case i >= reach-n:
			gain, loss = gain+up/float64(n), loss+down/float64(n)
		default:
			gain += (up - gain) / float64(n)
			loss += (down - loss) / float64(n)
		}
	}
	if gain+loss == 0 {
		return 50, true
	}
	return 100 * gain / (gain + loss), true
}

// Change returns price ÷ (close n minutes ago) − 1. Known from n+1 closes on.
func (s *Series) Change(n int) (float64, bool) {
	if n < 1 || s.count < n+1 {
		return 0, false
	}
	return s.back(0)/s.back(n) - 1, true
}

// year is how many minutes one has.
const year = 365 * 24 * 60

// Volatility returns the population standard deviation of the last n logarithmic changes, of a
// minute each, brought to a year. Known from n+1 closes on.
func (s *Series) Volatility(n int) (float64, bool) {
	if n < 1 || s.count < n+1 {
		return 0, false
	}
	mean := math.Log(s.back(0)/s.back(n)) / float64(n)
	sum := 0.0
	for i := n - 1; i >= 0; i-- {
		d := math.Log(s.back(i)/s.back(i+1)) - mean
		sum += d * d
	}
	return math.Sqrt(sum / float64(n) * year), true
}

// Correlation returns that of the last n logarithmic changes, of a minute each, of two series,
// −1 to 1, minute by minute up to the later of the two running minutes. Known from n+1 closes of
// both on; not where one of them did not move, for nothing goes along with that.
func Correlation(a, b *Series, n int) (float64, bool) {
	if n < 1 || a.count == 0 || b.count == 0 {
		return 0, false
	}
	now := max(a.minute, b.minute)
	if !a.reaches(now-int64(n)) || !b.reaches(now-int64(n)) {
		return 0, false
	}
	change := func(s *Series, minute int64) float64 { return math.Log(s.at(minute) / s.at(minute-1)) }
	meanA := math.Log(a.at(now)/a.at(now-int64(n))) / float64(n)
	meanB := math.Log(b.at(now)/b.at(now-int64(n))) / float64(n)
	var ab, aa, bb float64
	for minute := now - int64(n) + 1; minute <= now; minute++ {
		x, y := change(a, minute)-meanA, change(b, minute)-meanB
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa <= flat || bb <= flat {
		return 0, false
	}
	return min(1, max(-1, ab/math.Sqrt(aa*bb))), true
}

// flat is what rounding alone leaves of the squares of changes that are all zero.
const flat = 1e-24

// reaches reports whether the series has a close of a minute, its own or repeated.
func (s *Series) reaches(minute int64) bool { return minute > s.minute-int64(s.count) }

// at is the close of a minute that the series reaches; behind its last one that is repeated.
func (s *Series) at(minute int64) float64 { return s.back(int(max(0, s.minute-minute))) }

// High returns the highest of the last n closes. Known from n closes on.
func (s *Series) High(n int) (float64, bool) {
	if !s.filled(n) {
		return 0, false
	}
	top := s.back(0)
	for i := 1; i < n; i++ {
		top = max(top, s.back(i))
	}
	return top, true
}

// Low returns the lowest of the last n closes. Known from n closes on.
func (s *Series) Low(n int) (float64, bool) {
	if !s.filled(n) {
		return 0, false
	}
	bottom := s.back(0)
	for i := 1; i < n; i++ {
		bottom = min(bottom, s.back(i))
	}
	return bottom, true
}

func (s *Series) filled(n int) bool { return n >= 1 && s.count >= n }

// mean sums oldest first, around the newest close, so that a day of prices of
// one size loses no digits.
func (s *Series) mean(n int) float64 {
	origin, sum := s.back(0), 0.0
	for i := n - 1; i >= 0; i-- {
		sum += s.back(i) - origin
	}
	return origin + sum/float64(n)
}

func split(change float64) (up, down float64) {
	if change > 0 {
		return change, 0
	}
	return 0, -change
}
