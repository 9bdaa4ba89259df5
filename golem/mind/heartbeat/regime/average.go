package regime

// hours is 30 days, minHistory one day in milliseconds (heartbeat §4).
const (
	hour       = 3_600_000
	hours      = 720
	minHistory = 24 * hour
)

// average keeps the mean of a signal over the last 30 days in hourly buckets.
type average struct {
	sum   [hours]float64
	count [hours]uint32
	first int64
	begun bool
	total float64
	n     uint64
	last  int64 // the hour last written
}

func (a *average) add(at int64, v float64) {
	if !a.begun {
		a.begun, a.first, a.last = true, at, at/hour
	}
	a.evict(at / hour)
	i := at / hour % hours
	a.sum[i] += v
	a.count[i]++
	a.total += v
	a.n++
}

// evict empties the buckets of every hour that has left the window.
func (a *average) evict(now int64) {
	for h := max(a.last+1, now-hours+1); h <= now; h++ {
		i := h % hours
		a.total -= a.sum[i]
		a.n -= uint64(a.count[i])
		a.sum[i], a.count[i] = 0, 0
	}
	if a.n == 0 {
		a.total = 0 // rounding must not outlive what it came from
	}
	a.last = max(a.last, now)
}

// mean returns the mean of what was added; known is false with less than a day
// between the first value and at.
func (a *average) mean(at int64) (value float64, known bool) {
	if !a.begun || a.n == 0 || at-a.first < minHistory {
		return 0, false
	}
	return a.total / float64(a.n), true
}
