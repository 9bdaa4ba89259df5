package golem

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// scripts are the failures of an endpoint and what a life does about each, by the
// error table of heartbeat §2 and by chain §2. Every life has traded once when its
// script begins, and is held against the chain when it ends.
var scripts = map[string]struct {
	fallback bool
	stale    bool // it holds a head that is 4 blocks behind for stale
	script   func(o *outage)
}{
	"the endpoint dies": {script: func(o *outage) {
		o.strike(rpctest.Fault{Dead: true})
		o.expect(2, "nothing", blind("RPC_TRANSPORT"))
		o.until("two ticks that saw nothing", o.more(figures{ticks: 2, faults: 2}))
		o.spoilt(o.a, 5)
		o.back()
		o.until("a word that the chain answers again", func(figures) bool { return strings.Contains(o.out.String(), "the chain answers again") })
		for _, words := range []string{"the chain does not answer (observe, RPC_TRANSPORT)", "the chain answers again, after "} {
			if said := o.out.String(); strings.Count(said, words) != 1 {
				o.Errorf("it does not say once that %s: %s", words, said)
			}
		}
	}},
	"the endpoint dies in the middle of an order": {script: func(o *outage) {
		var once sync.Once
		o.a.Hear(func(method string, answered bool) {
			if method == "eth_sendRawTransaction" && answered {
				once.Do(func() { o.a.Set(rpctest.Fault{Dead: true}) })
			}
		})
		o.until("requests that were lost", func(figures) bool { return o.a.Spoilt() >= 5 })
		o.a.Set(rpctest.Fault{})
		o.until("two trades after it", o.more(figures{trades: 2}))
	}},
	"the endpoint dies beside another": {fallback: true, script: func(o *outage) {
		o.strike(rpctest.Fault{Dead: true})
		sent := o.b.Calls("eth_sendRawTransaction")
		o.until("two trades through the other", o.more(figures{trades: 2}))
		o.spoilt(o.a, 5)
		if o.b.Calls("eth_sendRawTransaction") == sent {
			o.Error("nothing was sent through the other endpoint")
		}
	}},
	"the endpoint lies beside another": {fallback: true, script: func(o *outage) {
		o.strike(rpctest.Fault{Lie: falseBalances})
		o.expect(2, "nothing", blind("RPC_DISAGREE"))
		o.until("two ticks that saw nothing", o.more(figures{ticks: 2, faults: 2}))
		o.spoilt(o.a, 2)
		o.said("two endpoints say different things of one block")
		o.back()
	}},
	"the other endpoint lies": {fallback: true, script: func(o *outage) {
		o.strikeAt(o.b, rpctest.Fault{Lie: falseBalances})
		o.expect(2, "nothing", blind("RPC_DISAGREE"))
		o.until("two ticks that saw nothing", o.more(figures{ticks: 2, faults: 2}))
		o.b.Set(rpctest.Fault{})
		o.back()
	}},
	"the endpoint lags": {stale: true, script: func(o *outage) {
		o.strike(rpctest.Fault{Behind: 20})
		o.expect(1, "a refusal that names the number", refused(wire.CodeSafetyStaleHead, "blocks behind, the limit is 3"))
		o.until("a refusal", o.more(figures{blocked: 1, ticks: 3}))
		o.spoilt(o.a, 5)
		o.back()
	}},
	"the endpoint lags beside another": {fallback: true, stale: true, script: func(o *outage) {
		o.strike(rpctest.Fault{Behind: 20})
		o.expect(0, "a head that is behind", func(r turn.Record) bool { return r.Seen.Reading.Lag.Behind > 3 })
		o.until("two trades on the other's head", o.more(figures{trades: 2}))
		o.spoilt(o.a, 5)
	}},
	"the endpoint answers slowly": {script: func(o *outage) {
		o.strike(rpctest.Fault{Slow: 2 * time.Second})
		o.expect(1, "a simulation that was given up", refused(wire.CodeExecutionSimTimeout, ""))
		o.until("a refusal", o.more(figures{blocked: 1, ticks: 2}))
		o.spoilt(o.a, 5)
		o.back()
	}},
	"the endpoint answers slowly beside another": {fallback: true, script: func(o *outage) {
		o.strike(rpctest.Fault{Slow: 8 * time.Second})
		o.until("two trades through the other", o.more(figures{trades: 2}))
		o.spoilt(o.a, 3)
	}},
	"the endpoint answers with a page": {script: func(o *outage) {
		o.strike(rpctest.Fault{Page: "<html>down for maintenance</html>"})
		o.expect(1, "nothing but a page", blind("RPC_MALFORMED"))
		o.until("a tick that saw nothing", o.more(figures{ticks: 1, faults: 1}))
		o.spoilt(o.a, 4)
		o.back()
	}},
	"the endpoint comes back with another chain": {fallback: true, script: func(o *outage) {
		o.strike(rpctest.Fault{LoseFirst: 1, ChainID: 1})
		o.until("a trade through the other", o.more(figures{trades: 1}))
		asked := reads(o.a)
		o.until("another trade", o.more(figures{trades: 1}))
		o.spoilt(o.a, 2)
		o.said("CONFIG_CHAIN_MISMATCH")
		o.shows(`golem_endpoint_wrong_chain{endpoint="0"} 1`, `golem_endpoint_up{endpoint="0"} 0`, `golem_endpoint_up{endpoint="1"} 1`)
		if again := reads(o.a); again != asked {
			o.Errorf("the other chain was asked %d times", again-asked)
		}
	}},
	"the only endpoint comes back with another chain": {script: func(o *outage) {
		o.strike(rpctest.Fault{LoseFirst: 1, ChainID: 1})
		o.expect(1, "no chain of its own", blind("CONFIG_CHAIN_MISMATCH"))
		o.until("a word on its chain", func(figures) bool { return o.a.Spoilt() > 0 })
		o.until("a tick that saw nothing", o.more(figures{ticks: 1, faults: 1}))
		o.spoilt(o.a, 2)
		o.said("CONFIG_CHAIN_MISMATCH")
		o.back()
	}},
	"the head lies in the future": {script: func(o *outage) {
		o.strike(rpctest.Fault{Ahead: 3600})
		o.expect(1, "a refusal", refused(wire.CodeSafetyStaleHead, "s in the future"))
		o.until("a refusal", o.more(figures{blocked: 1, ticks: 2}))
		o.spoilt(o.a, 5)
		o.back()
	}},
	"the head lies in the future beside another": {fallback: true, script: func(o *outage) {
		o.strike(rpctest.Fault{Ahead: 3600})
		o.expect(0, "a head in the future", func(r turn.Record) bool { return r.Seen.Reading.Lag.Ahead > 0 })
		o.until("two trades on the other's head", o.more(figures{trades: 2}))
		o.spoilt(o.a, 5)
	}},
	"the endpoint drops every third request": {script: func(o *outage) {
		o.strike(rpctest.Fault{DropEvery: 3})
		o.until("three trades", o.more(figures{trades: 3}))
		o.spoilt(o.a, 10)
	}},
	"the endpoint asks to slow down": {script: func(o *outage) {
		o.strike(rpctest.Fault{Status: 429})
		o.expect(1, "nothing", blind("RPC_RATE_LIMITED"))
		o.until("a tick that saw nothing", o.more(figures{ticks: 1, faults: 1}))
		o.spoilt(o.a, 4)
		o.back()
	}},
}

