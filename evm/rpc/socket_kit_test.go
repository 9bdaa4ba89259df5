package rpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/clock"
)

// key is what no log may show of a socket's URL.
const key = "sesame"

// teller is a WebSocket server that does what a script says, and a client of a real
// chain beside it, whose endpoint stands at block 5.
type teller struct {
	*pair
	log     *loud
	client  *rpc.Client
	waits   chan time.Duration // that the client began, each until goOn
	goOn    chan struct{}
	scripts chan func(*talk) // one a connection
	calls   atomic.Int64
}

// talk is one connection of the client's.
type talk struct {
	*testing.T
	conn *websocket.Conn
	now  uint64 // the time of the chain
}

// loud is a log that is read while it is written.
type loud struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *loud) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

func (l *loud) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// held is a clock whose waits last until the test lets them end.
type held struct {
	clock.Clock
	t *teller
}

func (h held) WaitUntil(ctx context.Context, until time.Time) error {
	select {
	case h.t.waits <- until.Sub(h.Now()):
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-h.t.goOn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// newTeller returns a client whose socket is the teller's, or the server's at url.
func newTeller(t *testing.T, url string, change func(*rpc.Config)) *teller {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		goleak.VerifyNone(t, before, goleak.IgnoreTopFunction("github.com/ethereum/go-ethereum/core.(*txSenderCacher).cache")) // the process has one
	})
	s := &teller{pair: newPair(t), log: &loud{}, waits: make(chan time.Duration), goOn: make(chan struct{}), scripts: make(chan func(*talk), 100)}
	if url == "" {
		url = s.serve()
	}
	s.client = s.connect(func(c *rpc.Config) {
		c.HeadsURL, c.Clock, c.Log = url, held{s.clock, s}, slog.New(slog.NewTextHandler(s.log, nil))
		if change != nil {
			change(c)
		}
	}, s.a.URL())
	return s
}

// serve starts the server and returns its URL, which holds a key.
func (s *teller) serve() string {
	server := httptest.NewServer(http.HandlerFunc(s.upgrade))
	s.t.Cleanup(server.Close)
	s.t.Cleanup(func() { close(s.scripts) })
	return "ws" + strings.TrimPrefix(server.URL, "http") + "/v2/" + key
}

func (s *teller) upgrade(w http.ResponseWriter, r *http.Request) {
	s.calls.Add(1)
	script, more := <-s.scripts
	if !more {
		return
	}
	if script == nil {
		_, _ = fmt.Fprint(w, "<html>log in first</html>")
		return
	}
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		s.t.Error(err)
		return
	}
	defer conn.Close()
	script(&talk{s.t, conn, uint64(s.clock.Now().Unix())})
}

// answer answers the next request with a result.
func (c *talk) answer(result string) {
	var asked struct {
		ID     json.RawMessage
		Method string
	}
	if c.conn.ReadJSON(&asked) == nil { // else the client went away
		c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, asked.ID, result))
	}
}

// agree answers as a node of the right chain does.
func (c *talk) agree() {
	c.answer(`"0x7a69"`)
	c.answer(`"0xfeed"`)
}

func (c *talk) say(text string) { _ = c.conn.WriteMessage(websocket.TextMessage, []byte(text)) }

// notify tells of something by the subscription.
func (c *talk) notify(result string) {
	c.say(`{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0xfeed","result":` + result + `}}`)
}

// head tells of a block, so many seconds from now.
func (c *talk) head(number uint64, from int64) {
	c.notify(fmt.Sprintf(`{"number":"0x%x","hash":"%v","parentHash":"%v","timestamp":"0x%x","gasLimit":"0x1","gasUsed":"0x0","miner":"0x%040x"}`,
		number, common.Hash{byte(number)}, common.Hash{1}, int64(c.now)+from, 1))
}

// last waits until the client closes the connection.
func (c *talk) last() {
	for {
		if _, _, err := c.conn.ReadMessage(); err != nil {
			return
		}
	}
}

// until waits for a state of the socket.
func (s *teller) until(what string, holds func(rpc.SocketStatus) bool) rpc.SocketStatus {
	s.t.Helper()
	c := clock.System{}
	for end := c.Now().Add(20 * time.Second); ; {
		got, there := s.client.Socket()
		if there && holds(got) {
			return got
		}
		if c.Now().After(end) {
			s.t.Fatalf("never %s: %+v\n%s", what, got, s.log)
		}
		_ = c.WaitUntil(s.t.Context(), c.Now().Add(2*time.Millisecond))
	}
}

// at waits until the newest head is that of a number.
func (s *teller) at(number uint64) rpc.SocketStatus {
	s.t.Helper()
	return s.until(fmt.Sprintf("at head %d", number), func(st rpc.SocketStatus) bool { return st.Head == number && st.Connected })
}

// lost waits until the socket is lost, and returns how long it is left alone.
func (s *teller) lost() time.Duration {
	s.t.Helper()
	short, enough := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer enough()
	select {
	case wait := <-s.waits:
		return wait
	case <-short.Done():
		s.t.Fatalf("the socket was not lost\n%s", s.log)
		return 0
	}
}

// behind checks what the tip says beside the endpoint's block 5.
func (s *teller) behind(want uint64) {
	s.t.Helper()
	if tip := s.tip(s.client); tip.Behind != want || tip.Block.Hash != s.chain.Chain.Head().Hash() || tip.Ahead != 0 {
		s.t.Errorf("%+v, want %d behind", tip, want)
	}
}
