package rpc

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// do asks the endpoints in their order until one answers. Where all that is left
// asks to slow down, it waits 1, 2 and 4 s; where a connection was lost, it asks once
// more at once.
func (p *pool) do(ctx context.Context, r *request) error {
	lost := false
	for again := 0; ; {
		err := p.round(ctx, r)
		switch {
		case !lost && dropped(err) && ctx.Err() == nil:
			lost = true
		case errors.Is(err, ErrRateLimited) && again < len(backOff):
			again++
			rested, worthwhile := p.rested()
			if !worthwhile {
				return err
			}
			if p.Clock.WaitUntil(ctx, rested) != nil {
				return fmt.Errorf("%s: %w", r.method, ctx.Err())
			}
		default:
			return err
		}
	}
}

// dropped says that a request left and its connection was lost: most often one that
// lay idle for too long.
func dropped(err error) bool {
	return errors.Is(err, ErrTransport) && !errors.Is(err, errNotAsked) && !errors.Is(err, errLate)
}

// round asks each endpoint once at most.
func (p *pool) round(ctx context.Context, r *request) error {
	var first, limited error
	unknown := false
	for _, e := range p.order(r.block) {
		err := e.try(ctx, r)
		if err == nil || ctx.Err() != nil || !elsewhere(r.method, err) {
			return settled(r.method, err, unknown)
		}
		r.not = append(r.not, e)
		unknown = unknown || (!errors.Is(err, ErrRateLimited) && !errors.Is(err, errNotAsked))
		if errors.Is(err, ErrRateLimited) {
			limited = err
		}
		if first == nil || errors.Is(first, errNotAsked) {
			first = err
		}
	}
	if limited != nil {
		return limited
	}
	return first
}

// settled keeps a refusal of a transaction from being the last word where an
// endpoint that was asked before did not answer: that one may have taken it.
func settled(method string, err error, unknown bool) error {
	if method != methodSend || !unknown || (!errors.Is(err, ErrUnderpriced) && !errors.Is(err, ErrInsufficientFunds)) {
		return err
	}
	return &Error{Method: method, Kind: ErrTransport, Detail: "one endpoint did not answer, another said: " + err.Error()}
}

// elsewhere says that another endpoint may answer what this one did not.
func elsewhere(method string, err error) bool {
	for _, kind := range []error{ErrTransport, ErrRateLimited, ErrNoBlock, ErrMalformed, ErrWrongChain} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return errors.Is(err, ErrMissing) && strings.HasPrefix(method, "eth_getBlock")
}

// rested is when the first of the endpoints that asked to slow down may be asked
// again. Waiting is not worthwhile where all of them did so after every wait before.
func (p *pool) rested() (first time.Time, worthwhile bool) {
	for _, e := range p.endpoints {
		until, refused := e.restsUntil()
		if refused == 0 {
			continue
		}
		if worthwhile = worthwhile || refused <= len(backOff); first.IsZero() || until.Before(first) {
			first = until
		}
	}
	return first, worthwhile
}
