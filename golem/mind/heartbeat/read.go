package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// reader reads the market, and remembers the blocks that it read.
type reader struct {
	notes   *notes
	market  Market
	timer   Timer
	retries int // after the first attempt
	wait    int64
	chain   *chainMemory
}

// read asks for a reading, again after each wait while it fails (heartbeat §2, error
// table).
func (r *reader) read(ctx context.Context) (reading turn.Reading, attempts int, err error) {
	for attempts = 1; ; attempts++ {
		reading, err = r.market.Observe(ctx)
		if err == nil {
			r.chain.reading(&reading)
			return reading, attempts, nil
		}
		if journal.IsFinal(err) || attempts > r.retries || ctx.Err() != nil {
			return reading, attempts, err
		}
		if waited := r.timer.Wait(ctx, r.wait); waited != nil {
			return reading, attempts, waited
		}
		r.notes.now += r.wait
	}
}

// glance asks once for the small reading of a gamma tick.
func (r *reader) glance(ctx context.Context) (turn.Glance, error) {
	g, err := r.market.Glance(ctx)
	if err == nil {
		r.chain.block(g.Block)
	}
	return g, err
}
