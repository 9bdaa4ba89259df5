package rpc_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"
)

// pair is a chain of five blocks behind two endpoints that misbehave on command.
type pair struct {
	t     *testing.T
	chain *node.Node
	a, b  *rpctest.Proxy
	clock *clock.Simulated
	log   bytes.Buffer
}

// served is a chain of its own, with five blocks, in the time of a clock.
func served(t *testing.T, c clock.Clock, first byte) *node.Node {
	t.Helper()
	n, err := node.New(node.Config{HTTP: "127.0.0.1:0", Clock: c})
	check(t, err)
	t.Cleanup(func() { _ = n.Close() })
	check(t, n.Pace.SetCoinbase(common.Address{first}))
	mine(t, n, 5)
	return n
}

func mine(t *testing.T, n *node.Node, blocks int) {
	t.Helper()
	for range blocks {
		if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
			t.Fatal(err)
		}
	}
}

func newPair(t *testing.T) *pair {
	t.Helper()
	c := clock.NewSimulated(time.Unix(1_800_000_000, 0))
	n := served(t, c, 1)
	return &pair{t: t, chain: n, a: rpctest.New(t, n.Server.Endpoint()), b: rpctest.New(t, n.Server.Endpoint()), clock: c}
}

// connect returns a client of the first, or of both.
func (p *pair) connect(change func(*rpc.Config), urls ...string) *rpc.Client {
	p.t.Helper()
	c := rpc.Config{URLs: urls, ChainID: node.DefaultChainID, Clock: p.clock, Log: slog.New(slog.NewTextHandler(&p.log, nil))}
	if len(urls) == 0 {
		c.URLs = []string{p.a.URL(), p.b.URL()}
	}
	if change != nil {
		change(&c)
	}
	client, err := rpc.Connect(p.t.Context(), c)
	check(p.t, err)
	p.t.Cleanup(client.Close)
	return client
}

func (p *pair) pass(d time.Duration) {
	p.t.Helper()
	check(p.t, p.clock.WaitUntil(p.t.Context(), p.clock.Now().Add(d)))
}

func (p *pair) tip(c *rpc.Client) rpc.Tip {
	p.t.Helper()
	tip, err := c.Tip(p.t.Context())
	check(p.t, err)
	return tip
}

// spec: chain §2: another endpoint answers for one that does not.
func TestAnotherEndpointAnswersForOneThatDoesNot(t *testing.T) {
	for name, fault := range map[string]rpctest.Fault{
		"dead": {Dead: true}, "drops": {DropEvery: 1}, "page": {Page: "<html>"}, "broken": {Status: 502}, "busy": {Status: 429},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t)
			c := p.connect(nil)
			head := p.tip(c).Block
			before := p.clock.Now()
			p.a.Set(fault)
			b := c.At(head.Hash)
			balance := b.Balance(common.Address{1})
			check(t, b.Do(t.Context()))
			if _, err := balance.Value(); err != nil || p.a.Spoilt() == 0 || p.b.Calls("eth_getBalance") != 1 {
				t.Errorf("%v; %d answers spoilt, the second was asked %d times", err, p.a.Spoilt(), p.b.Calls("eth_getBalance"))
			}
			if again := p.tip(c).Block; again.Hash != head.Hash {
				t.Errorf("the head is %v, was %v", again.Hash, head.Hash)
			}
			if waited := p.clock.Now().Sub(before); waited != 0 {
				t.Errorf("it waited %v beside an endpoint that answers", waited)
			}
		})
	}
}

// spec: chain §2: "header not found" is asked of another endpoint.
func TestABlockThatOneEndpointLacksIsReadFromAnother(t *testing.T) {
	p := newPair(t)
	other := rpctest.New(t, served(t, p.clock, 2).Server.Endpoint())
	c := p.connect(nil, other.URL(), p.a.URL())
	hash := p.chain.Chain.Head().Hash()
	b := c.At(hash)
	balance := b.Balance(common.Address{1})
	check(t, b.Do(t.Context()))
	if _, err := balance.Value(); err != nil || other.Calls("eth_getBalance") != 1 || p.a.Calls("eth_getBalance") != 1 {
		t.Errorf("%v", err)
	}
	if block, err := c.BlockByHash(t.Context(), hash); err != nil || block.Hash != hash {
		t.Errorf("%v (%v)", block, err)
	}
	if _, err := c.BlockByHash(t.Context(), common.Hash{1}); !errors.Is(err, rpc.ErrNoBlock) {
		t.Errorf("a block that nobody has: %v", err)
	}
}

// spec: chain §2, check of the boot: CONFIG_CHAIN_MISMATCH.
func TestAnEndpointOfAnotherChainRefusesTheStart(t *testing.T) {
	p := newPair(t)
	p.b.Set(rpctest.Fault{ChainID: 1})
	_, err := rpc.Connect(t.Context(), rpc.Config{URLs: []string{p.a.URL(), p.b.URL()}, ChainID: node.DefaultChainID})
	if !errors.Is(err, rpc.ErrWrongChain) || !strings.Contains(err.Error(), "chain 1") {
		t.Errorf("%v", err)
	}
	p.b.Set(rpctest.Fault{Dead: true})
	p.connect(nil) // one that is away refuses nothing
	p.a.Set(rpctest.Fault{Dead: true})
	if _, err := rpc.Connect(t.Context(), rpc.Config{URLs: []string{p.a.URL(), p.b.URL()}, ChainID: node.DefaultChainID}); !errors.Is(err, rpc.ErrTransport) {
		t.Errorf("all away: %v", err)
	}
}

