package fork_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/mirage/node"
)

// spec: mirage-testing §8.6: a fork inherits number, time and coinbase; BLOCKHASH goes on
// below.
func TestAForkGoesOnFromItsBlock(t *testing.T) {
	b := newBelow(t)
	head := b.Chain.Head()
	n := b.fork(t)
	if n.Chain.Head().Hash() != head.Hash() || n.Chain.ID().Uint64() != 4242 {
		t.Fatalf("the fork begins on %v of chain %v", n.Chain.Head().Number, n.Chain.ID())
	}
	block, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{})
	check(t, err)
	if block.NumberU64() != head.Number.Uint64()+1 || block.ParentHash() != head.Hash() || block.Time() != head.Time ||
		block.Coinbase() != head.Coinbase || block.GasLimit() != head.GasLimit {
		t.Errorf("the first local block is %+v", block.Header())
	}
	// BLOCKHASH(n) for a call: NUMBER-k, returned.
	for k := uint64(1); k <= 5; k++ {
		data := hexutil.Bytes{0x60, byte(block.NumberU64() - k), 0x40, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3}
		var want common.Hash
		if h := b.Chain.Block(block.NumberU64() - k); h != nil {
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
	if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, n, "eth_call", balanceOf(b.token, b.rich), "latest") + ask(t, n, "eth_getBalance", common.Address{1}, "latest"); got != `"`+common.BigToHash(big.NewInt(7)).Hex()+`""0x0"` {
		t.Errorf("a block later: %s", got)
	}
	var unquoted string
	check(t, json.Unmarshal([]byte(id), &unquoted))
	ask(t, n, "evm_revert", unquoted)
	if got := read(); got != first {
		t.Errorf("after the revert: %s\nbefore:           %s", got, first)
	}
	if got := ask(t, n, "eth_getBalance", common.Address{1}, "latest"); got != `"0x5"` {
		t.Errorf("the account that was gone has %s after the revert", got)
	}
	ask(t, n, "anvil_setBalance", b.rich, "0x9")
	ask(t, n, "anvil_reset")
	if got := read(); got != first || n.Chain.Head().Hash() != b.Chain.Head().Hash() {
		t.Errorf("after the reset: %s", got)
	}
}

// spec: mirage-testing §3.2, §6.1
func TestTransactionsRunOnAFork(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	friend := common.Address{0xf}
	tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", friend[:], []byte{40}))
	check(t, n.Pool.Submit(t.Context(), tx))
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
	logs := ask(t, n, "eth_getLogs", map[string]any{"fromBlock": hexutil.Uint64(b.Chain.Head().Number.Uint64() + 1), "toBlock": "latest"})
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

// An account that is made here is not given the slots of anybody below.
func TestAContractThatIsDeployedHereReadsItsOwnSlots(t *testing.T) {
	b := newBelow(t)
	s := b.pin(t)
	n := forkOf(t, s)
	at := common.Address{0xc}
	ask(t, n, "anvil_setCode", at, hexutil.Bytes(evmtest.Token()))
	if err := n.Miner.Edit(t.Context(), func(db *state.StateDB) {
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
