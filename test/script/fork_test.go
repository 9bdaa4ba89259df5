//go:build linux

package script_test

import (
	"bufio"
	"context"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/rogpeppe/go-internal/testscript"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/node"
)

// below is the chain that scripts fork: three blocks and one account, until the tests end.
var below = sync.OnceValues(func() (*node.Node, error) {
	n, err := node.New(node.Config{ChainID: 777, HTTP: "127.0.0.1:0", Alloc: map[common.Address]*big.Int{{1}: big.NewInt(123)}})
	if err != nil {
		return nil, err
	}
	for range 3 {
		if _, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{}); err != nil {
			return nil, err
		}
	}
	return n, nil
})

// upstream puts the URL of an endpoint into a variable of the script: a good one, one
// that answers with a page, or one that nobody serves.
func upstream(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2, false)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<html>come back later</html>"))
	}))
	ts.Defer(page.Close)
	url := page.URL
	switch args[1] {
	case "good":
		n, err := below()
		ts.Check(err)
		url = n.Server.Endpoint()
	case "dead":
		page.Close()
	case "page":
	default:
		ts.Fatalf("no endpoint is called %q", args[1])
	}
	ts.Setenv(args[0], url)
}

// recorded writes a fixture of the good endpoint.
func recorded(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1, false)
	_, err := record(ts.MkAbs(args[0]))
	ts.Check(err)
}

func record(name string) (common.Hash, error) {
	n, err := below()
	if err != nil {
		return common.Hash{}, err
	}
	client, id, err := rpc.DialAny(context.Background(), n.Server.Endpoint())
	if err != nil {
		return common.Hash{}, err
	}
	defer client.Close()
	s, err := remote.Pin(context.Background(), client, id, nil)
	if err != nil {
		return common.Hash{}, err
	}
	return s.Block().Hash, s.WriteFixture(name)
}

// devnet starts the command, asks it, stops it, and returns what it answered.
func devnet(t *testing.T, dir string, questions [][]any, args ...string) (answers []string) {
	t.Helper()
	path, err := exec.LookPath("bardo")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, append([]string{"devnet", "--json", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var said struct{ Endpoint string }
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &said) != nil || said.Endpoint == "" {
		t.Fatalf("it said %q", lines.Text())
	}
	client, err := gethrpc.DialContext(t.Context(), said.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, q := range questions {
		var answer json.RawMessage
		if err := client.CallContext(t.Context(), &answer, q[0].(string), q[1:]...); err != nil {
			answer = json.RawMessage(err.Error())
		}
		answers = append(answers, string(answer))
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	return answers
}

// spec: mirage-testing §2, §6.1: a fork answers from the chain below, knows no account of
// its own, and lets every account send. What it read is recorded and answers the same
// without a network.
func TestADevnetForksAndReplaysTheFork(t *testing.T) {
	n, err := below()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	questions := [][]any{
		{"eth_getBalance", common.Address{1}, "latest"},
		{"eth_chainId"},
		{"eth_blockNumber"},
		{"eth_accounts"},
		{"eth_getBlockByNumber", "0x2", true},
		{"anvil_setBalance", common.Address{1}, "0xde0b6b3a7640000"},
		{"eth_sendTransaction", map[string]any{"from": common.Address{1}, "to": common.Address{2}, "value": "0x7"}},
		{"eth_getBalance", common.Address{2}, "latest"},
	}
	live := devnet(t, dir, questions, "--fork", n.Server.Endpoint(), "--fork-record", "recorded.fork")
	if live[0] != `"0x7b"` || live[1] != `"0x309"` || live[2] != `"0x3"` || live[3] != `[]` || len(live[4]) < 500 || live[7] != `"0x7"` {
		t.Fatalf("answers %q", live)
	}
	replayed := devnet(t, dir, questions[:6], "--fork", "recorded.fork", "--fork-block", "3")
	for i, got := range replayed {
		if got != live[i] {
			t.Errorf("%v\nreplayed %s\nlive     %s", questions[i], got, live[i])
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "recorded.fork")); err != nil {
		t.Error(err)
	}
	closed := devnet(t, dir, questions[6:7], "--fork", n.Server.Endpoint(), "--auto-impersonate=false")
	if closed[0] == live[6] || len(closed[0]) < 20 {
		t.Errorf("a stranger sent without a key: %s", closed[0])
	}
}
