package fork_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/node"
)

// The state methods of a fork answer what the chain below answers at that block.
func TestAForkAnswersLikeTheChainBelow(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	at := hexutil.Uint64(b.Chain.Head().Number.Uint64())
	slot := common.BytesToHash(b.rich[:])
	transfer := map[string]any{"from": b.rich, "to": b.token, "data": hexutil.Bytes(evmtest.Pack("transfer(address,uint256)", []byte{9}, []byte{1}))}
	for _, c := range []struct {
		method string
		params []any
	}{
		{"eth_getBalance", []any{b.rich, at}},
		{"eth_getCode", []any{b.token, at}},
		{"eth_getTransactionCount", []any{b.rich, at}},
		{"eth_getStorageAt", []any{b.token, slot, at}},
		{"eth_getStorageValues", []any{map[string]any{b.token.Hex(): []any{slot, common.Hash{}}}, at}},
		{"eth_call", []any{balanceOf(b.token, b.rich), at}},
		{"eth_call", []any{transfer, at, map[string]any{b.rich.Hex(): map[string]any{"balance": "0x1"}}}},
		{"eth_createAccessList", []any{transfer, at}},
		{"eth_estimateGas", []any{transfer, at}},
		{"eth_simulateV1", []any{map[string]any{"blockStateCalls": []any{map[string]any{"calls": []any{transfer, transfer}}, map[string]any{"calls": []any{transfer}}}}, at}},
		{"debug_traceCall", []any{transfer, at, map[string]any{"tracer": "prestateTracer"}}},
		{"eth_getBlockByNumber", []any{at, true}},
		{"eth_getBlockByNumber", []any{"latest", false}},
		{"eth_getBlockByNumber", []any{"earliest", true}},
		{"eth_getBlockByNumber", []any{"0x1", true}},
		{"eth_getBlockByHash", []any{b.Chain.Block(1).Hash(), true}},
		{"eth_getBlockReceipts", []any{"0x1"}},
		{"eth_getBlockTransactionCountByNumber", []any{"0x1"}},
		{"eth_getBlockTransactionCountByHash", []any{b.Chain.Block(1).Hash()}},
		{"eth_getTransactionByBlockNumberAndIndex", []any{"0x1", "0x0"}},
		{"eth_getTransactionByHash", []any{b.sent}},
		{"eth_getTransactionReceipt", []any{b.sent}},
		{"eth_getRawTransactionByHash", []any{b.sent}},
		{"eth_getTransactionByHash", []any{common.Hash{1}}},
		{"eth_getBlockByHash", []any{common.Hash{1}, false}},
		{"eth_getHeaderByNumber", []any{"0x2"}},
		{"eth_getUncleCountByBlockNumber", []any{"0x1"}},
		{"eth_feeHistory", []any{"0x3", "latest", []int{50}}},
		{"eth_chainId", nil},
		{"eth_blockNumber", nil},
	} {
		want, err := try(t.Context(), b.Node, c.method, c.params...)
		if err != nil {
			t.Fatalf("%s below: %v", c.method, err)
		}
		got, err := try(t.Context(), n, c.method, c.params...)
		if c.method == "eth_simulateV1" { // its blocks have the state roots of other tries
			got, want = withoutHashes.ReplaceAllString(got, ""), withoutHashes.ReplaceAllString(want, "")
		}
		if err != nil || !sameJSON(got, want) {
			t.Errorf("%s %v\ngot  %s (%v)\nwant %s", c.method, c.params, got, err, want)
		}
	}
	for range 2 {
		if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
			t.Fatal(err)
		}
	}
	if out := ask(t, n, "eth_feeHistory", "0x9", "latest", []int{50}); !strings.Contains(out, `"oldestBlock":"0x5"`) || strings.Count(out, `["0x0"]`) != 2 {
		t.Errorf("fee history of two local blocks: %s", out)
	}
}

var withoutHashes = regexp.MustCompile(`"(blockHash|hash|stateRoot|parentHash)":"0x[0-9a-f]*",?`)

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	xs, _ := json.Marshal(x)
	ys, _ := json.Marshal(y)
	return string(xs) == string(ys)
}

// spec: mirage-testing §3.1: what the chain below did after the fork's block does not exist
// on the fork.
func TestAForkDoesNotSeeLaterBlocks(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	before := ask(t, n, "eth_getBalance", b.rich, "latest")
	tx := b.pay(t, b.Node, 1, common.Address{1}, 5, nil)
	check(t, b.Pool.Submit(t.Context(), tx))
	later := b.Chain.Head()
	for _, c := range [][]any{
		{"eth_getTransactionByHash", tx.Hash()},
		{"eth_getTransactionReceipt", tx.Hash()},
		{"eth_getBlockByHash", later.Hash(), false},
		{"eth_getBlockByNumber", hexutil.Uint64(later.Number.Uint64()), false},
	} {
		if got := ask(t, n, c[0].(string), c[1:]...); got != "null" {
			t.Errorf("%v is %s", c, got)
		}
	}
	if got := ask(t, n, "eth_getBalance", common.Address{1}, "latest") + ask(t, n, "eth_getBalance", b.rich, "latest"); got != `"0x5"`+before {
		t.Errorf("balances %s", got)
	}
}

// The same reads from a fixture, with no chain below at all, give the same bytes.
func TestAForkReplaysFromAFixture(t *testing.T) {
	b := newBelow(t)
	live := b.pin(t)
	play := func(n *node.Node) (all []string) {
		tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", common.Address{0xf}.Bytes(), []byte{40}))
		raw, err := tx.MarshalBinary()
		check(t, err)
		for _, c := range [][]any{
			{"eth_call", balanceOf(b.token, b.rich), "latest"},
			{"eth_getBlockByNumber", "0x1", true},
			{"eth_getTransactionReceipt", b.sent},
			{"eth_sendRawTransaction", hexutil.Bytes(raw)},
			{"eth_getTransactionReceipt", tx.Hash()},
			{"eth_getBlockByNumber", "latest", true},
			{"debug_traceTransaction", tx.Hash(), map[string]any{"tracer": "prestateTracer"}},
		} {
			all = append(all, ask(t, n, c[0].(string), c[1:]...))
		}
		return all
	}
	want := play(forkOf(t, live))
	text, err := live.Fixture()
	check(t, err)
	b.proxy.Set(rpctest.Fault{Dead: true})
	replayed, err := remote.DecodeFixture(text)
	check(t, err)
	n := forkOf(t, replayed)
	for i, got := range play(n) {
		if got != want[i] {
			t.Errorf("answer %d\nreplayed %s\nlive     %s", i, got, want[i])
		}
	}
	if out, err := try(t.Context(), n, "eth_getBalance", common.Address{0xee}, "latest"); code(err) != fork.CodeUpstream || !strings.Contains(err.Error(), "not in the fixture") {
		t.Errorf("what was never recorded: %s, %v", out, err)
	}
}
