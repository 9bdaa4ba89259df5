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
