package rpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/gorilla/websocket"

	"bardo.run/bardo/internal/clock"
)

// listen makes one connection, checks its chain, and takes the heads that come until
// the connection is lost, says what it may not, or is silent for too long.
//
// spec: chain §2, §10.1
func (s *socket) listen(ctx context.Context) error {
	conn, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })() // a read knows no context
	conn.SetReadLimit(frameLimit)
	subscription, err := s.subscribe(conn)
	if err != nil {
		return quiet(err, s.limit)
	}
	s.up()
	beating, stop := context.WithCancel(ctx)
	defer s.beats(beating, conn)()
	defer func() { stop(); _ = conn.Close() }()
	for {
		if head, err := nextHead(conn, subscription); err != nil {
			return quiet(err, s.patience())
		} else if s.told(head) {
			s.patient(conn)
		}
	}
}

// dial makes the connection. No error names the URL: it may hold a key.
func (s *socket) dial(ctx context.Context) (*websocket.Conn, error) {
	u, err := url.Parse(s.url)
	if err != nil {
		return nil, &Error{Method: "dial", Kind: ErrTransport, Cause: unnamed(err)}
	}
	r := http.Request{Header: http.Header{}}
	if u.User != nil { // it goes into a header, not over the wire as part of the URL
		password, _ := u.User.Password()
		r.SetBasicAuth(u.User.Username(), password)
		u.User = nil
	}
	var line *shortLine
	d := dialer(func(ctx context.Context, network, at string) (net.Conn, error) {
		raw, err := (&net.Dialer{Timeout: s.limit}).DialContext(ctx, network, at)
		if err != nil {
			return nil, err
		}
		line = &shortLine{Conn: raw, left: frameLimit}
		return line, nil
	})
	d.HandshakeTimeout = s.limit
	conn, answer, err := d.DialContext(ctx, u.String(), r.Header)
	if errors.Is(err, websocket.ErrBadHandshake) && answer != nil {
		body := make([]byte, keptLimit)
		n, _ := answer.Body.Read(body) // what there is of it
		return nil, classifyHTTP(s.veil, "dial", gethrpc.HTTPError{StatusCode: answer.StatusCode, Status: answer.Status, Body: body[:n]})
	}
	if err != nil {
		return nil, &Error{Method: "dial", Kind: ErrTransport, Cause: unnamed(err)}
	}
	line.greeted = true
	return conn, nil
}

// shortLine bounds what is read of an answer to a handshake: nothing else does. One
// goroutine reads it.
type shortLine struct {
	net.Conn
	left    int
	greeted bool
}

// Read implements net.Conn.
func (l *shortLine) Read(b []byte) (int, error) {
	if !l.greeted && l.left <= 0 {
		return 0, fmt.Errorf("more than %d bytes in answer to the handshake", frameLimit)
	}
	n, err := l.Conn.Read(b)
	l.left -= n
	return n, err
}

// subscribe checks the chain and asks to be told of heads, all within the time of one
// request. It returns the name of the subscription.
func (s *socket) subscribe(conn *websocket.Conn) (string, error) {
	allow(conn, s.limit)
	id := answer[uint64]{parse: parseUint64}
	if err := ask(conn, 1, "eth_chainId", &id); err != nil {
		return "", err
	}
	if err := sameChain(id.value, s.pool.ChainID); err != nil {
		return "", err
	}
	name := answer[string]{parse: parseJSON[string]}
	err := ask(conn, 2, methodSubscribe, &name, "newHeads")
	return name.value, err
}

// beats pings the connection until ctx ends, and returns what waits for that. Where no
// head need ever come an answer to a ping is the sign of life.
func (s *socket) beats(ctx context.Context, conn *websocket.Conn) (wait func()) {
	s.patient(conn)
	conn.SetPongHandler(func(string) error {
		if s.pool.Silence == 0 {
			s.patient(conn)
		}
		return nil
	})
	c, ended := clock.System{}, make(chan struct{})
	go func() {
		defer close(ended)
		for c.WaitUntil(ctx, c.Now().Add(s.beat)) == nil {
			_ = conn.WriteControl(websocket.PingMessage, nil, c.Now().Add(s.beat)) // who reads notices a loss
		}
	}()
	return func() { <-ended }
}

// patience is how long nothing needs to come.
func (s *socket) patience() time.Duration {
	if s.pool.Silence > 0 {
		return s.pool.Silence
	}
	return 2 * s.beat
}

// patient begins the wait for a sign of life anew.
func (s *socket) patient(conn *websocket.Conn) { allow(conn, s.patience()) }

// quiet names a silence that was too long.
func quiet(err error, limit time.Duration) error {
	late := net.Error(nil)
	if !errors.As(err, &late) || !late.Timeout() {
		return err
	}
	return &Error{Method: methodSubscribe, Kind: ErrTransport, Detail: fmt.Sprintf("no sign of life within %v", limit), Cause: errLate}
}

// allow bounds what is read from now on in time, the machine's: it is a connection's.
func allow(conn *websocket.Conn, d time.Duration) {
	_ = conn.SetReadDeadline(clock.System{}.Now().Add(d)) // of a closed connection: the read says so
}
