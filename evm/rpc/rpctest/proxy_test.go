package rpctest_test

import (
	"errors"
	"testing"
	"time"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
)

// what a client sees of each fault.
func TestEveryFaultIsSeen(t *testing.T) {
	n, err := node.New(node.Config{HTTP: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Close() })
	for range 5 {
		if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
			t.Fatal(err)
		}
	}
	proxy := rpctest.New(t, n.Server.Endpoint())
	client, err := rpc.Dial(t.Context(), proxy.URL(), node.DefaultChainID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	for _, c := range []struct {
		name  string
		fault rpctest.Fault
		want  error
	}{
		{"dead", rpctest.Fault{Dead: true}, rpc.ErrTransport},
		{"dropped", rpctest.Fault{DropEvery: 1}, rpc.ErrTransport},
		{"answer dropped", rpctest.Fault{DropAnswer: "eth_getBlockByNumber"}, rpc.ErrTransport},
		{"page", rpctest.Fault{Page: "<html>"}, rpc.ErrMalformed},
		{"busy", rpctest.Fault{Status: 429}, rpc.ErrRateLimited},
		{"broken", rpctest.Fault{Status: 502}, rpc.ErrTransport},
		{"refused", rpctest.Fault{Refuse: "eth_getBlockByNumber"}, rpc.ErrUnsupported},
	} {
		proxy.Set(c.fault)
		if _, err := client.Head(t.Context()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	proxy.Set(rpctest.Fault{Omit: "eth_getBalance"})
	batch, before := client.At(n.Chain.Head().Hash()), proxy.Requests()
	balance, nonce := batch.Balance(common.Address{1}), batch.Nonce(common.Address{1})
	if err := batch.Do(t.Context()); !errors.Is(err, rpc.ErrMissing) || proxy.Requests() != before+1 {
		t.Errorf("an omitted answer: %v in %d requests", err, proxy.Requests()-before)
	}
	if _, err := balance.Value(); !errors.Is(err, rpc.ErrMissing) {
		t.Errorf("the omitted answer: %v", err)
	}
	if _, err := nonce.Value(); err != nil {
		t.Errorf("the answer beside it: %v", err)
	}
	proxy.Set(rpctest.Fault{Behind: 2})
	if head, err := client.Head(t.Context()); err != nil || head.Number != 3 {
		t.Errorf("behind: block %d, %v", head.Number, err)
	}
	proxy.Set(rpctest.Fault{Ahead: 3600})
	if head, err := client.Head(t.Context()); err != nil || head.Time != n.Chain.Head().Time+3600 {
		t.Errorf("ahead: time %d, %v", head.Time, err)
	}
	proxy.Set(rpctest.Fault{LoseFirst: 2})
	for i, want := range []error{rpc.ErrTransport, rpc.ErrTransport, nil} {
		if _, err := client.Head(t.Context()); !errors.Is(err, want) {
			t.Errorf("request %d: %v, want %v", i+1, err, want)
		}
	}
	proxy.Set(rpctest.Fault{Forked: true})
	if head, err := client.Head(t.Context()); err != nil || head.Hash == n.Chain.Head().Hash() || proxy.Spoilt() != 1 {
		t.Errorf("forked: %v, %v, %d answers spoilt", head.Hash, err, proxy.Spoilt())
	}
	proxy.Set(rpctest.Fault{ChainID: 1})
	if err := client.CheckChain(t.Context(), node.DefaultChainID); !errors.Is(err, rpc.ErrWrongChain) {
		t.Errorf("another chain: %v", err)
	}
	proxy.Set(rpctest.Fault{Slow: 30 * time.Millisecond})
	if head, err := client.Head(t.Context()); err != nil || head.Number != 5 || proxy.Calls("eth_getBlockByNumber") == 0 {
		t.Errorf("slow: block %d, %v", head.Number, err)
	}
}
