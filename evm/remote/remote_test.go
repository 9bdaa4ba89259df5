package remote_test

import (
	"bytes"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"
)

var (
	rich    = common.HexToAddress("0x00000000000000000000000000000000000000aa")
	token   = common.HexToAddress("0x00000000000000000000000000000000000000bb")
	nobody  = common.HexToAddress("0x00000000000000000000000000000000000000cc")
	onChain = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// upstream is a chain of three blocks behind a proxy.
func upstream(t *testing.T) (*rpctest.Proxy, *node.Node) {
	t.Helper()
	n, err := node.New(node.Config{
		HTTP: "127.0.0.1:0", Clock: clock.NewSimulated(onChain),
		Alloc: map[common.Address]*big.Int{rich: big.NewInt(7)}, Code: map[common.Address][]byte{token: evmtest.Token()},
	})
	check(t, err)
	t.Cleanup(func() { _ = n.Close() })
	for range 3 {
		if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
			t.Fatal(err)
		}
	}
	return rpctest.New(t, n.Server.Endpoint()), n
}

func connect(t *testing.T, p *rpctest.Proxy) *rpc.Client {
	t.Helper()
	c, id, err := rpc.DialAny(t.Context(), p.URL())
	if err != nil || id != node.DefaultChainID {
		t.Fatal(id, err)
	}
	t.Cleanup(c.Close)
	return c
}

func pin(t *testing.T, p *rpctest.Proxy) *remote.State {
	t.Helper()
	s, err := remote.Pin(t.Context(), connect(t, p), node.DefaultChainID, nil)
	check(t, err)
	return s
}

// read reads everything the tests ask for, in one of two orders.
func read(t *testing.T, s *remote.State, backwards bool) {
	t.Helper()
	steps := []func() error{
		func() error { _, err := s.Account(t.Context(), rich); return err },
		func() error { _, err := s.Account(t.Context(), token); return err },
		func() error { _, err := s.Account(t.Context(), nobody); return err },
		func() error { _, err := s.Storage(t.Context(), remote.Slot{Account: token}); return err },
		func() error {
			_, err := s.Storage(t.Context(), remote.Slot{Account: token, Key: common.Hash{9}})
			return err
		},
		func() error { _, err := s.BlockHash(t.Context(), 1); return err },
		func() error { _, err := s.Ask(t.Context(), "eth_getBlockByNumber", "0x1", true); return err },
		func() error { _, err := s.Ask(t.Context(), "eth_getTransactionByHash", common.Hash{1}); return err },
	}
	for i := range steps {
		if backwards {
			i = len(steps) - 1 - i
		}
		if err := steps[i](); err != nil {
			t.Fatalf("read %d: %v", i, err)
		}
	}
}

// spec: mirage-testing §3.1: reads go to the pinned block, and each only once.
func TestABlockIsReadOnceAndStaysPinned(t *testing.T) {
	p, n := upstream(t)
	s := pin(t, p)
	if s.Block().Number != 3 || s.Header().Hash() != n.Chain.Head().Hash() || s.Chain() != node.DefaultChainID {
		t.Fatalf("pinned %+v", s.Block())
	}
	if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
		t.Fatal(err)
	}
	read(t, s, false)
	loads := s.Loads()
	read(t, s, true)
	if s.Loads() != loads || loads != 9 {
		t.Errorf("%d requests, then %d; want 9 and none", loads, s.Loads())
	}
	a, err := s.Account(t.Context(), token)
	if err != nil || !bytes.Equal(s.Code(a.Code), evmtest.Token()) || !a.HasCode() {
		t.Errorf("token %+v, %v", a, err)
	}
	if a, err := s.Account(t.Context(), rich); err != nil || a.Balance.Uint64() != 7 || a.Code != types.EmptyCodeHash {
		t.Errorf("rich %+v, %v", a, err)
	}
	if a, err := s.Account(t.Context(), nobody); err != nil || a.Exists() {
		t.Errorf("nobody %+v, %v", a, err)
	}
	if h, err := s.BlockHash(t.Context(), 2); err != nil || h != n.Chain.Block(2).Hash() {
		t.Errorf("hash of block 2: %v, %v", h, err)
	}
}

