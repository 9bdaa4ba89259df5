package node_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"go.uber.org/goleak"
)

func served(c *node.Config) { c.HTTP = "127.0.0.1:0" }

func TestHTTPAndWebSocketShareOnePort(t *testing.T) {
	n, _ := open(t, served)
	ctx := t.Context()
	plain, err := rpc.DialContext(ctx, n.Server.Endpoint())
	check(t, err)
	defer plain.Close()
	var version string
	if err := plain.CallContext(ctx, &version, "web3_clientVersion"); err != nil || version != node.ClientVersion {
		t.Fatalf("version %q, error %v", version, err)
	}
	ws, err := ethclient.DialContext(ctx, strings.Replace(n.Server.Endpoint(), "http", "ws", 1))
	check(t, err)
	defer ws.Close()
	heads := make(chan *types.Header, 3)
	sub, err := ws.SubscribeNewHead(ctx, heads)
	check(t, err)
	defer sub.Unsubscribe()
	for i := range uint64(3) {
		block, _ := mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 1)}})
		select {
		case head := <-heads:
			if head.Hash() != block.Hash() {
				t.Fatalf("head %s, block %s", head.Hash(), block.Hash())
			}
		case err := <-sub.Err():
			t.Fatal(err)
		}
	}
}

// A chain that has just begun knows which transactions it does not have: wallets and
// explorers take an error for a dead endpoint.
func TestAnUnknownTransactionIsNoErrorOnANewChain(t *testing.T) {
	n, _ := open(t)
	for _, method := range []string{"eth_getTransactionByHash", "eth_getTransactionReceipt"} {
		answer := json.RawMessage("{}")
		if err := n.Server.Client().Call(&answer, method, common.Hash{1}); err != nil || string(answer) != "null" {
			t.Errorf("%s of an unknown transaction: %s, error %v", method, answer, err)
		}
	}
	err := n.Server.Client().Call(nil, "debug_traceTransaction", common.Hash{1})
	if err == nil || !strings.Contains(err.Error(), "not found") {
		t.Errorf("trace of an unknown transaction: %v", err)
	}
}

