package rpc_test

import (
	"errors"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
)

// identity returns what it is called with.
var identity = common.Address{19: 4}

func (p *pair) reads(c *rpc.Client) error {
	p.t.Helper()
	head, err := c.Head(p.t.Context())
	check(p.t, err)
	b := c.At(head.Hash)
	got, balance, code := b.Call(identity, []byte{1, 2, 3}), b.Balance(identity), b.Code(identity)
	if err := b.Do(p.t.Context()); err != nil {
		return err
	}
	text, err := got.Value()
	_, first := balance.Value()
	_, second := code.Value()
	if err != nil || first != nil || second != nil || len(text) != 3 {
		p.t.Errorf("%x, %v, %v, %v", text, err, first, second)
	}
	return nil
}

// spec: chain §2 — true hashes do not make true answers.
func TestALieUnderATrueHashIsFound(t *testing.T) {
	lie := rpctest.Fault{Lie: func(string, string) string { return "0x010204" }}
	p := newPair(t)
	both, alone := p.connect(nil), p.connect(nil, p.a.URL())
	if err := p.reads(both); err != nil || p.b.Calls("eth_call") != 1 {
		t.Fatalf("two that are true: %v, %d calls to confirm", err, p.b.Calls("eth_call"))
	}
	for _, liar := range []*rpctest.Proxy{p.a, p.b} {
		liar.Set(lie)
		if err := p.reads(both); !errors.Is(err, rpc.ErrDisagree) {
			t.Errorf("one that lies: %v", err)
		}
		liar.Set(rpctest.Fault{})
	}
	p.b.Set(rpctest.Fault{Dead: true})
	if err := p.reads(both); err != nil {
		t.Errorf("the other is dead: %v", err)
	}
	if err := p.reads(alone); err != nil {
		t.Errorf("one endpoint: %v", err)
	}
}

// Of three, one liar that confirms stops nothing; one that is asked first does.
func TestOneThatSaysTheSameIsEnough(t *testing.T) {
	lie := rpctest.Fault{Lie: func(string, string) string { return "0x010204" }}
	p := newPair(t)
	third := rpctest.New(t, p.chain.Server.Endpoint())
	three := p.connect(nil, p.a.URL(), p.b.URL(), third.URL())
	p.b.Set(lie)
	if err := p.reads(three); err != nil || third.Calls("eth_call") != 1 {
		t.Errorf("the second lies: %v, %d calls of the third", err, third.Calls("eth_call"))
	}
	p.b.Set(rpctest.Fault{})
	p.a.Set(lie)
	if err := p.reads(three); !errors.Is(err, rpc.ErrDisagree) {
		t.Errorf("the first lies: %v", err)
	}
}

// A slow one costs one second once, and is left out for a minute.
func TestASlowOneHoldsUpNoMoreThanOneBatch(t *testing.T) {
	p := newPair(t)
	both := p.connect(nil)
	if err := p.reads(both); err != nil { // its head is known from here on
		t.Fatal(err)
	}
	p.b.Set(rpctest.Fault{Slow: 3 * time.Second})
	for range 3 {
		check(t, p.reads(both))
	}
	if n := p.b.Calls("eth_call"); n != 2 {
		t.Errorf("asked %d times, once before it was slow", n)
	}
}