// spec: mirage-testing §3.1: missing upstream data is an error, never zero.
func TestWhatTheNodeDoesNotSayIsAnError(t *testing.T) {
	p, _ := upstream(t)
	s := pin(t, p)
	for name, f := range map[string]rpctest.Fault{
		"dead": {Dead: true}, "page": {Page: "<html>busy</html>"}, "no code": {Omit: "eth_getCode"},
		"no balance": {Omit: "eth_getBalance"}, "no nonce": {Omit: "eth_getTransactionCount"},
	} {
		p.Set(f)
		if a, err := s.Account(t.Context(), token); err == nil {
			t.Errorf("%s: account %+v", name, a)
		}
		if _, known := s.Known(token); known {
			t.Errorf("%s: half an account is kept", name)
		}
	}
	p.Set(rpctest.Fault{Omit: "eth_getStorageAt"})
	if v, err := s.Storage(t.Context(), remote.Slot{Account: token}); err == nil {
		t.Errorf("slot %v", v)
	}
	p.Set(rpctest.Fault{})
	read(t, s, false)
}

func TestABlockThatLiesAboutItsHashIsRefused(t *testing.T) {
	p, _ := upstream(t)
	c := connect(t, p)
	p.Set(rpctest.Fault{Ahead: 5}) // another time under the same hash
	if _, err := remote.Pin(t.Context(), c, node.DefaultChainID, nil); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("got %v", err)
	}
	p.Set(rpctest.Fault{})
	s := pin(t, p)
	p.Set(rpctest.Fault{Ahead: 5})
	if h, err := s.BlockHash(t.Context(), 1); !errors.Is(err, rpc.ErrMalformed) {
		t.Errorf("the hash of a block that lies: %v, %v", h, err)
	}
	p.Set(rpctest.Fault{})
	absent := uint64(99)
	if _, err := remote.Pin(t.Context(), c, node.DefaultChainID, &absent); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("a block that is not there: %v", err)
	}
}

// More reads than a node takes in one batch are asked in several.
func TestManyReadsAreSplit(t *testing.T) {
	p, _ := upstream(t)
	s := pin(t, p)
	var accounts []common.Address
	var slots []remote.Slot
	for i := range 250 {
		accounts = append(accounts, common.Address{7, byte(i)})
		slots = append(slots, remote.Slot{Account: token, Key: common.Hash{8, byte(i)}})
	}
	before := s.Loads()
	check(t, s.Load(t.Context(), accounts, slots))
	for i := range accounts {
		_, known := s.Known(accounts[i])
		if _, slot := s.KnownSlot(slots[i]); !known || !slot {
			t.Fatalf("account or slot %d is not there", i)
		}
	}
	if got := s.Loads() - before; got != 11 {
		t.Errorf("%d requests for 1,000 reads, want 11", got)
	}
}

func TestPrefetchLoadsACallInTwoRoundTrips(t *testing.T) {
	p, _ := upstream(t)
	s := pin(t, p)
	before := s.Loads()
	call := rpc.Call{From: rich, To: token, Data: evmtest.Pack("balanceOf(address)", rich[:])}
	check(t, s.Prefetch(t.Context(), call, nobody))
	slot := remote.Slot{Account: token, Key: common.BytesToHash(rich[:])}
	for _, a := range []common.Address{rich, token, nobody} {
		if _, known := s.Known(a); !known {
			t.Errorf("%s is not there", a)
		}
	}
	if _, known := s.KnownSlot(slot); !known {
		t.Error("the slot is not there")
	}
	if got := s.Loads() - before; got != 2 {
		t.Errorf("%d round trips", got)
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
