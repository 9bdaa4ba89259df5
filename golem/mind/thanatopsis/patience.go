package thanatopsis

import "context"

// How long a death may take, in milliseconds (mortality §9.1).
const (
	planned  = 30 * 60_000
	sudden   = 30_000 // at least, and what is kept free at the end of the paid time
	costlier = 10 * 60_000
)

// waits are before each further try of what fails for a moment (heartbeat §14); the
// last one is for every try behind them.
var waits = [...]int64{2_000, 4_000, 8_000, 15_000, 30_000}

// Reasons why no further step is taken.
const (
	outOfTime = "the time for dying is over"
	givenUp   = "the settlement was ended by an order"
)

// begin starts the time that the death has. A death that goes on has begun.
func (p *Protocol) begin() {
	if p.begun != 0 {
		return
	}
	p.begun = p.ports.Now()
	limit := p.terms.Limit
	if limit == 0 {
		limit = planned
	}
	if p.terms.Until > 0 {
		limit = min(limit, p.terms.Until-p.begun-sudden)
	}
	p.until = p.begun + max(limit, sudden)
}

// over says why no further step is taken; empty while there is time.
func (p *Protocol) over() string {
	switch {
	case p.ports.Abandoned != nil && p.ports.Abandoned():
		return givenUp
	case p.ports.Now() >= p.until:
		return outOfTime
	}
	return ""
}

// pause waits before the n-th further try, from 0, and returns for how long; 0 where
// there is no time left or the life cannot go on here.
func (p *Protocol) pause(ctx context.Context, n int) (ms int64) {
	if ctx.Err() != nil || p.over() != "" {
		return 0
	}
	ms = min(waits[min(n, len(waits)-1)], p.until-p.ports.Now())
	if p.ports.Wait(ctx, ms) != nil {
		return 0
	}
	return ms
}

// patiently does what may fail for a moment, again after each wait. What cannot
// wait either is final: the journal's end, or the process's.
func (p *Protocol) patiently(ctx context.Context, do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || p.pause(ctx, n) == 0 {
			return err
		}
	}
}

// see reads the chain, as often as it takes.
func (p *Protocol) see(ctx context.Context) error {
	return p.patiently(ctx, func() error { return p.look(ctx) })
}
