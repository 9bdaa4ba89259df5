package live

import (
	"context"
	"errors"
	"time"

	"bardo.run/bardo/golem/host/shutdown"
	"bardo.run/bardo/internal/clock"
)

// release gives up a handle whose life is not over.
type release func(ctx context.Context, reason string) error

// stop ends a life that was interrupted, in the order and the time of runtime
// §12. The devnet pauses with the process, so nothing is critical: no position
// waits for a settlement, and the next run goes on from the manifest.
func (l *one) stop(ctx context.Context, hand release) error {
	l.stopped = true
	sequence := shutdown.Sequence{Clock: clock.System{}, Events: l.golem.Events()}
	report := sequence.Run(ctx, "interrupted", shutdown.Plan{
		shutdown.Flush:    func(ctx context.Context, _ time.Time) error { return l.flush(ctx, hand) },
		shutdown.Manifest: func(context.Context, time.Time) error { return l.claim() },
		shutdown.Seal:     func(context.Context, time.Time) error { return l.journal.Close() },
		shutdown.Wipe:     func(context.Context, time.Time) error { l.key.Destroy(); return nil },
		shutdown.Exit:     func(context.Context, time.Time) error { l.golem.Events().Close(); return nil },
	})
	if l.options.Log != nil {
		for _, o := range report.Phases {
			l.options.Log.Debug("shutdown", "phase", o.Phase.Name, "took", o.Took, "error", o.Err)
		}
	}
	return report.Err()
}

// flush fires the end hooks and makes everything durable that the manifest will
// name.
func (l *one) flush(ctx context.Context, hand release) error {
	return errors.Join(hand(ctx, "interrupted"), l.journal.Sync(), l.records.Close(), l.ledger.Close())
}

// claim writes the manifest, which may name only what is durable: the next boot
// holds the journal against it. Why the journal is not was said by the flush.
func (l *one) claim() error {
	if l.journal.Sync() != nil {
		return nil
	}
	return l.home.SaveManifest(*l.manifest())
}
