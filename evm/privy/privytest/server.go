package privytest

import (
	"testing"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/enclave"
)

// Server is a devnet's provider in a test.
type Server struct {
	*enclave.Server
	t testing.TB
}

// NewServer starts a provider that accepts one app; it ends with the test.
func NewServer(t testing.TB, c clock.Clock, secret string) *Server {
	t.Helper()
	s, err := enclave.Open(c, secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &Server{s, t}
}

// SetKey gives a wallet another key, so that one account can be held twice.
func (s *Server) SetKey(id string, secret []byte) {
	s.t.Helper()
	if err := s.Server.SetKey(id, secret); err != nil {
		s.t.Fatal(err)
	}
}
