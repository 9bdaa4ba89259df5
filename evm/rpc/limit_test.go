package rpc

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"bardo.run/bardo/internal/clock"
)

// A node that takes a request and never answers, or never ends its answer, is one that
// does not answer: a tick must not wait for it for ever.
func TestANodeThatHangsIsGivenUp(t *testing.T) {
	for name, begin := range map[string]string{"silent": "", "in the middle": `{"jsonrpc":"2.0","id":2,"result":"0x`} {
		t.Run(name, func(t *testing.T) {
			asked, release := 0, make(chan struct{})
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if asked++; asked == 1 {
					_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"0x7a69"}`)
					return
				}
				if begin != "" {
					_, _ = io.WriteString(w, begin)
					_ = http.NewResponseController(w).Flush()
				}
				<-release
			}))
			t.Cleanup(server.Close)
			t.Cleanup(func() { close(release) })
			c, err := dial(t.Context(), server.URL, 31337, 300*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(c.Close)
			if _, err := c.ChainID(t.Context()); !errors.Is(err, ErrTransport) {
				t.Errorf("%v, want %v", err, ErrTransport)
			}
		})
	}
}

// A WebSocket that takes requests and never answers is given up like any other.
func TestASilentWebSocketIsGivenUp(t *testing.T) {
	at := served(t, func(conn *websocket.Conn) { replies(conn, `{"jsonrpc":"2.0","id":1,"result":"0x7a69"}`) })
	c, err := dial(t.Context(), at, 31337, 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if _, err := c.ChainID(t.Context()); !errors.Is(err, ErrTransport) {
		t.Errorf("%v, want %v", err, ErrTransport)
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.ChainID(short); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrTransport) {
		t.Errorf("%v: the deadline was the caller's", err)
	}
}

// An endpoint's URL often holds the key of an account. No error shows it.
func TestAnErrorDoesNotShowTheURL(t *testing.T) {
	for _, url := range []string{"http://127.0.0.1:1/v2/sesame", "ws://127.0.0.1:1/v2/sesame", "http://127.0.0.1:1/v2/sesame%zz", "http://sesame:%zz@127.0.0.1:1"} {
		if _, _, err := DialAny(t.Context(), url); err == nil || !errors.Is(err, ErrTransport) || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%v", err)
		}
	}
}

// A head in the future counts as the newest block of its endpoint all the same: where
// it is the only one, what closes a position is counted and sent.
func TestAHeadInTheFutureIsStillTheNewest(t *testing.T) {
	p := &pool{Config: Config{Clock: clock.NewSimulated(time.Unix(1_800_000_000, 0)), Log: slog.New(slog.DiscardHandler)}}
	e := newEndpoint(p, "http://127.0.0.1:1")
	p.endpoints = []*endpoint{e}
	now := p.Clock.Now()
	if !e.told(now, Block{Number: 5, Time: uint64(now.Unix())}) {
		t.Fatal("a head of now is not believed")
	}
	e.saw(7)
	if e.top() >= p.highest() {
		t.Fatal("a receipt above the head does not count")
	}
	if e.told(now, Block{Number: 8, Time: uint64(now.Unix()) + 3600}) {
		t.Error("a head in the future is believed")
	}
	if e.top() < p.highest() {
		t.Errorf("its newest block is %d, %d was seen", e.top(), p.highest())
	}
}
