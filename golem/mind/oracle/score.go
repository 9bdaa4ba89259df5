package oracle

const (
	hour       = int64(3_600_000)
	windowed   = 7 * 24 // hours that a hit rate looks back
	sufficient = 30     // resolutions before a hit rate counts (heartbeat §11.2)
	rolled     = 50     // resolutions of the second gate
)

// Score counts the claims of one category in one regime that held, over seven days in
// hourly buckets. The zero value has none.
type Score struct {
	held, n [windowed]uint32
	last    int64 // the hour last written
	begun   bool
}

// Add counts one resolution at a time in unix milliseconds.
func (s *Score) Add(at int64, held bool) {
	s.turn(at / hour)
	i := s.last % windowed
	s.n[i]++
	if held {
		s.held[i]++
	}
}

// Rate returns the share that held in the seven days up to at, and of how many.
func (s *Score) Rate(at int64) (rate float64, n int) {
	s.turn(at / hour)
	var held uint32
	for i := range s.n {
		n += int(s.n[i])
		held += s.held[i]
	}
	if n == 0 {
		return 0, 0
	}
	return float64(held) / float64(n), n
}

// turn empties the buckets of the hours that passed. Time never goes back here: an
// hour before the last one counts into the last.
func (s *Score) turn(now int64) {
	if !s.begun {
		s.begun, s.last = true, now
	}
	for h := max(s.last+1, now-windowed+1); h <= now; h++ {
		s.n[h%windowed], s.held[h%windowed] = 0, 0
	}
	s.last = max(s.last, now)
}

// rolling is how the last fifty claims of a category turned out, in any regime.
type rolling struct {
	held    [rolled]bool
	next, n int
}

func (r *rolling) add(held bool) {
	r.held[r.next] = held
	r.next = (r.next + 1) % rolled
	r.n = min(r.n+1, rolled)
}

func (r *rolling) rate() float64 {
	if r.n == 0 {
		return 0
	}
	held := 0
	for _, h := range r.held[:r.n] {
		if h {
			held++
		}
	}
	return float64(held) / float64(r.n)
}
