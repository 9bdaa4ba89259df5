package golem

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/gorilla/websocket"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// crier is a WebSocket that tells of the heads it is given; 0 ends the connection.
type crier struct {
	url   string
	heads chan uint64
}

func newCrier(t *testing.T) crier {
	t.Helper()
	c := crier{heads: make(chan uint64)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		c.cry(t, conn)
	}))
	t.Cleanup(server.Close)
	c.url = "ws" + strings.TrimPrefix(server.URL, "http")
	return c
}

func (c crier) cry(t *testing.T, conn *websocket.Conn) {
	for id, result := range []string{`"0x7a69"`, `"0xfeed"`} {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
		_ = conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"id":%d,"result":%s}`, id+1, result))
	}
	for {
		select {
		case n := <-c.heads:
			if n == 0 {
				return
			}
			head := fmt.Sprintf(`{"number":"0x%x","hash":"%v","parentHash":"%v","timestamp":"0x1","gasLimit":"0x1","gasUsed":"0x0","miner":"%v"}`, n, common.Hash{1}, common.Hash{2}, common.Address{})
			_ = conn.WriteMessage(websocket.TextMessage, []byte(`{"method":"eth_subscription","params":{"subscription":"0xfeed","result":`+head+`}}`))
		case <-t.Context().Done():
			return
		}
	}
}

// hears gives the life that has not begun a socket.
func (o *outage) hears(url string) {
	o.Helper()
	o.edit("golem.toml", "[strategy]\n", "ws_url = \""+url+"\"\n[strategy]\n")
}

// between runs something between two ticks, when the Golem has sold all it had.
func (o *outage) between(f func()) {
	o.Helper()
	o.at(o.strikes, f)
}

// at runs something when the Golem comes by there.
func (o *outage) at(place chan<- func(), f func()) {
	o.Helper()
	ran := make(chan struct{})
	place <- func() { f(); close(ran) }
	select {
	case <-ran:
	case code := <-o.done:
		o.Fatalf("it ended with %d\n%s", code, o.out)
	}
}

// sees waits until a figure has a value.
func (o *outage) sees(name string, holds func(int) bool) {
	o.Helper()
	c := clock.System{}
	for end := c.Now().Add(30 * time.Second); !holds(o.figure(name)); {
		if c.Now().After(end) {
			o.Errorf("%s stays %d", name, o.figure(name))
			return
		}
		_ = c.WaitUntil(o.Context(), c.Now().Add(20*time.Millisecond))
	}
}

// figure is what the Golem says of itself by a name; -1: nothing.
func (o *outage) figure(name string) int {
	r, err := http.Get("http://" + o.health + "/metrics")
	if err != nil {
		return -1
	}
	defer r.Body.Close()
	for lines := bufio.NewScanner(r.Body); lines.Scan(); {
		if value, found := strings.CutPrefix(lines.Text(), name+" "); found {
			if n, err := strconv.Atoi(value); err == nil {
				return n
			}
		}
	}
	return -1
}

func exactly(want int) func(int) bool { return func(n int) bool { return n == want } }

// spec: chain §2: blocks_behind counts the highest head of all, and more than the limit
// refuses what opens. What the socket said stands in the reading, so a replay refuses
// the same without one.
func TestWhatASocketTellsOfHoldsBackWhatOpens(t *testing.T) {
	t.Parallel()
	o, c := newOutage(t, false), newCrier(t)
	o.hears(c.url)
	o.live()
	o.between(func() {
		c.heads <- 1 << 40
		o.sees("golem_socket_head", exactly(1<<40))
	})
	o.expect(1, "a refusal", refused(wire.CodeSafetyStaleHead, "blocks behind, the limit is 10"))
	o.until("a refusal", o.more(figures{blocked: 1, ticks: 2}))
	c.heads <- 1
	o.sees("golem_socket_head", exactly(1))
	o.back()
	o.end()
}

func TestALifeOutlivesItsSocket(t *testing.T) {
	t.Parallel()
	o, c := newOutage(t, false), newCrier(t)
	o.hears(c.url)
	o.live()
	o.between(func() {
		c.heads <- 1
		o.sees("golem_socket_heads_total", exactly(1))
		c.heads <- 0
		o.sees("golem_socket_connected", exactly(0))
	})
	o.until("two trades without it", o.more(figures{trades: 2}))
	o.sees("golem_socket_reconnects_total", exactly(1))
	o.end()
}

// A socket of the node that is asked tells of every block and is in nobody's way.
func TestALifeTradesWithTheSocketOfItsNode(t *testing.T) {
	t.Parallel()
	o := newOutage(t, false)
	o.hears("ws" + strings.TrimPrefix(o.m.Chain().Server.Endpoint(), "http"))
	o.live()
	o.until("two trades", o.more(figures{trades: 2}))
	mined := int(o.m.Chain().Chain.Head().Number.Int64())
	o.sees("golem_socket_head", func(n int) bool { return n >= mined })
	o.shows("golem_socket_connected 1", "golem_socket_reconnects_total 0")
	o.end()
}
