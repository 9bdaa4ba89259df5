package thanatopsis

import (
	"cmp"
	"context"
)

// How long a death may take, in milliseconds (mortality §9.1).
const (
	planned  = 30 * 60_000
	sudden   = 30_000 // at least, where nobody is paid for the time
	costlier = 10 * 60_000
	late     = 2_000 // at least, of a death that begins when the paid time is all but over
)

// waits are before each further try of what fails for a moment (heartbeat §14); the
// last one is for every try after them. An endpoint that is away for a minute must not
// strand a position.
var waits = [...]int64{2_000, 4_000, 8_000, 15_000, 30_000}

// Reasons why no further step is taken.
const (
	outOfTime = "the time for dying is over"
	givenUp   = "the settlement was ended by an order"
)

// patience is the time that a death has, and how much of it went into waiting for better
// prices. Times are in milliseconds.
type patience struct {
	now       func() int64
	wait      func(ctx context.Context, ms int64) error
	abandoned func() bool  // nil: never
	limit     int64        // how long it may take; 0 as in Terms
	paid      func() int64 // the end of the paid time; nil: it is nobody's

	begun, until int64 // 0: not begun
	dear         int64 // waited for cheaper gas and better prices
}

// begin starts the time that the death has. A death that goes on has begun.
func (t *patience) begin() {
	if t.begun != 0 {
		return
	}
	t.begun = t.now()
	limit, least := cmp.Or(t.limit, planned), int64(sudden)
	if t.paid != nil {
		left := t.paid() - t.begun
		limit, least = min(limit, left-aftermath(left)), late
	}
	t.until = t.begun + max(limit, least)
}

// aftermath is what is kept free of the paid time that is left, for what comes behind the
// settlement: a quarter of it, and half a minute at most.
func aftermath(left int64) int64 { return min(sudden, left/4) }

// took is how long it has been; 0: it has not begun.
func (t *patience) took(now int64) int64 {
	if t.begun == 0 {
		return 0
	}
	return max(0, now-t.begun)
}

// over says why no further step is taken; empty while there is time.
func (t *patience) over() string {
	switch {
	case t.abandoned != nil && t.abandoned():
		return givenUp
	case t.now() >= t.until:
		return outOfTime
	}
	return ""
}

// pause waits before the n-th further try, from 0, and returns for how long; 0 where
// there is no time left or the life cannot go on here.
func (t *patience) pause(ctx context.Context, n int) (ms int64) {
	if ctx.Err() != nil || t.over() != "" {
		return 0
	}
	ms = min(waits[min(n, len(waits)-1)], t.until-t.now())
	if t.wait(ctx, ms) != nil {
		return 0
	}
	return ms
}

// patiently does what may fail for a moment, again after each wait. What cannot
// wait either is final: the journal's end, or the process's.
func (t *patience) patiently(ctx context.Context, do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || t.pause(ctx, n) == 0 {
			return err
		}
	}
}

// rest waits so long for a better price, and says why it could not.
func (t *patience) rest(ctx context.Context, ms int64) (why string) {
	if why := t.over(); why != "" {
		return why
	}
	if t.wait(ctx, min(ms, t.until-t.now())) != nil {
		return outOfTime
	}
	t.waited(ms)
	return ""
}

// waited counts what went into waiting for a better price.
func (t *patience) waited(ms int64) { t.dear += ms }

// spent says that no more is waited for a better price.
func (t *patience) spent() bool { return t.dear >= costlier }

// ending says that so little time is left that what is to be sold is sold now, whatever its price.
func (t *patience) ending() bool { return t.spent() || t.until-t.now() <= sudden+apart }
