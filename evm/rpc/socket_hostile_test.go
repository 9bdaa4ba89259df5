package rpc_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/clock"
)

// Whatever a socket says or does not, the endpoints go on as before, the log says what
// came and shows no key, and the next connection is made.
func TestAHostileSocketLeavesTheEndpointsAlone(t *testing.T) {
	told := func(text string) func(*talk) {
		return func(c *talk) { c.agree(); c.head(9, 0); c.say(text); c.last() }
	}
	for name, c := range map[string]struct {
		script func(*talk)
		heads  uint64
		says   string
	}{
		"a page":               {nil, 0, "log in first"},
		"another chain":        {func(c *talk) { c.answer(`"0x1"`); c.last() }, 0, "CONFIG_CHAIN_MISMATCH"},
		"no chain":             {func(c *talk) { c.answer(`null`); c.last() }, 0, "RPC_MISSING"},
		"a chain of words":     {func(c *talk) { c.answer(`"31337"`); c.last() }, 0, "RPC_MALFORMED"},
		"no subscription":      {func(c *talk) { c.answer(`"0x7a69"`); c.answer(`null`); c.last() }, 0, "RPC_MISSING"},
		"a refusal":            {refusing, 0, "RPC_UNSUPPORTED"},
		"a huge message":       {told(strings.Repeat("x", 1<<18+1)), 1, "more than 262144 bytes"},
		"garbage":              {told(`{"jsonrpc":`), 1, "RPC_MALFORMED"},
		"a list":               {told(`[]`), 1, "RPC_MALFORMED"},
		"words":                {told(`log in first`), 1, "log in first"},
		"a head of nothing":    {func(c *talk) { c.agree(); c.notify(`null`); c.last() }, 0, "RPC_MISSING"},
		"a head of a word":     {func(c *talk) { c.agree(); c.notify(`"0x5"`); c.last() }, 0, "RPC_MALFORMED"},
		"half a head":          {func(c *talk) { c.agree(); c.notify(`{"number":"0x9"}`); c.last() }, 0, "without all of number"},
		"parameters of a word": {told(`{"method":"eth_subscription","params":"head"}`), 1, "RPC_MALFORMED"},
		"a close":              {func(c *talk) { c.agree(); c.head(9, 0) }, 1, "RPC_TRANSPORT"},
		"a close at first":     {func(*talk) {}, 0, "RPC_TRANSPORT"},
		"half a message":       {halved, 1, "RPC_TRANSPORT"},
		"a frame too long":     {overlong, 1, "more than 262144 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTeller(t, "", nil)
			s.scripts <- c.script
			s.scripts <- func(c *talk) { c.agree(); c.head(7, 0); c.last() }
			if wait := s.lost(); wait != 3*time.Second {
				t.Errorf("left alone for %v", wait)
			}
			st, _ := s.client.Socket()
			if st.Connected || st.Heads != c.heads || st.Wrong != (name == "another chain") {
				t.Errorf("%+v", st)
			}
			if said := s.log.String(); !strings.Contains(said, c.says) || strings.Contains(said, key) {
				t.Errorf("the log has no %q, or the key:\n%s", c.says, said)
			}
			s.behind(4 * c.heads)
			s.goOn <- struct{}{}
			if again := s.at(7); again.Wrong || s.calls.Load() != 2 {
				t.Errorf("%+v after %d connections", again, s.calls.Load())
			}
			s.behind(2)
		})
	}
}

func refusing(c *talk) {
	c.answer(`"0x7a69"`)
	if _, _, err := c.conn.ReadMessage(); err == nil {
		c.say(`{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no subscriptions here"}}`)
	}
	c.last()
}

// halved ends the connection in the middle of a message.
func halved(c *talk) {
	c.agree()
	c.head(9, 0)
	_, _ = c.conn.UnderlyingConn().Write([]byte{0x81, 0x7d, '{'}) // text, 125 bytes, of which one comes
}

// overlong announces a message of 2^62 bytes and sends none of it.
func overlong(c *talk) {
	c.agree()
	c.head(9, 0)
	_, _ = c.conn.UnderlyingConn().Write([]byte{0x81, 0x7f, 0x40, 0, 0, 0, 0, 0, 0, 0})
	c.last()
}

// What a node of another chain said while it was of the right one counts no longer.
func TestASocketThatMovesToAnotherChainIsForgotten(t *testing.T) {
	s := newTeller(t, "", nil)
	s.scripts <- func(c *talk) { c.agree(); c.head(9, 0) }
	s.scripts <- func(c *talk) { c.answer(`"0x1"`); c.last() }
	s.lost()
	s.behind(4)
	s.goOn <- struct{}{}
	s.lost()
	if st, _ := s.client.Socket(); !st.Wrong {
		t.Errorf("%+v", st)
	}
	s.behind(0)
}