// An endpoint that comes back with another chain is put aside, and asked for nothing
// but its chain from then on.
func TestAnEndpointThatComesBackWithAnotherChainIsPutAside(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil)
	p.tip(c)
	p.a.Set(rpctest.Fault{Dead: true})
	p.tip(c)
	p.a.Set(rpctest.Fault{ChainID: 1})
	asked := p.a.Calls("eth_getBlockByNumber")
	for range 5 {
		p.tip(c)
	}
	if got := p.a.Calls("eth_getBlockByNumber"); got != asked || p.a.Spoilt() != 1 {
		t.Errorf("%d requests went to another chain, its id was asked %d times", got-asked, p.a.Spoilt())
	}
	if !strings.Contains(p.log.String(), "CONFIG_CHAIN_MISMATCH") {
		t.Errorf("the log says %s", p.log.String())
	}
	if s := c.Status()[0]; !s.Wrong || s.Up || !s.Resting {
		t.Errorf("%+v", s)
	}
	p.a.Set(rpctest.Fault{})
	p.pass(time.Minute)
	p.tip(c)
	if s := c.Status()[0]; s.Wrong || !s.Up || s.Resting {
		t.Errorf("back on its chain: %+v", s)
	}
}

// The word of a node on its chain does not last for ever, whatever became of the
// connection.
func TestTheChainIsAskedForAgainEveryMinute(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil, p.a.URL())
	p.tip(c)
	asked := p.a.Calls("eth_chainId")
	p.pass(59 * time.Second)
	p.tip(c)
	if got := p.a.Calls("eth_chainId"); got != asked {
		t.Errorf("asked %d times within the minute", got-asked)
	}
	p.pass(time.Second)
	p.a.Set(rpctest.Fault{ChainID: 1})
	if _, err := c.Tip(t.Context()); !errors.Is(err, rpc.ErrWrongChain) {
		t.Errorf("%v", err)
	}
}

// spec: chain §2: −32005/429 ⇒ back off 1, 2, 4 s.
func TestTheOnlyEndpointIsLeftAloneFor1And2And4Seconds(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil, p.a.URL())
	p.a.Set(rpctest.Fault{Status: 429})
	before := p.clock.Now()
	if _, err := c.Tip(t.Context()); !errors.Is(err, rpc.ErrRateLimited) {
		t.Errorf("%v", err)
	}
	if waited := p.clock.Now().Sub(before); waited != 7*time.Second || p.a.Spoilt() != 4 {
		t.Errorf("waited %v over %d requests", waited, p.a.Spoilt())
	}
	if s := c.Status()[0]; s.Limited != 4 || !s.Resting {
		t.Errorf("%+v", s)
	}
	if _, err := c.Tip(t.Context()); !errors.Is(err, rpc.ErrRateLimited) || p.a.Spoilt() != 4 {
		t.Errorf("asked again before its time: %v", err)
	}
	p.a.Set(rpctest.Fault{})
	p.pass(4 * time.Second)
	p.tip(c)
	if s := c.Status()[0]; !s.Up || s.Resting {
		t.Errorf("%+v", s)
	}
}

// spec: safety §15.4, for the endpoint of a chain.
func TestADeadEndpointIsAskedOnceEveryThirtySeconds(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil, p.a.URL())
	p.a.Set(rpctest.Fault{Dead: true})
	for range 20 {
		if _, err := c.Tip(t.Context()); !errors.Is(err, rpc.ErrTransport) {
			t.Fatal(err)
		}
	}
	if n := p.a.Spoilt(); n != 9 { // and the one of the start, which was answered
		t.Errorf("%d requests went to a dead endpoint", n)
	}
	p.a.Set(rpctest.Fault{})
	asked := p.a.Calls("eth_chainId")
	p.pass(30*time.Second - 1)
	if _, err := c.Tip(t.Context()); err == nil || p.a.Calls("eth_chainId") != asked {
		t.Errorf("asked before its time: %v", err)
	}
	p.pass(1)
	p.tip(c)
}

func TestRequestsKeepToTheRate(t *testing.T) {
	p := newPair(t)
	c := p.connect(func(c *rpc.Config) { c.Rate = 2 }, p.a.URL())
	before := p.clock.Now()
	for range 8 {
		p.tip(c)
	}
	if waited := p.clock.Now().Sub(before); waited != 0 {
		t.Errorf("the first eight waited %v", waited)
	}
	for range 4 {
		p.tip(c)
	}
	if waited := p.clock.Now().Sub(before); waited != 2*time.Second {
		t.Errorf("four more waited %v", waited)
	}
}

// A connection that is lost is made again at once: half of all requests fail where
// every third is dropped and each new connection is checked.
func TestAnEndpointThatDropsEveryThirdRequestIsLivedWith(t *testing.T) {
	p := newPair(t)
	c := p.connect(nil, p.a.URL())
	p.a.Set(rpctest.Fault{DropEvery: 3})
	for range 50 {
		p.tip(c)
	}
	if n := p.a.Spoilt(); n < 25 {
		t.Errorf("only %d requests were dropped", n)
	}
}
