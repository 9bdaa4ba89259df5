package loss

import (
	"cmp"
	"math"
	"slices"

	"bardo.run/bardo/internal/money"
)

// Day is the window of the sums, in milliseconds.
const Day = int64(86_400_000)

// Entry is what one action lost, or may lose at worst while its outcome is not known.
type Entry struct {
	Key   string     `json:"key"`
	At    int64      `json:"at"` // unix milliseconds: when it was signed, or its outcome known
	Worst money.USDC `json:"worst"`
	Lost  money.USDC `json:"lost"`
	Open  bool       `json:"open,omitempty"` // its outcome is not known: Worst counts
	run   uint64
}

// Sums are what was lost in any 24 hours and in one run of the process. The zero value is
// empty. It is used by one goroutine, or under its owner's lock.
type Sums struct {
	entries []Entry // in the order in which they were counted
	session money.USDC
	run     uint64
}

// NewSession begins a new run of the process.
func (s *Sums) NewSession() { s.session, s.run = 0, s.run+1 }

// Add counts an action with its worst case. Of a key that is there the worse holds.
func (s *Sums) Add(key string, now int64, worst money.USDC) {
	s.forget(now)
	if e := s.find(key); e != nil {
		before := e.amount()
		e.Worst, e.At, e.Open = max(e.Worst, worst), now, true
		s.adjustSession(e, before)
		return
	}
	e := Entry{Key: key, At: now, Worst: worst, Open: true, run: s.run}
	s.entries = append(s.entries, e)
	s.adjustSession(&e, 0)
}

// Settle replaces a worst case by what was really lost, from when that is known.
func (s *Sums) Settle(key string, now int64, lost money.USDC) {
	if e := s.find(key); e != nil {
		before := e.amount()
		e.Lost, e.At, e.Open = lost, now, false
		s.adjustSession(e, before)
	}
}

// Reopen takes an outcome back: the worst case counts again.
func (s *Sums) Reopen(key string, now int64) {
	if e := s.find(key); e != nil {
		before := e.amount()
		e.At, e.Open = now, true
		s.adjustSession(e, before)
	}
}

// Today is what counts of the 24 hours up to a time.
func (s *Sums) Today(now int64) (sum money.USDC) {
	for i := range s.entries {
		if e := &s.entries[i]; e.Open || e.At > now-Day {
			sum = addCapped(sum, e.amount())
		}
	}
	return sum
}

// Of is what counts of one key in the 24 hours up to a time.
func (s *Sums) Of(key string, now int64) money.USDC {
	if e := s.find(key); e != nil && (e.Open || e.At > now-Day) {
		return e.amount()
	}
	return 0
}

// Session is what counts of the run of the process.
func (s *Sums) Session() money.USDC { return s.session }

// When is the first time, in unix milliseconds, at which no more than so much counts of a
// day, if nothing is lost meanwhile and what is open costs its worst at once.
func (s *Sums) When(now int64, most money.USDC) int64 {
	if s.Today(now) <= most {
		return now
	}
	var left []Entry
	for _, e := range s.entries {
		if e.Open {
			e.At = now
		}
		if e.At > now-Day {
			left = append(left, e)
		}
	}
	slices.SortStableFunc(left, func(a, b Entry) int { return cmp.Compare(a.At, b.At) })
	sum := s.Today(now)
	for _, e := range left {
		if sum -= e.amount(); sum <= most {
			return e.At + Day
		}
	}
	return now + Day
}

// Entries are those that count at a time, oldest first.
func (s *Sums) Entries(now int64) []Entry {
	s.forget(now)
	return slices.Clone(s.entries)
}

func (e *Entry) amount() money.USDC {
	if e.Open {
		return e.Worst
	}
	return e.Lost
}

// adjustSession takes the change of an entry of this run into the session's sum.
func (s *Sums) adjustSession(e *Entry, before money.USDC) {
	if e.run != s.run || s.session == math.MaxInt64 {
		return
	}
	s.session = addCapped(s.session-before, e.amount())
}

func (s *Sums) find(key string) *Entry {
	for i := range s.entries {
		if s.entries[i].Key == key {
			return &s.entries[i]
		}
	}
	return nil
}

func (s *Sums) forget(now int64) {
	s.entries = slices.DeleteFunc(s.entries, func(e Entry) bool { return !e.Open && e.At <= now-Day })
}
