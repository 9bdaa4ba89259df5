package probe

// gasHistory averages the gas price of the last hour in minute buckets.
type gasHistory struct {
	sum   [gasMinutes]float64
	count [gasMinutes]int
	last  int64 // the minute last written
	begun bool
	first int64
}

const (
	minute     = 60_000
	gasMinutes = 60
	// gasWarmUp is how much history an average needs: with less, the first
	// reading after boot would be the whole of it.
	gasWarmUp = 5 * minute
)

func (g *gasHistory) add(now int64, gwei float64) {
	at := now / minute
	if !g.begun {
		g.begun, g.first, g.last = true, now, at-1
	}
	for m := max(g.last+1, at-gasMinutes+1); m <= at; m++ {
		g.sum[m%gasMinutes], g.count[m%gasMinutes] = 0, 0
	}
	g.last = max(g.last, at)
	g.sum[at%gasMinutes] += gwei
	g.count[at%gasMinutes]++
}

func (g *gasHistory) mean(now int64) (gwei float64, known bool) {
	if !g.begun || now-g.first < gasWarmUp {
		return 0, false
	}
	sum, count := 0.0, 0
	for m := max(g.last-gasMinutes+1, now/minute-gasMinutes+1, 0); m <= g.last; m++ {
		sum += g.sum[m%gasMinutes]
		count += g.count[m%gasMinutes]
	}
	if count == 0 {
		return 0, false
	}
	return sum / float64(count), true
}
