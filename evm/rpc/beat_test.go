package rpc

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"bardo.run/bardo/internal/clock"
)

// pinged answers as a quiet chain does, and so many pings; then it is deaf.
func pinged(t *testing.T, answered int64, seen *atomic.Int64) string {
	return served(t, func(conn *websocket.Conn) {
		pong := conn.PingHandler()
		conn.SetPingHandler(func(data string) error {
			if seen.Add(1) > answered {
				return nil
			}
			return pong(data)
		})
		replies(conn, `{"id":1,"result":"0x7a69"}`, `{"id":2,"result":"0xfeed"}`)
	})
}

// served is the address of a socket on which f talks.
func served(t *testing.T, f func(*websocket.Conn)) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		f(conn)
	}))
	t.Cleanup(server.Close)
	return "ws" + strings.TrimPrefix(server.URL, "http")
}

// replies answers the first requests, and reads on.
func replies(conn *websocket.Conn, answers ...string) {
	for asked := 0; ; asked++ {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
		if asked < len(answers) {
			_ = conn.WriteMessage(websocket.TextMessage, []byte(answers[asked]))
		}
	}
}

// Where blocks come when they are asked for, a socket that answers pings is well, and
// one that does not is lost.
func TestASocketOfAQuietChainIsKeptByItsPings(t *testing.T) {
	p := &pool{Config: Config{ChainID: 31337, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}}
	var seen atomic.Int64
	s := newSocket(p, pinged(t, 5, &seen))
	s.beat = 300 * time.Millisecond
	ctx, enough := context.WithTimeout(t.Context(), 20*time.Second)
	defer enough()
	err := s.listen(ctx)
	if err == nil || !strings.Contains(err.Error(), "no sign of life within 600ms") || seen.Load() <= 5 {
		t.Errorf("%v after %d pings", err, seen.Load())
	}
}

// A node that takes a connection and never answers is given up, at every step.
func TestASocketThatNeverAnswersIsGivenUp(t *testing.T) {
	for name, answers := range map[string][]string{"the handshake": nil, "its chain": {}, "a subscription": {`{"id":1,"result":"0x7a69"}`}} {
		t.Run(name, func(t *testing.T) {
			at := served(t, func(conn *websocket.Conn) { replies(conn, answers...) })
			if answers == nil {
				mute := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
				t.Cleanup(mute.Close)
				at = "ws" + strings.TrimPrefix(mute.URL, "http")
			}
			p := &pool{Config: Config{ChainID: 31337, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}}
			s := newSocket(p, at)
			s.limit = 200 * time.Millisecond
			watch := clock.Start()
			if err := s.listen(t.Context()); !errors.Is(err, ErrTransport) || watch.Elapsed() > 10*time.Second {
				t.Errorf("%v after %v", err, watch.Elapsed())
			}
			if s.status().Connected {
				t.Error("it counts as connected")
			}
		})
	}
}
