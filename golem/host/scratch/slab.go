package scratch

// Slab is memory for slices of one type.
type Slab[T any] struct {
	block []T
	used  int
	spilt int
}

// NewSlab returns an empty Slab that t resets.
func NewSlab[T any](t *Tick) *Slab[T] {
	s := new(Slab[T])
	t.slabs = append(t.slabs, s)
	return s
}

// Take returns n zero values until the next Reset. Appending to them never
// reaches other values of the Slab. It panics where n is negative.
func (s *Slab[T]) Take(n int) []T {
	if n > len(s.block)-s.used {
		s.spilt += n
		return make([]T, n)
	}
	v := s.block[s.used : s.used+n : s.used+n]
	s.used += n
	return v
}

// Size returns how many values the Slab holds for the ticks to come.
func (s *Slab[T]) Size() int { return len(s.block) }

// reset zeroes what was handed out, so that a reference that was kept shows
// itself and nothing that values point to is kept alive.
func (s *Slab[T]) reset() {
	clear(s.block[:s.used])
	if s.spilt > 0 {
		s.block = make([]T, s.used+s.spilt)
	}
	s.used, s.spilt = 0, 0
}