func post(t *testing.T, url, origin, body string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	check(t, err)
	req.Header.Set("Content-Type", "application/json")
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	resp, err := http.DefaultClient.Do(req)
	check(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	check(t, err)
	return resp, string(b)
}

// spec: mirage-testing §6: a bounded batch, body ≤ 5 MiB, CORS for localhost origins only.
func TestTheEndpointKeepsItsLimits(t *testing.T) {
	n, _ := open(t, served)
	batch := func(size int) string {
		one := `{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`
		return "[" + strings.Repeat(one+",", size-1) + one + "]"
	}
	if _, body := post(t, n.Server.Endpoint(), "", batch(5_000)); strings.Count(body, `"0x7a69"`) != 5_000 {
		t.Errorf("a batch of 5,000: %.200s", body)
	}
	if _, body := post(t, n.Server.Endpoint(), "", batch(5_001)); strings.Contains(body, `"0x7a69"`) || !strings.Contains(body, "-32600") {
		t.Errorf("a batch of 5,001: %.200s", body)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["0x%s"]}`
	if resp, body := post(t, n.Server.Endpoint(), "", fmt.Sprintf(call, strings.Repeat("00", 2<<20))); resp.StatusCode != 200 || !strings.Contains(body, "result") {
		t.Errorf("a body of 4 MiB: %s, %.200s", resp.Status, body)
	}
	if resp, _ := post(t, n.Server.Endpoint(), "", fmt.Sprintf(call, strings.Repeat("00", 3<<20))); resp.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a body of 6 MiB: %s", resp.Status)
	}
	for origin, allowed := range map[string]bool{
		"http://localhost:3000": true, "http://127.0.0.1:5173": true, "http://localhost": true,
		"https://evil.example": false, "http://localhost.evil.example": false, "null": false,
	} {
		resp, _ := post(t, n.Server.Endpoint(), origin, batch(1))
		if got := resp.Header.Get("Access-Control-Allow-Origin") != ""; got != allowed {
			t.Errorf("CORS for %s: %v, want %v", origin, got, allowed)
		}
		c, err := rpc.DialWebsocket(t.Context(), strings.Replace(n.Server.Endpoint(), "http", "ws", 1), origin)
		if err == nil {
			c.Close()
		}
		if got := err == nil; got != allowed {
			t.Errorf("WebSocket for %s: %v, want %v (%v)", origin, got, allowed, err)
		}
	}
}

// What could change the chain or touch the machine's files besides our own methods is
// not served at all.
func TestDangerousMethodsOfGethAreNotServed(t *testing.T) {
	n, _ := open(t)
	mine(t, n, node.BlockSpec{})
	for method, params := range map[string][]any{
		"debug_setHead": {"0x0"}, "admin_exportChain": {"chain"}, "miner_setExtra": {"x"},
		"debug_traceBlockFromFile": {"x"}, "debug_standardTraceBlockToFile": {common.Hash{}}, "debug_standardTraceBadBlockToFile": {common.Hash{}}, "debug_writeMemProfile": {"x"},
		"personal_listAccounts": {}, "engine_newPayloadV4": {},
	} {
		var unknown rpc.Error
		if err := n.Server.Client().Call(new(json.RawMessage), method, params...); !errors.As(err, &unknown) || unknown.ErrorCode() != -32601 {
			t.Errorf("%s: %v, want that there is no such method", method, err)
		}
	}
	if n.Chain.Head().Number.Int64() != 1 {
		t.Error("the chain was rewound")
	}
	tx := transfer(t, n, 0, 1)
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
	var trace struct {
		Gas uint64 `json:"gas"`
	}
	if err := n.Server.Client().Call(&trace, "debug_traceTransaction", tx.Hash()); err != nil || trace.Gas != 21_000 {
		t.Errorf("trace %+v, error %v", trace, err)
	}
}

// A tracer that nobody knows is refused by its name, by every method that takes one, and the devnet
// lives on.
func TestAnUnknownTracerIsRefused(t *testing.T) {
	n, _ := open(t)
	tx := transfer(t, n, 0, 1)
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
	for _, name := range []string{"nopeTracer", "", "{step: function() {}, fault: function() {}, result: function() { return 1 }}"} {
		how := map[string]any{"tracer": name}
		for method, params := range map[string][]any{
			"debug_traceTransaction": {tx.Hash(), how}, "debug_traceBlockByNumber": {"latest", how}, "debug_traceBlockByHash": {n.Chain.Head().Hash(), how},
			"debug_traceCall": {map[string]any{"to": common.Address{1}}, "latest", how},
		} {
			var answer json.RawMessage // of a block go-ethereum says it for each transaction
			err := n.Server.Client().Call(&answer, method, params...)
			if said := fmt.Sprintf("%s %v", answer, err); !strings.Contains(said, "no tracer is named") {
				t.Errorf("%s with %q: %s", method, name, said)
			}
		}
	}
	var traces []json.RawMessage
	if err := n.Server.Client().Call(&traces, "debug_traceBlockByNumber", "latest", map[string]any{"tracer": "callTracer"}); err != nil || len(traces) != 1 {
		t.Errorf("%d traces, %v", len(traces), err)
	}
}

func TestADevnetRefusesProductionAndOpenAddresses(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "192.0.2.1:8545", ":8545", "example.org:1", "nonsense"} {
		if n, err := node.New(node.Config{HTTP: address}); err == nil {
			_ = n.Close()
			t.Errorf("%q was accepted", address)
		}
	}
	t.Setenv("BARDO_ENV", "production")
	if _, err := node.New(node.Config{}); !errors.Is(err, node.ErrProduction) {
		t.Errorf("error %v, want %v", err, node.ErrProduction)
	}
}

func TestCloseEndsWhatNewStarted(t *testing.T) {
	before := goleak.IgnoreCurrent()
	n, err := node.New(node.Config{HTTP: "127.0.0.1:0"})
	check(t, err)
	resp, body := post(t, n.Server.Endpoint(), "", `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}`)
	if resp.StatusCode != 200 || !bytes.Contains([]byte(body), []byte("0x0")) {
		t.Fatalf("%s: %s", resp.Status, body)
	}
	check(t, n.Miner.SetInterval(1<<40))
	http.DefaultClient.CloseIdleConnections()
	check(t, n.Close())
	if err := n.Close(); err != nil {
		t.Fatalf("second close: %v", err)
	}
	if _, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{}); !errors.Is(err, node.ErrClosed) {
		t.Fatalf("mine after close: %v", err)
	}
	goleak.VerifyNone(t, before)
}

func TestAPortInUseIsNamedAndNothingIsLeftBehind(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	taken := l.Addr().String()
	before := goleak.IgnoreCurrent()
	_, err = node.New(node.Config{HTTP: taken})
	if err == nil || !strings.Contains(err.Error(), taken) || !strings.Contains(err.Error(), "choose another port") {
		t.Fatalf("error %v", err)
	}
	goleak.VerifyNone(t, before)
}

// Packing would cost a tenth of a small request and win nothing on one machine.
func TestAnswersAreNotPacked(t *testing.T) {
	n, _ := open(t, served)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, n.Server.Endpoint(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`))
	check(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultClient.Do(request)
	check(t, err)
	defer response.Body.Close()
	if got := response.Header.Get("Content-Encoding"); response.StatusCode != http.StatusOK || got != "" {
		t.Errorf("status %d, encoding %q", response.StatusCode, got)
	}
}
