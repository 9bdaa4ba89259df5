package fork_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/node"
)

// What a fork cannot know it refuses, with a reason.
func TestAForkRefusesWhatItDoesNotHave(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
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
		{-32602, "use eth_getLogs", "eth_newFilter", []any{map[string]any{"fromBlock": "0x1", "toBlock": "latest"}}},
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
			check(t, err)
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
				if code(err) != fork.CodeUpstream {
					t.Errorf("%s: %s, %v", c[0], out, err)
				}
			}
			if fault.Omit == "" {
				for _, c := range [][]any{{"eth_getBlockByNumber", "0x1", false}, {"eth_getTransactionByHash", b.sent}, {"eth_getTransactionReceipt", common.Hash{3}}, {"eth_getLogs", map[string]any{"fromBlock": "0x0"}}, {"eth_feeHistory", "0x1", "latest", []int{}}} {
					if out, err := try(t.Context(), n, c[0].(string), c[1:]...); code(err) != fork.CodeUpstream {
						t.Errorf("%s: %s, %v", c[0], out, err)
					}
				}
			}
			if n.Chain.Head().Hash() != b.Chain.Head().Hash() {
				t.Fatalf("a block was made: %d", n.Chain.Head().Number)
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
	n.Miner.SetAutomine(false)
	friend := common.Address{0xf}
	tx := b.pay(t, n, 1, b.token, 0, evmtest.Pack("transfer(address,uint256)", friend[:], []byte{40}))
	check(t, n.Pool.Submit(t.Context(), tx))
	b.proxy.Set(rpctest.Fault{Dead: true})
	if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{FromPool: true}); !errors.Is(err, fork.ErrUpstream) {
		t.Fatalf("mined without the contract: %v", err)
	}
	b.proxy.Set(rpctest.Fault{})
	block, receipts, err := n.Miner.Mine(t.Context(), node.BlockSpec{FromPool: true})
	if err != nil || len(receipts) != 1 || receipts[0].Status != 1 || block.NumberU64() != b.Chain.Head().Number.Uint64()+1 {
		t.Fatalf("block %v with %d receipts, %v", block, len(receipts), err)
	}
}

// spec: mirage-testing §6.4: a block below that lies about its hash is an error.
func TestALieOfTheChainBelowIsAnError(t *testing.T) {
	b := newBelow(t)
	n := b.fork(t)
	b.proxy.Set(rpctest.Fault{Ahead: 9})
	hashOf := map[string]any{"data": "0x600140" + "5f5260205ff3"} // BLOCKHASH(1), returned
	if out, err := try(t.Context(), n, "eth_call", hashOf, "latest"); code(err) != fork.CodeUpstream || !strings.Contains(err.Error(), "claims hash") {
		t.Errorf("BLOCKHASH: %s, %v", out, err)
	}
	if out, err := try(t.Context(), n, "eth_getBlockByNumber", "0x1", false); code(err) != fork.CodeUpstream || !strings.Contains(err.Error(), "claims hash") {
		t.Errorf("%s, %v", out, err)
	}
}
