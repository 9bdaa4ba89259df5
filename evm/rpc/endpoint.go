package rpc

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"golang.org/x/time/rate"

	"bardo.run/bardo/internal/breaker"
)

const (
	// chainAge is how long the word of a node on its chain is good.
	chainAge = time.Minute
	// asideFor is how long an endpoint of another chain is not even asked for its
	// chain again. That it is asked at all spares a restart when a provider mends its routing.
	asideFor = 30 * time.Second
)

// errNotAsked: the request did not leave, because the endpoint is at rest.
var errNotAsked = errors.New("not asked")

// errTooSlow gives up an endpoint that others overtook.
var errTooSlow = errors.New("others answered long before")

// endpoint is one node of a pool.
type endpoint struct {
	pool    *pool
	url     string
	name    string
	veil    *veil
	bucket  *rate.Limiter // nil: none
	breaker breaker.Breaker
	dials   atomic.Int64 // connections made
	width   width

	mu      sync.Mutex // guards what follows
	node    *gethrpc.Client
	checked int64     // of the dials, when the chain id was last right
	until   time.Time // as long the chain id is good; zero: it is to be asked for
	aside   time.Time // not to be asked before it: it serves another chain
	refused int       // refusals for coming too often, in a row
	rest    time.Time // not to be asked before it: it asked to slow down
	wrong   bool      // it served another chain when it was last asked
	limited uint64    // refusals for coming too often, in all
	up      bool      // its last request was answered
	failure error     // the kind of its last failure
	head    Block     // as it last said
	heard   time.Time // when
	high    uint64    // the highest of its heads
	ahead   bool      // its head lies in the future
	silent  time.Time // not asked to confirm before it: it did not answer in time
}

func newEndpoint(p *pool, url string) *endpoint {
	e := &endpoint{pool: p, url: url, name: label(url), veil: newVeil(url)}
	if p.Rate > 0 {
		e.bucket = rate.NewLimiter(rate.Limit(p.Rate), max(1, int(4*p.Rate)))
	}
	return e
}

// try asks the endpoint once, if it may be asked now.
func (e *endpoint) try(ctx context.Context, r *request) error {
	now := e.pool.Clock.Now()
	if err := e.resting(now); err != nil {
		return err
	}
	if !e.breaker.Allow(now) {
		return e.notAsked(r.method, e.lastFailure(), "it failed too often; asked again at "+e.breaker.OpenUntil().Format(time.TimeOnly))
	}
	if err := e.token(ctx, r.calls); err != nil {
		e.breaker.Forget()
		return err
	}
	err := within(withWidth(veiled(ctx, e.veil), &e.width), e.pool.limit, r.method, func(ctx context.Context) error { return e.ask(ctx, r) })
	err = e.veil.on(err)
	if err != nil || r.ask != nil { // what was verified is noted
		e.note(ctx, err)
	}
	if err == nil {
		r.by = e
	}
	return err
}

// ask checks the chain where that is due, and puts the request. What came over a
// connection that is new counts only after the chain was checked again.
func (e *endpoint) ask(ctx context.Context, r *request) error {
	node, err := e.connected(ctx)
	if err != nil {
		return err
	}
	if !e.trusted() {
		if err := e.verify(ctx, node); err != nil {
			return err
		}
	}
	if r.ask == nil { // the chain was all that was asked for
		return nil
	}
	err = r.ask(ctx, node)
	if e.trusted() || errors.Is(err, ErrTransport) || ctx.Err() != nil {
		return err
	}
	if other := e.verify(ctx, node); other != nil {
		return other
	}
	return err
}

// rank is the endpoint's place in the order of pool.order.
func (e *endpoint) rank(block common.Hash, highest uint64) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.ahead:
		return 3
	case block != (common.Hash{}) && e.head.Hash == block:
		return 0
	case e.head.Number+inStep < highest:
		return 2
	}
	return 1
}

func (e *endpoint) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.node != nil {
		e.node.Close()
	}
}
