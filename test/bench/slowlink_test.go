package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/internal/clock"
)

// latency is what every round trip over the slow link costs more.
const latency = 40 * time.Millisecond

// call is one JSON-RPC request.
type call struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

// reply is the answer to a call.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// slow serves a node in this process over HTTP, late.
func slow(b *testing.B, node *gethrpc.Client) *gethrpc.Client {
	b.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := (clock.System{}).WaitUntil(r.Context(), clock.System{}.Now().Add(latency)); err != nil {
			return
		}
		var body json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		var batch []call
		if json.Unmarshal(body, &batch) == nil {
			replies := make([]reply, len(batch))
			for i, c := range batch {
				replies[i] = forward(r, node, c)
			}
			_ = json.NewEncoder(w).Encode(replies)
			return
		}
		var one call
		_ = json.Unmarshal(body, &one)
		_ = json.NewEncoder(w).Encode(forward(r, node, one))
	}))
	b.Cleanup(server.Close)
	client, err := gethrpc.DialContext(b.Context(), server.URL)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(client.Close)
	return client
}

func forward(r *http.Request, node *gethrpc.Client, c call) reply {
	params := make([]any, len(c.Params))
	for i, p := range c.Params {
		params[i] = p
	}
	answer := reply{Version: "2.0", ID: c.ID}
	if err := node.CallContext(r.Context(), &answer.Result, c.Method, params...); err != nil {
		answer.Error = &fault{-32000, err.Error()}
	}
	return answer
}

// BenchmarkColdSwapOverASlowLink simulates a swap with nothing loaded, not even
// code, on a node 40 ms away: what a Golem's first preview after a start costs.
// It also reports the round trips.
func BenchmarkColdSwapOverASlowLink(b *testing.B) {
	m := evmtest.NewMarket(b)
	m.Provide(-887270, 887270, uint256.NewInt(200_000_000_000), uint256.MustFromDecimal("100000000000000000000"))
	client := rpc.New(slow(b, m.RPC))
	head, err := client.Head(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	swap := sim.Call{From: m.Account, To: &m.Router, Data: m.SellCall(true, uint256.NewInt(1_000_000_000))}
	trips := uint64(0)
	for b.Loop() {
		s, err := sim.New(client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
		if err != nil {
			b.Fatal(err)
		}
		fork := s.At(head)
		if err := fork.Prefetch(b.Context(), swap); err != nil {
			b.Fatal(err)
		}
		out, err := fork.Run(b.Context(), sim.Request{Calls: []sim.Call{swap}})
		if err != nil || !out.Success {
			b.Fatal(out, err)
		}
		trips = fork.Loads()
	}
	b.ReportMetric(float64(trips), "round-trips")
}
