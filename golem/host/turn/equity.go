package turn

import "slices"

// LastEquities are the equities of the last three blocks that were seen. A pool can be
// bent for a block: a peak counts once three show it, as a fall does (safety §15.2). Otherwise
// one bent block would set a peak for the whole life. The zero value has seen nothing.
type LastEquities struct {
	seen  [3]float64
	count int
	block uint64 // of the newest
}

// Take returns the peak after an equity was seen. While fewer than three were, the least of
// them is the peak: of the first one nobody knows what it is worth.
func (l *LastEquities) Take(peak, equity float64, block uint64) float64 {
	if l.count == 0 || block != l.block {
		l.seen[2], l.seen[1], l.seen[0] = l.seen[1], l.seen[0], equity
		l.count, l.block = min(l.count+1, len(l.seen)), block
	}
	l.seen[0] = equity
	if least := slices.Min(l.seen[:l.count]); l.count < len(l.seen) || peak < least {
		peak = least
	}
	if peak <= 0 { // all that was there was taken, and something is there again
		return equity
	}
	return peak
}

// from begins anew with an equity that is known.
func (l *LastEquities) from(equity float64) {
	l.seen, l.count = [3]float64{equity, equity, equity}, len(l.seen)
}

func (l *LastEquities) shift(value float64) {
	for i := range l.seen {
		l.seen[i] += value
	}
}
