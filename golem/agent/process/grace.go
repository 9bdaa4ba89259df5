package process

import (
	"context"
	"errors"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/internal/clock"
)

// ending is what the shutdown behind a death that is cut off needs of the grace.
const ending = 4 * time.Second

// graceful is the context of a dying Golem: when its process is asked to stop, the
// settlement goes on for as long as the platform's grace allows (mortality §9.1). The
// kill switch ends it at once, also within the grace.
func (p *process) graceful(ctx context.Context) (context.Context, func()) {
	dying, end := context.WithCancelCause(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-dying.Done():
			return
		case <-ctx.Done():
		}
		cause := context.Cause(ctx)
		if left := p.Grace - ending; left > 0 && !errors.Is(cause, killswitch.ErrPulled) && p.pulled(dying, left) {
			cause = killswitch.ErrPulled
		}
		end(cause)
	}()
	return dying, func() { end(nil) }
}

// pulled waits, and says whether the kill switch was pulled meanwhile: whoever watched
// it ended when the process was asked to stop.
func (p *process) pulled(ctx context.Context, left time.Duration) bool {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer stop()
		c := clock.System{}
		_ = c.WaitUntil(ctx, c.Now().Add(left)) // it died before, or its time is over
	}()
	return errors.Is(killswitch.Watch(ctx, clock.System{}, p.Home.Path(killswitch.File)), killswitch.ErrPulled)
}

// defers leaves the request to finish a death that was cut off (mortality §9.1).
func (p *process) defers() error {
	if !p.at.dying {
		return nil
	}
	d := p.golem.Deferred()
	d.Finish = p.Finish
	return errors.Join(p.estate().Bequeath("deferred", d), p.Home.Vouch(p.Home.Path(home.DeferredFile)))
}
