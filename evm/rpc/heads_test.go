package rpc_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
)

// spec: chain §2, check: head 22 s old → 11 blocks.
func TestAHeadOf22SecondsIs11BlocksBehind(t *testing.T) {
	p := newPair(t)
	c := p.connect(func(c *rpc.Config) { c.BlockTime = 2 * time.Second })
	head := p.chain.Chain.Head()
	p.pass(time.Unix(int64(head.Time), 0).Add(22 * time.Second).Sub(p.clock.Now()))
	if tip := p.tip(c); tip.Behind != 11 || tip.Block.Hash != head.Hash() {
		t.Errorf("%+v", tip)
	}
	mine(t, p.chain, 1)
	if tip := p.tip(c); tip.Behind != 0 {
		t.Errorf("after a new block: %+v", tip)
	}
}

func TestTheHeadIsThatOfTheFirstEndpointInStep(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil)
	p.a.Set(rpctest.Fault{Behind: 2})
	if tip := p.tip(c); tip.Block.Number != 3 || tip.Behind != 2 {
		t.Errorf("two behind: %+v", tip)
	}
	p.a.Set(rpctest.Fault{Behind: 3})
	if tip := p.tip(c); tip.Block.Number != 5 || tip.Behind != 0 {
		t.Errorf("three behind: %+v", tip)
	}
	if s := c.Status(); s[0].Behind != 3 || s[1].Behind != 0 {
		t.Errorf("%+v", s)
	}
	asked := p.a.Calls("eth_getBalance")
	b := c.At(p.chain.Chain.Head().Hash())
	b.Balance(common.Address{})
	if err := b.Do(t.Context()); err != nil || p.a.Calls("eth_getBalance") != asked {
		t.Errorf("the one that lags was asked first (%v)", err)
	}
}

// Where only a lagging endpoint is left, the head says how far behind it is, and
// nothing is counted there.
func TestAnEndpointThatFallsBackIsBehindWhatWasSeen(t *testing.T) {
	p := newPair(t)
	for name, c := range map[string]*rpc.Client{"alone": p.connect(nil, p.a.URL()), "left": p.connect(nil)} {
		t.Run(name, func(t *testing.T) {
			p.tip(c)
			p.a.Set(rpctest.Fault{Behind: 4})
			p.b.Set(rpctest.Fault{Dead: true})
			if tip := p.tip(c); tip.Block.Number != 1 || tip.Behind != 4 {
				t.Errorf("%+v", tip)
			}
			if _, err := c.PendingNonce(t.Context(), common.Address{1}); !errors.Is(err, rpc.ErrLags) {
				t.Errorf("a count from behind: %v", err)
			}
			p.a.Set(rpctest.Fault{})
			if tip := p.tip(c); tip.Behind != 0 {
				t.Errorf("back: %+v", tip)
			}
			if _, err := c.PendingNonce(t.Context(), common.Address{1}); err != nil {
				t.Error(err)
			}
			p.b.Set(rpctest.Fault{})
		})
	}
}

// A chain that went back to other blocks is not behind.
func TestAReorgIsNoLag(t *testing.T) {
	p := newPair(t)
	p.chain.Miner.SetAutomine(false)
	id, err := p.chain.Snapshots.Take()
	check(t, err)
	c := p.connect(nil)
	for range 3 {
		mine(t, p.chain, 1)
		p.tip(c)
	}
	check(t, p.chain.Snapshots.Revert(id))
	check(t, p.chain.Pace.SetCoinbase(common.Address{9}))
	mine(t, p.chain, 1)
	if tip := p.tip(c); tip.Block.Number != 6 || tip.Behind != 0 {
		t.Errorf("%+v", tip)
	}
	if _, err := c.PendingNonce(t.Context(), common.Address{1}); err != nil {
		t.Errorf("on the new branch: %v", err)
	}
}

func TestAHeadInTheFutureIsNotBelieved(t *testing.T) {
	p := newPair(t)
	c, alone := p.connect(nil), p.connect(nil, p.a.URL())
	early := uint64(p.clock.Now().Unix()) + 15 - p.chain.Chain.Head().Time
	p.a.Set(rpctest.Fault{Ahead: early})
	if tip := p.tip(alone); tip.Ahead != 0 {
		t.Errorf("within the tolerance: %+v", tip)
	}
	p.a.Set(rpctest.Fault{Ahead: early + 1})
	if tip := p.tip(alone); tip.Ahead != 16 {
		t.Errorf("beyond it: %+v", tip)
	}
	if tip := p.tip(c); tip.Ahead != 0 || tip.Block.Time != p.chain.Chain.Head().Time {
		t.Errorf("beside another: %+v", tip)
	}
	if s := c.Status(); !s[0].Ahead || s[1].Ahead {
		t.Errorf("%+v", s)
	}
}

// spec: chain §2: two endpoints are held against each other at one height.
func TestTwoEndpointsAreComparedAtOneHeight(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil)
	p.b.Set(rpctest.Fault{Behind: 1})
	agree := func(c *rpc.Client) rpc.Agreement {
		t.Helper()
		a, err := c.Agree(t.Context(), p.chain.Chain.Head().Number.Uint64())
		check(t, err)
		return a
	}
	if a := agree(c); a != (rpc.Agreement{Endpoints: 2, Compared: 2, Number: 4}) {
		t.Errorf("%+v", a)
	}
	p.b.Set(rpctest.Fault{Dead: true})
	if a := agree(c); a.Compared != 1 || a.Differ {
		t.Errorf("one away: %+v", a)
	}
	other := rpctest.New(t, served(t, p.clock, 2).Server.Endpoint())
	if a := agree(p.connect(nil, p.a.URL(), other.URL())); !a.Differ || a.Compared != 2 || a.Number != 5 {
		t.Errorf("two chains: %+v", a)
	}
	if a := agree(p.connect(nil, p.a.URL())); a.Endpoints != 1 || a.Differ {
		t.Errorf("alone: %+v", a)
	}
}

// What came while the caller was stopped is no answer of the chain: taken for one, a
// journal would hold a failure that no replay comes by.
func TestACallerThatWasStoppedIsToldNothingElse(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil)
	p.a.Set(rpctest.Fault{Dead: true})
	for range 10 {
		p.tip(c) // until the first is left alone
	}
	p.b.Set(rpctest.Fault{Dead: true})
	for name, ask := range map[string]func(context.Context) error{
		"tip":   func(ctx context.Context) error { _, err := c.Tip(ctx); return err },
		"nonce": func(ctx context.Context) error { _, err := c.PendingNonce(ctx, common.Address{}); return err },
		"batch": func(ctx context.Context) error {
			b := c.At(common.Hash{1})
			b.Balance(common.Address{})
			return b.Do(ctx)
		},
		"agree": func(ctx context.Context) error { _, err := c.Agree(ctx, 1); return err },
	} {
		ctx, stop := context.WithCancel(t.Context())
		p.b.Hear(func(string, bool) { stop() })
		if err := ask(ctx); !errors.Is(err, context.Canceled) || errors.Is(err, rpc.ErrTransport) {
			t.Errorf("%s: %v", name, err)
		}
		stop()
		p.b.Hear(nil)
		p.b.Set(rpctest.Fault{})
		p.pass(time.Minute)
		p.tip(c)
		p.b.Set(rpctest.Fault{Dead: true})
	}
}
