package rpc_test

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	gethrpc "github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"
)

// real is a node of chain 31337 on a port of its own.
type real struct {
	url        string
	mine, stop func()
}

// devnet starts one of the house at a port; 0: any.
func devnet(t *testing.T, port string) real {
	t.Helper()
	n, err := node.New(node.Config{HTTP: "127.0.0.1:" + port})
	check(t, err)
	return real{n.Server.Endpoint(), func() { mine(t, n, 1) }, func() { _ = n.Close() }}
}

// anvil starts one that nobody here wrote.
func anvil(t *testing.T, port string) real {
	t.Helper()
	program := rpctest.Foundry(t, filepath.Join("..", "..", "test", "oracle", "js", "node_modules"), "anvil")
	url, stop := rpctest.Start(t, program, "--port", port)
	return real{url, func() {
		c, err := gethrpc.DialContext(t.Context(), url)
		check(t, err)
		defer c.Close()
		check(t, c.CallContext(t.Context(), nil, "evm_mine"))
	}, stop}
}

// spec: chain §10.1, §10.3: newHeads of a node, before and after it was away.
func TestTheHeadsOfARealNodeAreHeardAndHeardAgain(t *testing.T) {
	for name, start := range map[string]func(*testing.T, string) real{"devnet": devnet, "anvil": anvil} {
		t.Run(name, func(t *testing.T) {
			n := start(t, "0")
			s := &teller{pair: &pair{t: t}, log: &loud{}}
			s.client = s.connect(func(c *rpc.Config) {
				c.HeadsURL, c.Clock, c.Log = "ws"+strings.TrimPrefix(n.url, "http"), clock.System{}, slog.New(slog.NewTextHandler(s.log, nil))
			}, n.url)
			s.until("connected", func(st rpc.SocketStatus) bool { return st.Connected })
			for range 3 {
				n.mine()
			}
			if got := s.at(3); got.Heads != 3 || got.Reconnects != 0 {
				t.Errorf("%+v", got)
			}
			if tip := s.tip(s.client); tip.Block.Number != 3 || tip.Behind != 0 {
				t.Errorf("%+v", tip)
			}
			n.stop()
			s.until("lost", func(st rpc.SocketStatus) bool { return !st.Connected })
			again := start(t, n.url[strings.LastIndex(n.url, ":")+1:])
			defer again.stop()
			s.until("connected again", func(st rpc.SocketStatus) bool { return st.Connected && st.Reconnects == 1 })
			again.mine()
			if got := s.at(1); got.Heads != 4 { // the new chain's
				t.Errorf("%+v", got)
			}
		})
	}
}
