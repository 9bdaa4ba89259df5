package enclave

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"bardo.run/bardo/internal/clock"
)

// AppID is the id of the app that a Server knows.
const AppID = "cm-test-app-0001"

// remembered is how long an idempotency key is.
const remembered = 24 * time.Hour

// Server is the provider. It is safe for concurrent use.
type Server struct {
	clock    clock.Clock
	secret   string
	http     *http.Server
	url      string
	closed   chan struct{}
	shutting sync.Once

	mu      sync.Mutex // guards what follows
	things  things
	replies replies
	last    answered // the last answer that was given
	faults  []Fault
	asked   []http.Header // in order
}

// replies are the answers of a day, by idempotency key.
type replies struct {
	answers map[string]answered
	given   []given // the keys, oldest first
}

type answered struct {
	request string // method, path and body
	status  int
	body    []byte
}

type given struct {
	key string
	at  time.Time
}

// Open starts a provider on this machine that accepts one app, by AppID and its secret.
// Close ends it. The clock says when policies and requests end.
func Open(c clock.Clock, secret string) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the enclave: %w", err)
	}
	s := &Server{
		clock: c, secret: secret, closed: make(chan struct{}), url: "http://" + listener.Addr().String(),
		things:  things{quorums: map[string]quorum{}, policies: map[string]Policy{}, wallets: map[string]*wallet{}},
		replies: replies{answers: map[string]answered{}},
	}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.http.Serve(listener) }() // it ends with Close
	return s, nil
}

// Close ends the server, and every request under way.
func (s *Server) Close() {
	s.shutting.Do(func() { close(s.closed); _ = s.http.Close() })
}

// URL is where the server listens.
func (s *Server) URL() string { return s.url }

// Asked returns how many requests arrived.
func (s *Server) Asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

// Header returns a header of the requests that arrived, in their order.
func (s *Server) Header(name string) (values []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.asked {
		values = append(values, h.Get(name))
	}
	return values
}

// Signed returns how often the key of a wallet was used.
func (s *Server) Signed(id string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.things.wallets[id].signed
}

// Fail makes the next requests fail, one each; the zero Fault is none.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// Heal takes back the faults that still wait for a request.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// Pending returns how many faults still wait for a request.
func (s *Server) Pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.faults)
}

// refusal is what the provider answers where it does not do what it was asked to.
type refusal struct {
	status     int
	code, text string
}

func (r *refusal) Error() string { return r.text }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	fault, before, now := s.answer(r, body)
	switch {
	case fault.Instead != nil:
		fault.Instead(w, r, s.closed)
	case fault.After != nil:
		fault.After(w, before, now, s.closed)
	default:
		write(w, now.status, now.body)
	}
}

func write(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// answer does what is asked and returns the answer, and the one before it.
func (s *Server) answer(r *http.Request, body []byte) (fault Fault, before, now answered) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r.Header)
	if len(s.faults) > 0 {
		fault, s.faults = s.faults[0], s.faults[1:]
	}
	if fault.Instead != nil {
		return fault, answered{}, answered{}
	}
	before = s.last
	s.last = s.once(r, body, fault)
	return fault, before, s.last
}

// once answers a request that was answered before as it was then, if it is the same.
func (s *Server) once(r *http.Request, body []byte, fault Fault) answered {
	a := answered{request: r.Method + " " + r.URL.Path + " " + string(body)}
	key := r.Header.Get("privy-idempotency-key")
	result := s.authenticate(r)
	if result == nil {
		old, known := s.replies.answers[key]
		switch {
		case key != "" && known && old.request == a.request:
			return old
		case key != "" && known:
			result = &refusal{http.StatusBadRequest, "invalid_data", "Idempotency key was used with another request"}
		}
	}
	var out any
	var err error
	if result == nil {
		out, result = s.route(r, body, fault)
	}
	if result != nil {
		a.status = result.status
		a.body, err = json.Marshal(map[string]string{"error": result.text, "code": result.code})
	} else {
		a.status = http.StatusOK
		a.body, err = json.Marshal(out)
	}
	if err != nil {
		a.status, a.body = http.StatusInternalServerError, []byte(err.Error())
	}
	if key != "" && a.status == http.StatusOK {
		s.replies.remember(s.clock.Now(), key, a)
	}
	return a
}

// remember keeps an answer, and forgets those that are a day old.
func (r *replies) remember(now time.Time, key string, a answered) {
	for len(r.given) > 0 && now.Sub(r.given[0].at) > remembered {
		delete(r.answers, r.given[0].key)
		r.given = r.given[1:]
	}
	r.answers[key], r.given = a, append(r.given, given{key, now})
}

func (s *Server) route(r *http.Request, body []byte, fault Fault) (any, *refusal) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	switch {
	case r.Method == http.MethodGet && len(parts) == 2:
		return s.things.get(parts[0], parts[1])
	case r.Method == http.MethodPost && len(parts) == 1:
		return s.things.post(parts[0], body)
	case r.Method == http.MethodPatch && len(parts) == 2:
		return s.patch(r, parts[0], parts[1], body)
	case r.Method == http.MethodPost && len(parts) == 3 && parts[0] == "wallets" && parts[2] == "rpc":
		return s.rpc(r, parts[1], body, fault)
	}
	return nil, &refusal{http.StatusNotFound, "", "no such endpoint"}
}