// reads counts what is asked of a chain that is known to be the right one.
func reads(p *rpctest.Proxy) int {
	return p.Calls("eth_getBlockByNumber") + p.Calls("eth_call") + p.Calls("eth_sendRawTransaction")
}

// back ends the failure and waits for a trade.
func (o *outage) back() {
	o.Helper()
	o.a.Set(rpctest.Fault{})
	more := o.more(figures{ticks: 2, trades: 1})
	o.wake()
	o.until("a trade after it", more)
}

// said looks for words in the Golem's log.
func (o *outage) said(words string) {
	o.Helper()
	text, err := os.ReadFile(filepath.Join(o.dir, "logs", "heartbeat.jsonl"))
	if err != nil || !strings.Contains(string(text), words) {
		o.Errorf("the log does not say %s (%v)", words, err)
	}
}

func TestALifeOutlivesItsEndpoint(t *testing.T) {
	for name, s := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, s.fallback)
			if s.stale {
				o.edit("golem.toml", "[strategy]\n", "staleness_blocks = 3\nblock_time_secs = 1\n[strategy]\n")
			}
			o.live()
			s.script(o)
			o.end()
		})
	}
}

// spec: chain §2 (boot): an endpoint of another chain refuses the start, whichever it is.
func TestAnEndpointOfAnotherChainRefusesTheStart(t *testing.T) {
	o := newOutage(t, true)
	o.b.Set(rpctest.Fault{ChainID: 1})
	code := Main(t.Context(), []string{"--config", filepath.Join(o.dir, "golem.toml")}, o.out, o.out)
	if code != exitConfig || !strings.Contains(o.out.String(), "answers for chain 1") {
		t.Errorf("exit %d: %s", code, o.out)
	}
	if n := o.b.Calls("eth_getBlockByNumber"); n != 0 {
		t.Errorf("the other chain was asked %d times", n)
	}
}

// spec: chain §2: a commit on value ≥ 1,000 USD needs two endpoints with one chain,
// where two are configured.
func TestALargeOrderIsHeldBackWhileTheEndpointsDiffer(t *testing.T) {
	for name, c := range map[string]struct {
		fault rpctest.Fault
		words string
	}{
		"forked": {rpctest.Fault{Forked: true}, "2 endpoints do not have the same block at height"},
		"away":   {rpctest.Fault{Dead: true}, "1 of 2 endpoints could be asked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, true)
			o.edit("STRATEGY.md", "buy 5% of equity", "buy 15% of equity") // 1,500 USDC
			o.live()
			o.strikeAt(o.b, c.fault)
			o.expect(1, "a refusal", refused(wire.CodeSafetyHeadsDiffer, c.words))
			o.until("a refusal", o.more(figures{blocked: 1, ticks: 2}))
			o.spoilt(o.b, 1)
			o.b.Set(rpctest.Fault{})
			asked := o.b.Calls("eth_getBlockByNumber")
			o.until("the other being asked again", func(figures) bool { return o.b.Calls("eth_getBlockByNumber") > asked })
			o.back()
			o.end()
		})
	}
}

// falseBalances is the lie of a node that tells the true hash of every block, and false
// balances under it.
func falseBalances(data, result string) string {
	if !strings.HasPrefix(data, "0x70a08231") || len(result) != 66 {
		return result
	}
	return result[:50] + "1" + result[51:]
}
