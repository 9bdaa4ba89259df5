package rpc

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// notAsked is the error of a request that did not leave.
func (e *endpoint) notAsked(method string, kind error, why string) error {
	return &Error{Method: method, Kind: kind, Detail: e.name + ": " + why, Cause: errNotAsked}
}

// resting says why the endpoint may not be asked now.
func (e *endpoint) resting(now time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case now.Before(e.aside):
		return e.notAsked("eth_chainId", ErrWrongChain, "it serves another chain; asked again at "+e.aside.Format(time.TimeOnly))
	case now.Before(e.rest):
		return e.notAsked("eth_chainId", ErrRateLimited, "it asked to slow down; asked again at "+e.rest.Format(time.TimeOnly))
	}
	return nil
}

// restsUntil is when an endpoint that asked to slow down may be asked again, and how
// often in a row it did.
func (e *endpoint) restsUntil() (time.Time, int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.rest, e.refused
}

// token takes what a request costs out of the bucket, and waits until it is there.
func (e *endpoint) token(ctx context.Context, calls int) error {
	if e.bucket == nil || calls == 0 {
		return nil
	}
	for ; calls > 0; calls -= e.bucket.Burst() {
		now := e.pool.Clock.Now()
		r := e.bucket.ReserveN(now, min(calls, e.bucket.Burst()))
		wait := r.DelayFrom(now)
		if wait == 0 {
			continue
		}
		if err := e.pool.Clock.WaitUntil(ctx, now.Add(wait)); err != nil {
			r.CancelAt(e.pool.Clock.Now())
			return fmt.Errorf("wait for the rate limit of %s: %w", e.name, err)
		}
	}
	return nil
}

// note takes down how a request ended: for the breaker, the back-off and the status.
// A caller that gave up says nothing of the endpoint; its deadline and a faster
// endpoint do.
func (e *endpoint) note(ctx context.Context, err error) {
	now := e.pool.Clock.Now()
	if errors.Is(context.Cause(ctx), context.Canceled) {
		e.breaker.Forget()
		return
	}
	ok := !unanswered(err) && ctx.Err() == nil
	was := e.breaker.OpenUntil()
	if errors.Is(err, ErrRateLimited) { // the back-off is for this
		e.breaker.Forget()
	} else {
		e.breaker.Done(now, ok)
	}
	e.limits(now, err)
	if until := e.breaker.OpenUntil(); until != was && !until.IsZero() {
		e.pool.Log.Warn("an endpoint fails too often and is left alone", "endpoint", e.name, "until", until, "error", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, kind := range []error{ErrTransport, ErrMalformed, ErrWrongChain} {
		if errors.Is(err, kind) {
			e.failure = kind
		}
	}
	if e.up = ok; errors.Is(err, ErrTransport) {
		e.until = time.Time{} // who answers next may be another one
	}
}

// lastFailure is why the endpoint is left alone: what it says, or does not say, to who
// does not ask it any more.
func (e *endpoint) lastFailure() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.failure == nil {
		return ErrTransport
	}
	return e.failure
}

// unanswered says that the endpoint did not do what it is there for. A revert, or a
// block that it does not have, is an answer.
func unanswered(err error) bool {
	for _, kind := range []error{ErrTransport, ErrRateLimited, ErrMalformed, ErrWrongChain} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// limits sets how long an endpoint that asked to slow down is left alone.
func (e *endpoint) limits(now time.Time, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !errors.Is(err, ErrRateLimited) {
		e.refused, e.rest = 0, time.Time{}
		return
	}
	e.rest = now.Add(backOff[min(e.refused, len(backOff)-1)])
	e.refused++
	e.limited++
	e.pool.Log.Warn("an endpoint asks to slow down", "endpoint", e.name, "until", e.rest)
}
