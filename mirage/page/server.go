package page

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Limits of the server.
const (
	headerTime = 10 * time.Second
	drain      = 2 * time.Second // for requests at the end
)

// Server serves a page on the loopback interface until it is closed.
type Server struct {
	listen net.Listener
	http   *http.Server
	served sync.WaitGroup
}

// Serve starts serving a page on a port of 127.0.0.1; 0 takes a free one. Close it
// before the devnet.
func Serve(port int, page http.Handler) (*Server, error) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
	if err != nil {
		return nil, fmt.Errorf("page on port %d: %w: stop what listens there, or choose another port", port, err)
	}
	s := &Server{listen: l, http: &http.Server{Handler: page, ReadHeaderTimeout: headerTime}}
	s.served.Go(func() { _ = s.http.Serve(l) })
	return s, nil
}

// URL is where the page is.
func (s *Server) URL() string { return "http://" + s.listen.Addr().String() }

// Close ends it. Requests on their way are answered; one that takes longer is cut.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	var err error
	if s.http.Shutdown(ctx) != nil {
		err = s.http.Close()
	}
	s.served.Wait()
	return err
}
