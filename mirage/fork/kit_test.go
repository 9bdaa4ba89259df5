package fork_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"pgregory.net/rapid"

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
	check(t, err)
	b := &below{rich: crypto.PubkeyToAddress(key.PublicKey), token: common.HexToAddress("0x7000000000000000000000000000000000000007"), key: crypto.FromECDSA(key)}
	b.Node, err = node.New(node.Config{
		ChainID: 4242, HTTP: "127.0.0.1:0", Clock: clock.NewSimulated(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)),
		Alloc: map[common.Address]*big.Int{b.rich: coins(1000)}, Code: map[common.Address][]byte{b.token: evmtest.Token()},
		Services: []node.Services{cheat.Services(cheat.Options{})},
	})
	check(t, err)
	t.Cleanup(func() { _ = b.Close() })
	tx := b.pay(t, b.Node, 0, common.Address{1}, 5, nil)
	b.sent = tx.Hash()
	check(t, b.Pool.Submit(t.Context(), tx))
	if err := b.Miner.Edit(t.Context(), func(s *state.StateDB) {
		s.SetState(b.token, common.BytesToHash(b.rich[:]), common.BigToHash(big.NewInt(100)))
	}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, _, err := b.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
			t.Fatal(err)
		}
	}
	b.proxy = rpctest.New(t, b.Server.Endpoint())
	return b
}

// pay is a signed transaction of rich on a chain.
func (b *below) pay(t testing.TB, n *node.Node, nonce uint64, to common.Address, wei int64, data []byte) *types.Transaction {
	t.Helper()
	key, err := crypto.ToECDSA(b.key)
	check(t, err)
	tx, err := types.SignNewTx(key, n.Chain.Signer(), &types.DynamicFeeTx{
		ChainID: n.Chain.ID(), Nonce: nonce, To: &to, Value: big.NewInt(wei), Gas: 200_000, Data: data,
		GasFeeCap: big.NewInt(20e9), GasTipCap: big.NewInt(1),
	})
	check(t, err)
	return tx
}

// pin reads the latest block of the chain below.
func (b *below) pin(t testing.TB) *remote.State {
	t.Helper()
	client, id, err := rpc.DialAny(t.Context(), b.proxy.URL())
	check(t, err)
	t.Cleanup(client.Close)
	s, err := remote.Pin(t.Context(), client, id, nil)
	check(t, err)
	return s
}

func (b *below) fork(t testing.TB) *node.Node { return forkOf(t, b.pin(t)) }

func forkOf(t testing.TB, s *remote.State) *node.Node {
	t.Helper()
	n, err := node.New(node.Config{
		Fork: s, Clock: clock.NewSimulated(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)),
		Services: []node.Services{cheat.Services(cheat.Options{AutoImpersonate: true})},
	})
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
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
	err := n.Server.Client().CallContext(ctx, &out, method, params...)
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

func coins(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
