package heartbeattest

import (
	"context"

	"bardo.run/bardo/golem/mind/heartbeat/pace"
)

// ahead runs the gamma ticks that are due before the next theta tick and returns
// when that one is. A gamma tick that fails is noted and passed.
func (w *World) ahead(ctx context.Context) int64 {
	for {
		at, scale := w.Beat.Next()
		if scale == pace.Theta {
			return at
		}
		if at == pace.Never {
			return w.Time
		}
		w.Time = max(w.Time, at)
		w.mine()
		if _, err := w.Beat.Gamma(ctx, w.Time); err != nil {
			w.note("gamma: %v", err)
		}
	}
}
