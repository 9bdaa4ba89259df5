package node_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
)

// below is a chain with an endpoint, and a fork of it.
type below struct {
	*node.Node
	proxy *rpctest.Proxy
	key   []byte
	rich  common.Address
	token common.Address
	sent  common.Hash // a transfer in block 1
}

func newBelow(t testing.TB) *below {
	t.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("fork test")))
	if err != nil {
		t.Fatal(err)
	}
	b := &below{rich: crypto.PubkeyToAddress(key.PublicKey), token: common.HexToAddress("0x7000000000000000000000000000000000000007"), key: crypto.FromECDSA(key)}
	b.Node, err = node.New(node.Config{
		ChainID: 4242, HTTP: "127.0.0.1:0", Clock: clock.NewSimulated(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
		Alloc: map[common.Address]*big.Int{b.rich: coins(1000)}, Code: map[common.Address][]byte{b.token: evmtest.Token()},
		Services: []node.Services{cheat.Services(cheat.Options{})},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	tx := b.pay(t, b.Node, 0, common.Address{1}, 5, nil)
	b.sent = tx.Hash()
	if err := b.Submit(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	if err := b.Edit(t.Context(), func(s *state.StateDB) {
		s.SetState(b.token, common.BytesToHash(b.rich[:]), common.BigToHash(big.NewInt(100)))
	}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, _, err := b.Mine(t.Context(), node.BlockSpec{}); err != nil {
			t.Fatal(err)
		}
	}
	b.proxy = rpctest.New(t, b.Endpoint())
	return b
}

// pay is a signed transaction of rich on a chain.
func (b *below) pay(t testing.TB, n *node.Node, nonce uint64, to common.Address, wei int64, data []byte) *types.Transaction {
	t.Helper()
	key, err := crypto.ToECDSA(b.key)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := types.SignNewTx(key, n.Signer(), &types.DynamicFeeTx{
		ChainID: n.ChainID(), Nonce: nonce, To: &to, Value: big.NewInt(wei), Gas: 200_000, Data: data,
		GasFeeCap: big.NewInt(20e9), GasTipCap: big.NewInt(1),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// pin reads the latest block of the chain below.
func (b *below) pin(t testing.TB) *remote.State {
	t.Helper()
	client, id, err := rpc.DialAny(t.Context(), b.proxy.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	s, err := remote.Pin(t.Context(), client, id, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b *below) fork(t testing.TB) *node.Node { return forkOf(t, b.pin(t)) }

func forkOf(t testing.TB, s *remote.State) *node.Node {
	t.Helper()
	n, err := node.New(node.Config{
		Fork: s, Clock: clock.NewSimulated(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)),
		Services: []node.Services{cheat.Services(cheat.Options{AutoImpersonate: true})},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

// ask makes a request and fails the test where it fails.
func ask(t testing.TB, n *node.Node, method string, params ...any) string {
	t.Helper()
	out, err := try(t.Context(), n, method, params...)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return out
}

func try(ctx context.Context, n *node.Node, method string, params ...any) (string, error) {
	var out json.RawMessage
	err := n.Client().CallContext(ctx, &out, method, params...)
	return string(out), err
}

func balanceOf(token, holder common.Address) map[string]any {
	return map[string]any{"to": token, "data": hexutil.Bytes(evmtest.Pack("balanceOf(address)", holder[:]))}
}

// code is the JSON-RPC code of an error.
func code(err error) int {
	var e gethrpc.Error
	if errors.As(err, &e) {
		return e.ErrorCode()
	}
	return 0
}

// spec: mirage-testing §8.6: a fork inherits number, time and coinbase; BLOCKHASH goes on
// below.
func TestAForkGoesOnFromItsBlock(t *testing.T) {
	b := newBelow(t)
	head := b.Head()
	n := b.fork(t)
	if n.Head().Hash() != head.Hash() || n.ChainID().Uint64() != 4242 {
		t.Fatalf("the fork begins on %v of chain %v", n.Head().Number, n.ChainID())
	}
	block, _, err := n.Mine(t.Context(), node.BlockSpec{})
	if err != nil {
		t.Fatal(err)
	}
	if block.NumberU64() != head.Number.Uint64()+1 || block.ParentHash() != head.Hash() || block.Time() != head.Time ||
		block.Coinbase() != head.Coinbase || block.GasLimit() != head.GasLimit {
		t.Errorf("the first local block is %+v", block.Header())
	}
	// BLOCKHASH(n) for a call: NUMBER-k, returned.
	for k := uint64(1); k <= 5; k++ {
		data := hexutil.Bytes{0x60, byte(block.NumberU64() - k), 0x40, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3}
		var want common.Hash
		if h := b.Block(block.NumberU64() - k); h != nil {
			want = h.Hash()
		}
		if got := ask(t, n, "eth_call", map[string]any{"data": data}, "latest"); got != `"`+want.Hex()+`"` {
			t.Errorf("BLOCKHASH of block %d is %s, want %s", block.NumberU64()-k, got, want)
		}
	}
}

// spec: mirage-testing §3.1: what was written goes before the chain below, also a zero.
func TestWhatIsWrittenLiesOverTheChainBelow(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	slot := common.BytesToHash(b.rich[:])
	read := func() string {
		return ask(t, n, "eth_call", balanceOf(b.token, b.rich), "latest") + ask(t, n, "eth_getStorageAt", b.token, slot, "latest") +
			ask(t, n, "eth_getBalance", b.rich, "latest") + ask(t, n, "eth_getCode", b.token, "latest")[:10]
	}
	first := read()
	if strings.Count(first, `64"`) != 2 || !strings.Contains(first, `"0x3635`) || !strings.Contains(first, `"0x5f`) {
		t.Fatalf("before anything is written: %s", first)
	}
	id := ask(t, n, "evm_snapshot")
	ask(t, n, "anvil_setStorageAt", b.token, slot, common.Hash{})
	zero := common.Hash{}
	if got := ask(t, n, "eth_call", balanceOf(b.token, b.rich), "latest"); got != `"`+zero.Hex()+`"` {
		t.Errorf("a slot set to zero is %s", got)
	}
	ask(t, n, "anvil_setStorageAt", b.token, slot, common.BigToHash(big.NewInt(7)))
	ask(t, n, "anvil_setBalance", b.rich, "0x0")
	ask(t, n, "anvil_setCode", common.Address{1}, "0x")
	ask(t, n, "anvil_setBalance", common.Address{1}, "0x0") // now it is gone
	if got := ask(t, n, "eth_getBalance", common.Address{1}, "latest"); got != `"0x0"` {
		t.Errorf("an account that was emptied has %s", got)
	}
	if _, _, err := n.Mine(t.Context(), node.BlockSpec{}); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, n, "eth_call", balanceOf(b.token, b.rich), "latest") + ask(t, n, "eth_getBalance", common.Address{1}, "latest"); got != `"`+common.BigToHash(big.NewInt(7)).Hex()+`""0x0"` {
		t.Errorf("a block later: %s", got)
	}
	var unquoted string
	if err := json.Unmarshal([]byte(id), &unquoted); err != nil {
		t.Fatal(err)
	}
	ask(t, n, "evm_revert", unquoted)
	if got := read(); got != first {
		t.Errorf("after the revert: %s\nbefore:           %s", got, first)
	}
	if got := ask(t, n, "eth_getBalance", common.Address{1}, "latest"); got != `"0x5"` {
		t.Errorf("the account that was gone has %s after the revert", got)
	}
	ask(t, n, "anvil_setBalance", b.rich, "0x9")
	ask(t, n, "anvil_reset")
	if got := read(); got != first || n.Head().Hash() != b.Head().Hash() {
		t.Errorf("after the reset: %s", got)
	}
}

// spec: mirage-testing §3.2, §6.1
func TestTransactionsRunOnAFork(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	friend := common.Address{0xf}
	tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", friend[:], []byte{40}))
	if err := n.Submit(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	var receipt types.Receipt
	if err := json.Unmarshal([]byte(ask(t, n, "eth_getTransactionReceipt", tx.Hash())), &receipt); err != nil || receipt.Status != 1 || len(receipt.Logs) != 1 {
		t.Fatalf("%+v, %v", receipt, err)
	}
	for holder, want := range map[common.Address]int64{b.rich: 60, friend: 40} {
		if got := ask(t, n, "eth_call", balanceOf(b.token, holder), "latest"); got != `"`+common.BigToHash(big.NewInt(want)).Hex()+`"` {
			t.Errorf("%s holds %s, want %d", holder, got, want)
		}
	}
	// Nobody signs for the token itself: every account is impersonated on a fork.
	ask(t, n, "anvil_setBalance", b.token, hexutil.EncodeBig(coins(1)))
	hash := ask(t, n, "eth_sendTransaction", map[string]any{"from": b.token, "to": friend, "value": "0x5"})
	if !strings.Contains(ask(t, n, "eth_getTransactionByHash", json.RawMessage(hash)), strings.ToLower(b.token.Hex()[2:])) {
		t.Error("the impersonated sender is not in its transaction")
	}
	if got := ask(t, n, "eth_getBalance", friend, "latest"); got != `"0x5"` {
		t.Errorf("it paid %s", got)
	}
	trace := ask(t, n, "debug_traceTransaction", tx.Hash(), map[string]any{"tracer": "callTracer"})
	if !strings.Contains(trace, strings.ToLower(b.token.Hex()[2:])) || strings.Contains(trace, `"error"`) {
		t.Errorf("trace %s", trace)
	}
	logs := ask(t, n, "eth_getLogs", map[string]any{"fromBlock": hexutil.Uint64(b.Head().Number.Uint64() + 1), "toBlock": "latest"})
	if strings.Count(logs, `"logIndex"`) != 1 {
		t.Errorf("logs %s", logs)
	}
	if next := ask(t, n, "eth_getTransactionCount", b.rich, "pending"); next != `"0x2"` {
		t.Errorf("next nonce %s", next)
	}
	ask(t, n, "mirage_mintERC20", b.token, friend, "0x3e8")
	if got := ask(t, n, "eth_call", balanceOf(b.token, friend), "latest"); got != `"`+common.BigToHash(big.NewInt(1040)).Hex()+`"` {
		t.Errorf("after a mint of 1,000: %s", got)
	}
}

// The state methods of a fork answer what the chain below answers at that block.
func TestAForkAnswersLikeTheChainBelow(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	at := hexutil.Uint64(b.Head().Number.Uint64())
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
		{"eth_getBlockByHash", []any{b.Block(1).Hash(), true}},
		{"eth_getBlockReceipts", []any{"0x1"}},
		{"eth_getBlockTransactionCountByNumber", []any{"0x1"}},
		{"eth_getBlockTransactionCountByHash", []any{b.Block(1).Hash()}},
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
		if _, _, err := n.Mine(t.Context(), node.BlockSpec{}); err != nil {
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

// What the chain below did after the fork's block does not exist on the fork.
func TestAForkDoesNotSeeLaterBlocks(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	before := ask(t, n, "eth_getBalance", b.rich, "latest")
	tx := b.pay(t, b.Node, 1, common.Address{1}, 5, nil)
	if err := b.Submit(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	later := b.Head()
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

// What a fork cannot know it refuses, with a reason.
func TestAForkRefusesWhatItDoesNotHave(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	if _, _, err := n.Mine(t.Context(), node.BlockSpec{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want   int
		words  string
		method string
		params []any
	}{
		{-32602, "where this fork begins", "eth_getBalance", []any{b.rich, "0x1"}},
		{-32602, "where this fork begins", "eth_call", []any{balanceOf(b.token, b.rich), "earliest"}},
		{-32602, "where it begins", "eth_getLogs", []any{map[string]any{"fromBlock": "0x1", "toBlock": "latest"}}},
		{-32602, "where it begins", "eth_getLogs", []any{map[string]any{"blockHash": b.Block(1).Hash()}}},
		{-32000, "eth_getProof is not served", "eth_getProof", []any{b.rich, []string{}, "latest"}},
		{-32000, "record the chain below", "anvil_dumpState", nil},
	} {
		_, err := try(t.Context(), n, c.method, c.params...)
		if err == nil || code(err) != c.want || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %d %v, want %d with %q", c.method, code(err), err, c.want, c.words)
		}
	}
}

func TestAForkRefusesWhatItCannotBeCombinedWith(t *testing.T) {
	b := newBelow(t)
	s := b.pin(t)
	for name, c := range map[string]node.Config{
		"another chain id": {Fork: s, ChainID: 1}, "a folder": {Fork: s, DataDir: t.TempDir()}, "a bound": {Fork: s, KeepStates: 5},
		"accounts": {Fork: s, Alloc: map[common.Address]*big.Int{b.rich: big.NewInt(1)}}, "code": {Fork: s, Code: map[common.Address][]byte{b.rich: {1}}},
		"no pinned block": {Fork: remote.New(nil, rpc.Block{BaseFee: uint256.NewInt(1)}, remote.NewCodes())},
	} {
		if n, err := node.New(c); !errors.Is(err, node.ErrFork) {
			t.Errorf("%s: %v", name, err)
			if n != nil {
				_ = n.Close()
			}
		}
	}
}

// spec: mirage-testing §3.1, §6.4: a chain below that fails is −32099, never zero, and the
// fork goes on once it is back.
func TestAFaultBelowIsAnErrorAndNothingElse(t *testing.T) {
	for name, fault := range map[string]rpctest.Fault{
		"dead": {Dead: true}, "page": {Page: "<html>busy</html>"}, "no code": {Omit: "eth_getCode"}, "no balance": {Omit: "eth_getBalance"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBelow(t)
			n := b.fork(t)
			friend := common.Address{0xf}
			tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", friend[:], []byte{40}))
			raw, err := tx.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			b.proxy.Set(fault)
			for _, c := range [][]any{
				{"eth_getBalance", b.rich, "latest"},
				{"eth_getCode", b.token, "latest"},
				{"eth_getTransactionCount", b.rich, "pending"},
				{"eth_getStorageAt", b.token, "0x0", "latest"},
				{"eth_call", balanceOf(b.token, b.rich), "latest"},
				{"eth_call", map[string]any{"from": b.rich, "to": b.token, "value": "0x1"}, "latest"},
				{"eth_estimateGas", map[string]any{"from": b.rich, "to": b.token}},
				{"eth_createAccessList", map[string]any{"from": b.rich, "to": b.token}},
				{"eth_simulateV1", map[string]any{"blockStateCalls": []any{map[string]any{"calls": []any{map[string]any{"from": b.rich, "to": b.token}}}}}, "latest"},
				{"debug_traceCall", map[string]any{"from": b.rich, "to": b.token}, "latest", map[string]any{}},
				{"eth_sendRawTransaction", hexutil.Bytes(raw)},
				{"eth_sendTransaction", map[string]any{"from": b.rich, "to": friend, "value": "0x1"}},
				{"anvil_setStorageAt", b.token, "0x0", common.Hash{1}},
				{"anvil_setBalance", b.rich, "0x1"},
				{"mirage_mintERC20", b.token, b.rich, "0x1"},
				{"mirage_computeDomainSeparator", b.token},
			} {
				out, err := try(t.Context(), n, c[0].(string), c[1:]...)
				if code(err) != node.CodeUpstream {
					t.Errorf("%s: %s, %v", c[0], out, err)
				}
			}
			if fault.Omit == "" {
				for _, c := range [][]any{{"eth_getBlockByNumber", "0x1", false}, {"eth_getTransactionByHash", b.sent}, {"eth_getTransactionReceipt", common.Hash{3}}} {
					if out, err := try(t.Context(), n, c[0].(string), c[1:]...); code(err) != node.CodeUpstream {
						t.Errorf("%s: %s, %v", c[0], out, err)
					}
				}
			}
			if n.Head().Hash() != b.Head().Hash() {
				t.Fatalf("a block was made: %d", n.Head().Number)
			}
			b.proxy.Set(rpctest.Fault{})
			ask(t, n, "eth_sendRawTransaction", hexutil.Bytes(raw))
			if got := ask(t, n, "eth_call", balanceOf(b.token, friend), "latest"); got != `"`+common.BigToHash(big.NewInt(40)).Hex()+`"` {
				t.Errorf("once it is back: %s", got)
			}
		})
	}
}

// A transaction whose sender is known and whose contract is not stays out of blocks while
// the chain below is away, and is not lost where nobody waits for it.
func TestATransactionWaitsForTheChainBelow(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	ask(t, n, "eth_getBalance", b.rich, "latest")
	n.SetAutomine(false)
	friend := common.Address{0xf}
	tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", friend[:], []byte{40}))
	if err := n.Submit(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	b.proxy.Set(rpctest.Fault{Dead: true})
	if _, _, err := n.Mine(t.Context(), node.BlockSpec{FromPool: true}); !errors.Is(err, node.ErrUpstream) {
		t.Fatalf("mined without the contract: %v", err)
	}
	b.proxy.Set(rpctest.Fault{})
	block, receipts, err := n.Mine(t.Context(), node.BlockSpec{FromPool: true})
	if err != nil || len(receipts) != 1 || receipts[0].Status != 1 || block.NumberU64() != b.Head().Number.Uint64()+1 {
		t.Fatalf("block %v with %d receipts, %v", block, len(receipts), err)
	}
}

// spec: mirage-testing §6.4: a block below that lies about its hash is an error.
func TestALieOfTheChainBelowIsAnError(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	b.proxy.Set(rpctest.Fault{Ahead: 9})
	if out, err := try(t.Context(), n, "eth_getBlockByNumber", "0x1", false); code(err) != node.CodeUpstream || !strings.Contains(err.Error(), "claims hash") {
		t.Errorf("%s, %v", out, err)
	}
}

// The same reads from a fixture, with no chain below at all, give the same bytes.
func TestAForkReplaysFromAFixture(t *testing.T) {
	b := newBelow(t)
	live := b.pin(t)
	play := func(n *node.Node) (all []string) {
		tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", common.Address{0xf}.Bytes(), []byte{40}))
		raw, err := tx.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	b.proxy.Set(rpctest.Fault{Dead: true})
	replayed, err := remote.DecodeFixture(text)
	if err != nil {
		t.Fatal(err)
	}
	n := forkOf(t, replayed)
	for i, got := range play(n) {
		if got != want[i] {
			t.Errorf("answer %d\nreplayed %s\nlive     %s", i, got, want[i])
		}
	}
	if out, err := try(t.Context(), n, "eth_getBalance", common.Address{0xee}, "latest"); code(err) != node.CodeUpstream || !strings.Contains(err.Error(), "not in the fixture") {
		t.Errorf("what was never recorded: %s, %v", out, err)
	}
}

// An account that is made here is not given the slots of anybody below.
func TestAContractThatIsDeployedHereReadsItsOwnSlots(t *testing.T) {
	b := newBelow(t)
	s := b.pin(t)
	n := forkOf(t, s)
	at := common.Address{0xc}
	ask(t, n, "anvil_setCode", at, hexutil.Bytes(evmtest.Token()))
	if err := n.Edit(t.Context(), func(db *state.StateDB) {
		db.SetNonce(at, 1, tracing.NonceChangeUnspecified)
		db.SetState(at, common.Hash{1}, common.Hash{2})
	}); err != nil {
		t.Fatal(err)
	}
	loads := s.Loads()
	for i := byte(1); i < 9; i++ {
		want := common.Hash{}
		if i == 1 {
			want = common.Hash{2}
		}
		if got := ask(t, n, "eth_getStorageAt", at, common.Hash{i}, "latest"); got != `"`+want.Hex()+`"` {
			t.Errorf("slot %d is %s", i, got)
		}
	}
	if s.Loads() != loads {
		t.Errorf("%d requests for slots that cannot be below", s.Loads()-loads)
	}
}

func coins(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }
