// Package vitals is what a machine asks a living Golem: has it begun, does it
// move, is it taking work, the figures (runtime §18), and what happens as it happens (§9). It is
// one small HTTP server on a loopback address, for whoever names it so, with nothing secret. What
// commands goes through to the owner's door, with the owner's signature (golem/owner/post).
//
// It owns no state of the Golem: the ticking goroutine notes what it does in a
// Pulse, and the server reads that.
package vitals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"

	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/internal/loopback"
)

// ErrAddress refuses an address that other machines could reach.
var ErrAddress = errors.New("the health endpoint listens on a loopback address only")

// Figures writes metrics in the Prometheus text format.
type Figures interface {
	WritePrometheus(w io.Writer)
}

// Server answers /health/startup, /health/live, /health/ready, /metrics and /events until
// Close.
type Server struct {
	listener net.Listener
	http     *http.Server
	open     context.Context    // of the streams of events
	stop     context.CancelFunc // ends them
}

// Shown is what a server answers by.
type Shown struct {
	Pulse   *Pulse
	Figures Figures
	Events  *fabric.Fabric
	Chain   func() Chain // how the chain is reached, from any goroutine; nil: nothing of it
	Words   http.Handler // takes the owner's letters at /words; nil: none
}

// connections is how many are open at once: who opens more waits, and the Golem keeps the files
// that it has to open.
const connections = 64

// Serve listens on a loopback address such as 127.0.0.1:8080; port 0 takes a free
// one. It returns once the port is open.
func Serve(address string, shown Shown) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("health endpoint %q: %w", address, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%w: %q is reachable from elsewhere", ErrAddress, address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("health endpoint: %w", err)
	}
	return answering(listener, func(open context.Context) http.Handler { return loopback.Only(routes(open, shown)) }), nil
}

// answering answers on a listener until Close.
func answering(listener net.Listener, by func(open context.Context) http.Handler) *Server {
	open, stop := context.WithCancel(context.Background())
	s := &Server{listener: listener, open: open, stop: stop, http: &http.Server{Handler: by(open), IdleTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 14}}
	go func() { _ = s.http.Serve(netutil.LimitListener(listener, connections)) }() // ends with Close
	return s
}

// Address is where the server listens.
func (s *Server) Address() string { return s.listener.Addr().String() }

// Close ends the server and its streams; answers under way may finish until ctx ends.
func (s *Server) Close(ctx context.Context) error {
	s.stop()
	if err := s.http.Shutdown(ctx); err != nil {
		return s.http.Close()
	}
	return nil
}

func routes(open context.Context, shown Shown) *http.ServeMux {
	pulse, figures, reached := shown.Pulse, shown.Figures, chain(shown.Chain)
	mux := http.NewServeMux()
	if shown.Words != nil {
		mux.Handle("/words", shown.Words)
		mux.Handle("/words/", shown.Words)
	}
	mux.Handle("GET /events", &stream{shown.Events, make(chan struct{}, Streams), open})
	mux.HandleFunc("GET /health/startup", answer(pulse.startup, reached))
	mux.HandleFunc("GET /health/live", answer(pulse.live, reached))
	mux.HandleFunc("GET /health/ready", answer(pulse.ready, reached))
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		figures.WritePrometheus(w)
		reached.WritePrometheus(w)
	})
	return mux
}

// health is the body of an answer.
type health struct {
	OK     bool   `json:"ok"`
	Reason string `json:"reason,omitempty"`
	State  string `json:"state"`
	Ticks  uint64 `json:"ticks"`
	Chain
}

// answer turns a check, whose text is why it fails, into a handler.
func answer(check func() (health, string), reached chain) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		h, reason := check()
		h.OK, h.Reason = reason == "", reason
		if reached != nil {
			h.Chain = reached()
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if !h.OK {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // the asker went away
	}
}
