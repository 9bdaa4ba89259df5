package rpc

import (
	"context"
	"errors"
	"sync"
	"time"
)

// waits is how long a socket is left alone after each loss in a row without a head in
// between (chain §10.3).
var waits = []time.Duration{3 * time.Second, 6 * time.Second, 12 * time.Second, 30 * time.Second}

// beat is how often a socket is asked for a sign of life.
const beat = 30 * time.Second

// socket hears of the heads of one node over a WebSocket. It is one goroutine, which
// keeps the newest head alone, beats the socket with pings while there is one, and
// ends with close. Nothing waits for it and nothing is read through it. go-ethereum's own
// client is not used: it keeps 20,000 heads, connects again without a check of the chain, and
// answers calls of the other side.
type socket struct {
	pool  *pool
	url   string
	veil  *veil
	beat  time.Duration
	limit time.Duration // of the handshake, and of both questions after it
	stop  context.CancelFunc
	ended chan struct{}

	mu     sync.Mutex // guards what follows
	state  SocketStatus
	before bool      // it was connected before
	heard  time.Time // when it last told of a head that is believed
}

func newSocket(p *pool, url string) *socket {
	return &socket{pool: p, url: url, beat: beat, limit: requestLimit, ended: make(chan struct{}), state: SocketStatus{Name: label(url)}, veil: newVeil(url)}
}

// begin starts to listen. Until close it costs a goroutine and a connection.
func (s *socket) begin() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	go s.watch(ctx)
}

// close ends the goroutine and waits for it.
func (s *socket) close() {
	s.stop()
	<-s.ended
}

// watch listens, and does so again after every loss, until ctx ends.
//
// spec: chain §10.3
func (s *socket) watch(ctx context.Context) {
	defer close(s.ended)
	for lost := 0; ; lost++ {
		had := s.status().Heads
		err := s.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		if s.status().Heads > had {
			lost = 0
		}
		wait := waits[min(lost, len(waits)-1)]
		s.down(err, wait)
		c := s.pool.Clock
		if c.WaitUntil(ctx, c.Now().Add(wait)) != nil {
			return
		}
	}
}

// up notes a connection whose chain is right and which tells of heads.
func (s *socket) up() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.before {
		s.state.Reconnects++
	}
	s.before, s.state.Connected, s.state.Wrong = true, true, false
	s.pool.Log.Info("the socket tells of heads", "endpoint", s.state.Name, "reconnects", s.state.Reconnects)
}

// down notes that a connection ended or did not come about. What another chain's
// node said before counts no longer.
func (s *socket) down(err error, wait time.Duration) {
	err = s.veil.on(err)
	s.pool.Log.Warn("the socket tells of no heads, they are polled", "endpoint", s.state.Name, "next", wait, "code", codeOf(err), "error", err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Connected = false
	if errors.Is(err, ErrWrongChain) {
		s.state.Wrong, s.heard = true, time.Time{}
	}
}

// told takes a head down and reports whether it is believed. The newest one counts,
// also where it is lower than the one before: the chain went back.
func (s *socket) told(b Block) bool {
	now := s.pool.Clock.Now()
	early := ahead(now, b)
	s.mu.Lock()
	defer s.mu.Unlock()
	if early > 0 && !s.state.Ahead {
		s.pool.Log.Warn("the head of a socket lies in the future and is not believed", "endpoint", s.state.Name, "block", b.Number, "seconds", early)
	}
	if s.state.Ahead = early > 0; s.state.Ahead {
		return false
	}
	s.state.Head, s.heard = b.Number, now
	s.state.Heads++
	return true
}

// highest is the number of the newest head, if it was told of lately. There may be no
// socket.
func (s *socket) highest(now time.Time) uint64 {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.heard) >= remembered {
		return 0
	}
	return s.state.Head
}

// forgo forgets a head above a height: the chain left it. There may be no socket.
func (s *socket) forgo(number uint64) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Head = min(s.state.Head, number)
}

func (s *socket) status() SocketStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}
