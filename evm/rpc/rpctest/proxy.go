// Package rpctest is a JSON-RPC endpoint that misbehaves on command: a proxy in
// front of a good one that can be dead, slow, behind, ahead, of another chain, an
// HTML page, or drop requests. Test files only.
package rpctest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
)

// Fault is one way to misbehave. The zero Fault is none.
type Fault struct {
	// Dead closes every connection without an answer.
	Dead bool
	// DropEvery closes the connection of every n-th request; 0: of none.
	DropEvery int
	// LoseFirst closes the connection of so many requests after Set.
	LoseFirst int
	// DropAnswer forwards requests of this method and closes the connection
	// instead of answering: the work was done and nobody was told.
	DropAnswer string
	// Slow delays every answer.
	Slow time.Duration
	// Page answers every request with this text instead of JSON.
	Page string
	// Status is the HTTP status of every answer; 0: 200.
	Status int
	// ChainID answers eth_chainId; 0: the truth.
	ChainID uint64
	// Behind is how many blocks the head lags.
	Behind uint64
	// Omit leaves the answers to this method out of every batch.
	Omit string
	// Refuse answers this method with "method not found".
	Refuse string
	// Hide answers this method with an empty list.
	Hide string
	// Strip leaves this field out of every transaction's receipt.
	Strip string
	// Forked names every block by another hash.
	Forked bool
	// Ahead is how many seconds the head's time lies in the future.
	Ahead uint64
	// Lie changes the result of every eth_call: data is what was called with. The hashes
	// of the blocks stay true.
	Lie func(data, result string) string
}

// Proxy is the endpoint. It is safe for concurrent use.
type Proxy struct {
	url   string
	inner string

	mu     sync.Mutex // guards what follows
	fault  Fault
	heard  func(method string, answered bool)
	seen   int
	since  int // requests after Set
	calls  map[string]int
	spoilt int
}

// New starts a proxy in front of an endpoint, until the test ends.
func New(t testing.TB, inner string) *Proxy {
	t.Helper()
	p := &Proxy{inner: inner, calls: map[string]int{}}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

// URL is the proxy's address.
func (p *Proxy) URL() string { return p.url }

// Set changes how it misbehaves.
func (p *Proxy) Set(f Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.spoilt, p.since = f, 0, 0
}

// Hear calls f with every method that arrives, and again when it was forwarded and
// its answer is about to be given. f may end the asker.
func (p *Proxy) Hear(f func(method string, answered bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = f
}

// tell calls what Hear was given.
func (p *Proxy) tell(body []byte, answered bool) {
	p.mu.Lock()
	f := p.heard
	p.mu.Unlock()
	if f == nil {
		return
	}
	for _, c := range calls(body) {
		f(c.Method, answered)
	}
}

// Calls returns how many requests of a method arrived.
func (p *Proxy) Calls(method string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[method]
}

// Spoilt returns how many requests were answered badly, or not, since Set.
func (p *Proxy) Spoilt() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.spoilt
}

// spoils counts a request that is answered badly.
func (p *Proxy) spoils() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spoilt++
}

// Requests returns how many HTTP requests arrived; a batch is one.
func (p *Proxy) Requests() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen
}

// ServeHTTP implements http.Handler.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	f, drop := p.note(body)
	p.tell(body, false)
	if f.Dead || drop {
		p.spoils()
		hangUp()
	}
	if f.Slow > 0 {
		p.spoils()
		c := clock.System{}
		if c.WaitUntil(r.Context(), c.Now().Add(f.Slow)) != nil {
			return
		}
	}
	if f.Page != "" || f.Status >= 400 {
		p.spoils()
		w.WriteHeader(max(f.Status, http.StatusOK))
		_, _ = io.WriteString(w, f.Page)
		return
	}
	asked, err := p.rewrite(f, body)
	if err != nil {
		hangUp()
	}
	answer, err := p.ask(asked)
	if err != nil || (f.DropAnswer != "" && bytes.Contains(body, []byte(`"`+f.DropAnswer+`"`))) {
		p.spoils()
		hangUp()
	}
	p.tell(body, true)
	w.Header().Set("Content-Type", "application/json")
	spoilt := f.spoil(body, answer)
	if !bytes.Equal(asked, body) || !bytes.Equal(spoilt, answer) {
		p.spoils()
	}
	_, _ = w.Write(spoilt)
}

// hangUp closes the connection without an answer.
func hangUp() { panic(http.ErrAbortHandler) }

// note counts a request and reports whether it is to be dropped.
func (p *Proxy) note(body []byte) (Fault, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range calls(body) {
		p.calls[c.Method]++
	}
	p.seen++
	p.since++
	return p.fault, p.since <= p.fault.LoseFirst || (p.fault.DropEvery > 0 && p.seen%p.fault.DropEvery == 0)
}

func (p *Proxy) ask(body []byte) ([]byte, error) {
	r, err := http.Post(p.inner, "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

// call is one request as far as the proxy reads it.
type call struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

// calls reads a request or a batch of them.
func calls(body []byte) []call {
	var many []call
	if json.Unmarshal(body, &many) == nil {
		return many
	}
	var one call
	if json.Unmarshal(body, &one) == nil {
		return []call{one}
	}
	return nil
}
