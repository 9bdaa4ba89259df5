// Package term is the paid time of a life: when it began, when it ends, and what was paid
// for it. There is one Term in a life. It is set at the birth and changed by the owner's
// word alone; the clocks, the books, the risk engine, a death and the record read it.
//
// Times are unix milliseconds of the life's own clock.
package term

import (
	"errors"
	"fmt"
	"math"

	"bardo.run/bardo/internal/money"
)

// span is time that was paid for at once.
type span struct {
	from, until int64
	price       money.USDC
}

// Term is the paid time of a life. The zero value is one that is not known. It belongs to
// the goroutine that ticks.
type Term struct{ spans []span }

// Forever is the end of a life that no paid time bounds: its credit ends it.
const Forever = math.MaxInt64 / 4

// ErrNone says that there is no such time.
var ErrNone = errors.New("this is no paid time")

// New returns the time from a birth to its first end, and what was paid for it.
func New(from, until int64, price money.USDC) (*Term, error) {
	if until <= from || price < 0 {
		return nil, fmt.Errorf("%w: it ends at %d, begins at %d, and costs %s", ErrNone, until, from, price)
	}
	return &Term{[]span{{from, until, price}}}, nil
}

// Start is when it began; 0 where it is not known.
func (t *Term) Start() int64 {
	if t == nil || len(t.spans) == 0 {
		return 0
	}
	return t.spans[0].from
}

// Until is when it ends; 0 where it is not known.
func (t *Term) Until() int64 {
	if t == nil || len(t.spans) == 0 {
		return 0
	}
	return t.spans[len(t.spans)-1].until
}

// Extend adds time at the end, in milliseconds, for a price.
func (t *Term) Extend(by int64, price money.USDC) error {
	if by <= 0 || price < 0 || t.Until() > Forever-by {
		return fmt.Errorf("%w: %d ms more for %s, after %d", ErrNone, by, price, t.Until())
	}
	t.spans = append(t.spans, span{t.Until(), t.Until() + by, price})
	return nil
}

// Correct moves the end to where a host says that it is, in unix milliseconds after the
// beginning. Later is time that costs nothing; what is cut off was paid for, and is due sooner.
func (t *Term) Correct(until int64) error {
	if len(t.spans) == 0 || until <= t.Start() || until > Forever {
		return fmt.Errorf("%w: an end at %d, of a time that begins at %d", ErrNone, until, t.Start())
	}
	last := len(t.spans) - 1
	if until > t.spans[last].until {
		if t.spans[last].price > 0 {
			t.spans = append(t.spans, span{from: t.spans[last].until, until: until})
			return nil
		}
		t.spans[last].until = until
		return nil
	}
	for ; t.spans[last].from >= until; last-- {
		price, err := t.spans[last-1].price.Add(t.spans[last].price)
		if err != nil {
			return err
		}
		t.spans[last-1].price, t.spans = price, t.spans[:last]
	}
	t.spans[last].until = until
	return nil
}

// Due is what is due of everything that was paid up to a time, rounded down in each part
// of it but a part that is over.
func (t *Term) Due(at int64) (due money.USDC, _ error) {
	for _, s := range t.spans {
		part, err := s.price.MulDivDown(min(max(at, s.from), s.until)-s.from, s.until-s.from)
		if err == nil {
			due, err = due.Add(part)
		}
		if err != nil {
			return 0, err
		}
	}
	return due, nil
}
