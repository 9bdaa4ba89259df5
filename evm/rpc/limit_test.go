package rpc

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
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
