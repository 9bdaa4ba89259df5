// Package lease brings what a host says of the paid time (compute §7, §16.3) to the Golem's door:
// each extension once, and how much is left wherever the life's clock counts it otherwise.
//
// A host speaks at any moment and from any goroutine; the Golem asks before each tick and while
// it rests. Between two words of the host the time that is left passes on the machine's monotonic
// clock, so that a clock that is set neither gives nor takes any.
package lease

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// ErrWord says that what came is no word of a host.
var ErrWord = errors.New("this is no paid time")

// slack is by how much the life's clock may count otherwise than the host before it is told.
const slack = time.Second

// most is how many extensions a life has at most: five a day for a year.
const most = 2_000

// Lease is a Source of letters. It is safe for concurrent use.
type Lease struct {
	clock clock.Clock // the life's

	mu    sync.Mutex // guards what follows
	said  bool
	left  time.Duration
	since clock.Stopwatch
	paid  []owner.Letter // every extension
	heard map[string]bool
	end   time.Time // by the life's clock, as the Golem counts it; zero: not known
}

// New returns a lease of which a host said nothing yet, in a life by a clock.
func New(c clock.Clock) *Lease { return &Lease{clock: c, heard: map[string]bool{}} }

// Tell takes in what the host says. The error is an ErrWord, and then nothing was taken in.
func (l *Lease) Tell(p wire.PaidTime) error {
	if len(p.Extensions) > most {
		return fmt.Errorf("%w: %d extensions", ErrWord, len(p.Extensions))
	}
	left := owner.Left{Left: p.Left}
	if err := left.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrWord, err)
	}
	paid := make([]owner.Letter, len(p.Extensions))
	for i, e := range p.Extensions {
		w, err := Word(e)
		if err == nil && e.ID == "" {
			err = fmt.Errorf("%w: an extension without an id", ErrWord)
		}
		if err != nil {
			return err
		}
		paid[i] = owner.Letter{ID: "time-" + e.ID, Word: w}
		if err := paid[i].Check(); err != nil {
			return fmt.Errorf("%w: %w", ErrWord, err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said, l.left, l.since, l.paid = true, time.Duration(p.Left)*time.Millisecond, clock.Start(), paid
	return nil
}

// Word is an extension as the Golem hears of it.
func Word(e wire.Extension) (w owner.Time, err error) {
	w = owner.Time{Adds: e.Adds, Price: money.USDC(e.Price)}
	if e.Payer != "" {
		if w.Payer, err = eip55.Parse(e.Payer); err != nil {
			return w, fmt.Errorf("%w: payer: %w", ErrWord, err)
		}
	}
	if e.Tx != "" {
		if err := w.Tx.UnmarshalText([]byte(e.Tx)); err != nil {
			return w, fmt.Errorf("%w: transaction: %w", ErrWord, err)
		}
	}
	return w, nil
}

// Next implements owner.Source.
func (l *Lease) Next(_ context.Context, known func(id string) (owner.Answer, bool)) (owner.Letter, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.paid {
		if _, heard := known(p.ID); heard {
			l.heard[p.ID] = true
		}
	}
	return l.next()
}

// Waits reports whether the Golem has something to hear.
func (l *Lease) Waits() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, waits := l.next()
	return waits
}

// next is what the Golem has to hear: extensions before what they come to.
func (l *Lease) next() (owner.Letter, bool) {
	for _, p := range l.paid {
		if !l.heard[p.ID] {
			return p, true
		}
	}
	if !l.said {
		return owner.Letter{}, false
	}
	left := l.remaining()
	if off := l.clock.Now().Add(left).Sub(l.end); !l.end.IsZero() && off.Abs() <= slack {
		return owner.Letter{}, false
	}
	return owner.Letter{Word: owner.Left{Left: left.Milliseconds()}}, true
}

// Left is what is left of the paid time.
func (l *Lease) Left() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.remaining()
}

func (l *Lease) remaining() time.Duration { return max(0, l.left-l.since.Elapsed()) }

// Answer implements owner.Source: what the Golem heard, it counts by.
func (l *Lease) Answer(of owner.Letter, a owner.Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch w := of.Word.(type) {
	case owner.Left:
		l.end = time.UnixMilli(a.At + w.Left)
	case owner.Time:
		l.heard[of.ID] = true
		if a.Status == owner.Accepted && !l.end.IsZero() {
			l.end = l.end.Add(time.Duration(w.Adds) * time.Millisecond)
		}
	}
}
