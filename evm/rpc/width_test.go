package rpc

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
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
func (p *purse) ChainId() *hexutil.Big { return (*hexutil.Big)(big.NewInt(31337)) }

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
	}{{1_000, 1, 1}, {100, 4, 3}} { // twice, and then in hundreds
		p := &purse{}
		client, err := Dial(t.Context(), p.serve(t, c.most), 31337)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		if n := p.balances(t, client, 100); n != 1 {
			t.Errorf("at most %d: 100 reads in %d requests", c.most, n)
		}
		for i, want := range []int64{c.first, c.first, c.next, c.next} {
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

// Refusals have many forms: a status of a proxy, an object in the place of a list, the same error
// for each element. One that broke once is asked in one request again.
func TestABatchIsAskedInPartsHoweverItIsRefused(t *testing.T) {
	for name, refuse := range map[string]func(w http.ResponseWriter, body string){
		"413": func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusRequestEntityTooLarge) },
		"400": func(w http.ResponseWriter, _ string) { http.Error(w, "batch too large", http.StatusBadRequest) },
		"an object": func(w http.ResponseWriter, _ string) {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch"}}`)
		},
		"each of them": func(w http.ResponseWriter, body string) { _, _ = io.WriteString(w, errorsFor(body)) },
	} {
		t.Run(name, func(t *testing.T) {
			p, wide := &purse{}, 0
			node := gethrpc.NewServer()
			if err := node.RegisterName("eth", p); err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				p.asked.Add(1)
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				if n := strings.Count(string(body), `"id"`); n > 100 && wide < 3 {
					wide++
					w.Header().Set("Content-Type", "application/json")
					refuse(w, string(body))
					return
				}
				r.Body = io.NopCloser(bytes.NewReader(body))
				node.ServeHTTP(w, r)
			}))
			t.Cleanup(server.Close)
			client, err := Dial(t.Context(), server.URL, 31337)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(client.Close)
			for i, want := range []int64{4, 4, 3} {
				if n := p.balances(t, client, 250); n != want {
					t.Errorf("time %d: %d requests, want %d", i, n, want)
				}
			}
		})
	}
}

// ids are those of a batch.
var ids = regexp.MustCompile(`"id":(\d+)`)

// errorsFor answers each element of a batch with one error.
func errorsFor(body string) string {
	var all []string
	for _, id := range ids.FindAllStringSubmatch(body, -1) {
		all = append(all, `{"jsonrpc":"2.0","id":`+id[1]+`,"error":{"code":-32600,"message":"batch limit"}}`)
	}
	return "[" + strings.Join(all, ",") + "]"
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
