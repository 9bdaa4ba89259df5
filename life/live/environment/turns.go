package environment

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Turns let several lives take turns in one world: one of them runs at a time, and it is the one that waits for the
// earliest time, of several for the same time the one with the lowest number. So what happens in the world does not
// depend on how fast any of them is.
type Turns struct {
	mu    sync.Mutex // guards all of the seats
	seats []*Seat
}

// Seat is the place of one life in the turns. Nil is that of a life alone, which always has its turn.
type Seat struct {
	of      *Turns
	waits   bool
	left    bool
	until   time.Time
	granted chan struct{} // holds one
}

// NewTurns are those of so many lives. None runs before each has waited, or left.
func NewTurns(lives int) *Turns {
	t := &Turns{}
	for range lives {
		t.seats = append(t.seats, &Seat{of: t, granted: make(chan struct{}, 1)})
	}
	return t
}

// Seat is that of a life, counted from 0.
func (t *Turns) Seat(life int) *Seat { return t.seats[life] }

// Wait gives the turn back and returns when it is this life's again, with nobody left to run before a time. It does
// not end with a context: whoever has the turn gives it back soon, and more so when all of it is to end.
func (s *Seat) Wait(until time.Time) {
	if s == nil {
		return
	}
	s.of.mu.Lock()
	s.waits, s.until = true, until
	s.of.pass()
	s.of.mu.Unlock()
	<-s.granted
}

// Leave gives the turn back for ever.
func (s *Seat) Leave() {
	if s == nil {
		return
	}
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.left = true
	s.of.pass()
}

// pass lets the next life run, if none does.
func (t *Turns) pass() {
	there := slices.DeleteFunc(slices.Clone(t.seats), func(s *Seat) bool { return s.left })
	if len(there) == 0 || slices.ContainsFunc(there, func(s *Seat) bool { return !s.waits }) {
		return
	}
	next := slices.MinFunc(there, func(a, b *Seat) int { return cmp.Compare(a.until.UnixNano(), b.until.UnixNano()) }) // the first of equals
	next.waits = false
	next.granted <- struct{}{}
}
