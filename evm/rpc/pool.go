package rpc

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/clock"
)

// Config names the endpoints of a chain.
type Config struct {
	URLs    []string // in order of preference; at least one
	ChainID uint64
	// Rate is how many calls a second one endpoint is asked at most, each read of a
	// batch counted; 0: as many as there are. Four seconds' worth may come at once.
	Rate float64
	// BlockTime is how long the chain takes for a block; 0: blocks come when they are
	// asked for, and the age of a head says nothing.
	BlockTime time.Duration
	// HeadsURL is a WebSocket, ws or wss, whose node tells of its heads; "": none. It is
	// one more word on how high the chain is (Tip.Behind), and asked for nothing else. It
	// wakes no one and chooses no endpoint, because a head has no price. One of another chain
	// refuses no start, because nothing is read through it.
	HeadsURL string
	// Silence is how long no head may come over it before it counts as lost; 0: as long
	// as it answers pings.
	Silence time.Duration
	Clock   clock.Clock  // nil: the machine's
	Log     *slog.Logger // nil: none
}

// backOff is how long an endpoint is left alone after each refusal in a row for
// coming too often (chain §2).
var backOff = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}

// sharedLimit bounds a request where another endpoint may answer it.
const sharedLimit = 5 * time.Second

// pool is several endpoints of one chain.
type pool struct {
	Config
	limit     time.Duration
	endpoints []*endpoint
	socket    *socket // nil: none

	mu   sync.Mutex // guards line
	line line
}

// Connect returns a client of every endpoint of one chain. None is asked anything
// before its chain id was, at first and after every new connection. An endpoint of
// another chain is ErrWrongChain, whatever the others say; one that does not answer
// is asked again later, as long as another one does. The socket for heads is not
// waited for: Close ends it.
//
// spec: chain §2
func Connect(ctx context.Context, c Config) (*Client, error) {
	if c.Clock == nil {
		c.Clock = clock.System{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	p := &pool{Config: c, limit: requestLimit}
	if len(c.URLs) > 1 {
		p.limit = sharedLimit
	}
	for _, url := range c.URLs {
		p.endpoints = append(p.endpoints, newEndpoint(p, url))
	}
	if err := p.check(ctx); err != nil {
		p.close()
		return nil, err
	}
	if c.HeadsURL != "" {
		p.socket = newSocket(p, c.HeadsURL)
		p.socket.begin()
	}
	return &Client{pool: p}, nil
}

// check asks every endpoint for its chain. It fails where one serves another, and
// where none answers.
func (p *pool) check(ctx context.Context) (first error) {
	answered := false
	for _, e := range p.endpoints {
		err := e.try(ctx, &request{method: "eth_chainId"})
		if errors.Is(err, ErrWrongChain) || ctx.Err() != nil {
			return err
		}
		if answered = answered || err == nil; first == nil {
			first = err
		}
	}
	if answered {
		return nil
	}
	if first == nil {
		first = &Error{Method: "dial", Kind: ErrTransport, Detail: "no endpoint is configured"}
	}
	return first
}

// order lists the endpoints as they are to be asked: those that named the block as
// their head, those that are in step, those that lag, those whose head lies in the
// future; among equals by preference.
func (p *pool) order(block common.Hash) []*endpoint {
	if len(p.endpoints) == 1 {
		return p.endpoints
	}
	highest := p.highest()
	list := slices.Clone(p.endpoints)
	slices.SortStableFunc(list, func(a, b *endpoint) int { return a.rank(block, highest) - b.rank(block, highest) })
	return list
}

func (p *pool) close() {
	if p.socket != nil {
		p.socket.close()
	}
	for _, e := range p.endpoints {
		e.close()
	}
}
