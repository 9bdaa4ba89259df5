package rpc

import (
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// purse is a node that knows the balance of each account: its address as a number.
type purse struct {
	asked atomic.Int64
	lies  atomic.Bool
}

// ChainId is eth_chainId.
func (p *purse) ChainId() *hexutil.Big { return (*hexutil.Big)(big.NewInt(31337)) } //nolint:revive,staticcheck // the name of the method

// GetBalance is eth_getBalance.
func (p *purse) GetBalance(of common.Address, _ gethrpc.BlockNumberOrHash) *hexutil.Big {
	n := new(big.Int).SetBytes(of[:])
	if p.lies.Load() {
		n.Add(n, big.NewInt(1))
	}
	return (*hexutil.Big)(n)
}

// serve serves it with a limit on batches, and returns where.
func (p *purse) serve(t *testing.T, most int) string {
	t.Helper()
	node := gethrpc.NewServer()
	node.SetBatchLimits(most, 1<<20)
	if err := node.RegisterName("eth", p); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		node.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// balances reads n of them in one batch, and returns in how many requests.
func (p *purse) balances(t *testing.T, c *Client, n int) int64 {
	t.Helper()
	p.asked.Store(0)
	b := c.At(common.Hash{1})
	var reads []*Read[uint256.Int]
	for i := range n {
		reads = append(reads, b.Balance(common.BigToAddress(big.NewInt(int64(i)))))
	}
	if err := b.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, r := range reads {
		if v, err := r.Value(); err != nil || v.Uint64() != uint64(i) {
			t.Fatalf("balance %d: %v, %v", i, v, err)
		}
	}
	return p.asked.Load()
}

// A batch is one request. A node that refuses so many is asked in smaller ones, at once and from
// then on.
func TestABatchIsOneRequestWhereTheNodeTakesIt(t *testing.T) {
	for _, c := range []struct {
		most        int
		first, next int64
	}{{1_000, 1, 1}, {100, 4, 3}} {
		p := &purse{}
		client, err := Dial(t.Context(), p.serve(t, c.most), 31337)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		if n := p.balances(t, client, 100); n != 1 {
			t.Errorf("at most %d: 100 reads in %d requests", c.most, n)
		}
		for i, want := range []int64{c.first, c.next, c.next} {
			if n := p.balances(t, client, 250); n != want {
				t.Errorf("at most %d, time %d: 250 reads in %d requests, want %d", c.most, i, n, want)
			}
		}
	}
	p := &purse{}
	client, err := Dial(t.Context(), p.serve(t, 10), 31337)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	b := client.At(common.Hash{1})
	for i := range 250 {
		b.Balance(common.BigToAddress(big.NewInt(int64(i))))
	}
	if err := b.Do(t.Context()); err == nil {
		t.Error("ten at most: no error")
	}
}

// An endpoint that takes only small requests confirms what another says all the same.
func TestANarrowEndpointConfirms(t *testing.T) {
	wide, narrow := &purse{}, &purse{}
	client, err := Connect(t.Context(), Config{
		URLs: []string{wide.serve(t, 1_000), narrow.serve(t, 100)}, ChainID: 31337,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	wide.balances(t, client, 250)
	narrow.asked.Store(0)
	if n := wide.balances(t, client, 250); n != 1 || narrow.asked.Load() != 3 {
		t.Errorf("%d requests, confirmed in %d", n, narrow.asked.Load())
	}
	narrow.lies.Store(true)
	b := client.At(common.Hash{1})
	for i := range 250 {
		b.Balance(common.BigToAddress(big.NewInt(int64(i))))
	}
	if err := b.Do(t.Context()); !errors.Is(err, ErrDisagree) {
		t.Errorf("%v, want %v", err, ErrDisagree)
	}
}