// A socket on which no head comes is dead, whatever else comes over it.
func TestASocketThatTellsOfNoHeadCountsAsLost(t *testing.T) {
	s := newTeller(t, "", func(c *rpc.Config) { c.Silence = 300 * time.Millisecond })
	s.scripts <- func(c *talk) {
		c.agree()
		c.head(9, 0)
		for c.conn.WriteMessage(websocket.PingMessage, nil) == nil {
			c.say(`{"method":"eth_subscription","params":{"subscription":"0x0dd","result":{}}}`)
			c.head(9, 3600) // nobody believes it
			beat := clock.System{}
			_ = beat.WaitUntil(c.Context(), beat.Now().Add(20*time.Millisecond))
		}
	}
	s.lost()
	if said := s.log.String(); !strings.Contains(said, "no sign of life within 300ms") {
		t.Error(said)
	}
}

func TestASocketOnWhichHeadsComeIsKept(t *testing.T) {
	s := newTeller(t, "", func(c *rpc.Config) { c.Silence = time.Second })
	s.scripts <- func(c *talk) {
		c.agree()
		for n := uint64(6); c.Context().Err() == nil; n++ {
			c.head(n, 0)
			beat := clock.System{}
			_ = beat.WaitUntil(c.Context(), beat.Now().Add(100*time.Millisecond))
		}
	}
	got := s.until("told of 20 heads in two seconds", func(st rpc.SocketStatus) bool { return st.Heads >= 20 })
	if !got.Connected || got.Reconnects != 0 || s.calls.Load() != 1 {
		t.Errorf("%+v", got)
	}
}

// spec: DESIGN §4: a stop waits for nobody outside.
func TestAClientClosesWhateverItsSocketIsAt(t *testing.T) {
	for name, script := range map[string]func(*talk){
		"asking for the chain":   func(c *talk) { c.last() },
		"subscribing":            func(c *talk) { c.answer(`"0x7a69"`); c.last() },
		"listening":              func(c *talk) { c.agree(); c.head(6, 0); c.last() },
		"waiting for the next":   func(*talk) {},
		"flooded by who is deaf": func(c *talk) { c.agree(); flood(c) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newTeller(t, "", nil)
			s.scripts <- script
			for s.calls.Load() == 0 {
				_ = clock.System{}.WaitUntil(t.Context(), clock.System{}.Now().Add(time.Millisecond))
			}
			watch := clock.Start()
			s.client.Close()
			if took := watch.Elapsed(); took > time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// flood sends heads and never reads.
func flood(c *talk) {
	for n := uint64(6); c.conn.WriteMessage(websocket.TextMessage, []byte(fmt.Sprintf(`{"id":%d,"method":"eth_call"}`, n))) == nil; n++ {
		c.head(n, 0)
	}
}

// Nothing but us bounds the answer to a handshake.
func TestAnAnswerToTheHandshakeWithoutEndIsGivenUp(t *testing.T) {
	sent := make(chan int, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		n, _ := conn.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nX: "))
		for line := make([]byte, 1<<16); err == nil; n += len(line) {
			_, err = conn.Write(line)
		}
		sent <- n
	}))
	defer server.Close()
	s := newTeller(t, "ws"+strings.TrimPrefix(server.URL, "http"), nil)
	s.lost()
	if said := s.log.String(); !strings.Contains(said, "more than 262144 bytes in answer to the handshake") {
		t.Error(said)
	}
	if n := <-sent; n < 1<<18 {
		t.Errorf("only %d bytes were sent", n)
	}
	s.behind(0)
}

func TestThePasswordOfASocketGoesIntoAHeader(t *testing.T) {
	told := make(chan [2]string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		told <- [2]string{user, password}
	}))
	defer server.Close()
	s := newTeller(t, "ws://me:"+key+"%21@"+strings.TrimPrefix(server.URL, "http://"), nil)
	s.lost()
	if got := <-told; got != [2]string{"me", key + "!"} {
		t.Errorf("%q", got)
	}
	if said := s.log.String(); strings.Contains(said, key) {
		t.Error(said)
	}
}

// An address that cannot be read is told of without showing it.
func TestAnAddressOfASocketThatIsNoneIsNotShown(t *testing.T) {
	for _, url := range []string{"ws://127.0.0.1:1/v2/" + key + "%zz", "ws://" + key + ":%zz@127.0.0.1:1", "http://127.0.0.1:1/" + key, "ws://127.0.0.1:1/" + key} {
		s := newTeller(t, url, nil)
		s.lost()
		if said := s.log.String(); !strings.Contains(said, "RPC_TRANSPORT") || strings.Contains(said, key) {
			t.Errorf("%s:\n%s", url, said)
		}
	}
}
