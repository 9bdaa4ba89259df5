package privytest

import (
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/internal/clock"
)

// AppID is the id of the app that a Server knows.
const AppID = "cm-test-app-0001"

// Server is the provider. It is safe for concurrent use.
type Server struct {
	t      testing.TB
	clock  clock.Clock
	secret string
	http   *httptest.Server
	closed chan struct{}

	mu       sync.Mutex // guards what follows
	made     int        // ids
	quorums  map[string]privy.Quorum
	policies map[string]privy.Policy
	wallets  map[string]*wallet
	answers  map[string]answered // by idempotency key
	last     answered            // the last answer that was given
	faults   []Fault
	asked    []*http.Request // in order
}

type wallet struct {
	privy.Wallet
	key    *ecdsa.PrivateKey
	signed int
}

type answered struct {
	request string // method, path and body
	status  int
	body    []byte
}

// NewServer starts a provider that accepts one app; it ends with the test.
func NewServer(t testing.TB, c clock.Clock, secret string) *Server {
	t.Helper()
	s := &Server{
		t: t, clock: c, secret: secret, closed: make(chan struct{}), quorums: map[string]privy.Quorum{},
		policies: map[string]privy.Policy{}, wallets: map[string]*wallet{}, answers: map[string]answered{},
	}
	s.http = httptest.NewServer(s)
	t.Cleanup(s.http.Close)
	t.Cleanup(func() { close(s.closed) })
	return s
}

// URL is where the server listens.
func (s *Server) URL() string { return s.http.URL }

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
	for _, r := range s.asked {
		values = append(values, r.Header.Get(name))
	}
	return values
}

// Signed returns how often the key of a wallet was used.
func (s *Server) Signed(id string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wallets[id].signed
}

// Fail makes the next requests fail, one each; the zero Fault is none.
func (s *Server) Fail(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
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
	s.asked = append(s.asked, r)
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
		old, known := s.answers[key]
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
		s.answers[key] = a
	}
	return a
}

func (s *Server) route(r *http.Request, body []byte, fault Fault) (any, *refusal) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	switch {
	case r.Method == http.MethodGet && len(parts) == 2:
		return s.get(parts[0], parts[1])
	case r.Method == http.MethodPost && len(parts) == 1:
		return s.post(parts[0], body)
	case r.Method == http.MethodPatch && len(parts) == 2:
		return s.patch(r, parts[0], parts[1], body)
	case r.Method == http.MethodPost && len(parts) == 3 && parts[0] == "wallets" && parts[2] == "rpc":
		return s.rpc(r, parts[1], body, fault)
	}
	return nil, &refusal{http.StatusNotFound, "", "no such endpoint"}
}

// id makes the id of a thing, of 24 characters as the provider's.
func (s *Server) id() string {
	s.made++
	return fmt.Sprintf("double%018d", s.made)
}
