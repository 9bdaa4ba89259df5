package series

import "math"

// Span is the longest window, in minutes.
const Span = 24 * 60

// held is one more than Span: a change over 24 hours has two ends.
const held = Span + 1

const minuteMs = 60_000

// Series is the ring of minute closes. The zero value is not usable; call New.
// Not safe for concurrent use: it belongs to the goroutine that decides.
type Series struct {
	ring   [held]float64
	count  int   // closes held, the running minute included
	newest int   // index of the running minute
	minute int64 // of the running minute, in minutes since the epoch
}

// New returns a series that holds nothing.
func New() *Series { return &Series{newest: -1} }

// Push takes a price at a time in unix milliseconds. A time before the running
// minute, and a price that is not a positive finite number, are dropped: a late
// or broken read must not rewrite a close. Push reports whether it was taken.
func (s *Series) Push(timeMs int64, price float64) bool {
	if !(price > 0) || math.IsInf(price, 1) || timeMs < 0 {
		return false
	}
	minute := timeMs / minuteMs
	switch {
	case s.count == 0 || minute-s.minute >= held:
		s.restart(minute, price)
		return true
	case minute < s.minute:
		return false
	}
	for ; s.minute < minute; s.minute++ {
		s.open(s.ring[s.newest])
	}
	s.ring[s.newest] = price
	return true
}

// restart begins anew after a silence longer than the ring: closes repeated for
// more than a day are not a window of anything.
func (s *Series) restart(minute int64, price float64) {
	s.count, s.newest, s.minute = 0, -1, minute
	s.open(price)
}

func (s *Series) open(price float64) {
	s.newest = (s.newest + 1) % held
	s.ring[s.newest] = price
	s.count = min(s.count+1, held)
}

// Len returns how many closes are held, at most 1,441.
func (s *Series) Len() int { return s.count }

// Last returns the latest price; it is known after the first push.
func (s *Series) Last() (float64, bool) {
	if s.count == 0 {
		return 0, false
	}
	return s.ring[s.newest], true
}

// back returns the close i minutes before the running one; i < count.
func (s *Series) back(i int) float64 {
	at := s.newest - i
	if at < 0 {
		at += held
	}
	return s.ring[at]
}
