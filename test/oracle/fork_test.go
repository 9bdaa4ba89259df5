package oracle

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/internal/seed"
)

// link is what a round trip to the forked chain costs more.
const link = 40 * time.Millisecond

// forkers are both nodes as forks of a chain.
var forkers = [2]func(t testing.TB, url string) endpoint{
	func(t testing.TB, url string) endpoint {
		if err := build(); err != nil {
			t.Fatal(err)
		}
		return start(t, "devnet", filepath.Join(built, "bardo"), "devnet", "--listen", "127.0.0.1:0", "--fork", url)
	},
	func(t testing.TB, url string) endpoint {
		return start(t, "anvil", foundry(t, "anvil"), "--port", "0", "--hardfork", "osaka", "--fork-url", url, "--no-storage-caching", "--no-rate-limit")
	},
}

// forkable is a devnet with the scene, behind a proxy, and swaps to ask about.
func forkable(t testing.TB) (*rpctest.Proxy, *stream) {
	t.Helper()
	below := startDevnet(t)
	w := newStream(t, seed.Seed(7), below.raise(t))
	return rpctest.New(t, below.url), w
}

// forked starts one of the forkers, and makes a block on it: up to its first one anvil
// passes calls on to the chain below.
func forked(t testing.TB, who int, url string) endpoint {
	t.Helper()
	e := forkers[who](t, url)
	e.tell(t, "evm_mine")
	return e
}

// quote asks what a swap would pay.
func (e endpoint) quote(t testing.TB, w *stream, c call) (paid string) {
	t.Helper()
	e.call(t, &paid, "eth_call", map[string]any{"from": addressOf(w.keys[0]), "to": c.to, "data": hexutil.Bytes(c.data), "gas": "0x4c4b40"}, "latest")
	return paid
}

// Two forks of one chain, ours and anvil's, answer alike.
func TestForksOfOneChainAgree(t *testing.T) {
	proxy, w := forkable(t)
	ours, theirs := forked(t, 0, proxy.URL()), forked(t, 1, proxy.URL())
	paid := map[string]bool{}
	for range 100 {
		c := w.swap(0)
		got, want := ours.quote(t, w, c), theirs.quote(t, w, c)
		if got != want {
			t.Fatalf("a swap pays %s on our fork, %s on anvil's", got, want)
		}
		paid[got] = true
	}
	if len(paid) < 50 {
		t.Errorf("only %d different answers", len(paid))
	}
}

// unlike are the checks of js/checks that a fork answers otherwise, and why.
var unlike = map[string]string{
	"connect: the node has the developer accounts":                       noKeys,
	"send: ethers sends with an account of the node":                     noKeys,
	"send: eth_signTransaction signs what then passes":                   noKeys,
	"sign: viem has the node sign a message":                             noKeys,
	"sign: ethers has the node sign a message":                           noKeys,
	"sign: viem has the node sign typed data":                            noKeys,
	"sign: ethers has the node sign typed data":                          noKeys,
	"sign: eth_sign and personal_sign":                                   noKeys,
	"proof: of an account and a slot":                                    noProofs,
	"proof: of what is not there":                                        noProofs,
	"cheat: anvil_reorg":                                                 noKeys,
	"odd: accounts without 0x, numbers with zeros, names of other nodes": noProofs + ": eth_getAccount is one",
	"trace: a call on what waits":                                        "pending is the latest block on a fork",
	"cast: rpc, block, tx, receipt, nonce, code":                         noProofs + ": cast codehash asks for one",
}

const (
	noKeys   = "eth_accounts is empty on a fork"
	noProofs = "eth_getProof is not served on a fork"
)

// spec: mirage-testing §6.1: wallets and tools work on a fork as on the chain itself, but
// for its keys, of which it has none, and its proofs.
func TestViemEthersAndCastWorkOnAFork(t *testing.T) {
	need(t, filepath.Join(modules, "viem"))
	need(t, filepath.Join(modules, "ethers"))
	foundry(t, "cast")
	all := forkers[0](t, startDevnet(t).url).watch(t)
	if len(all) < minChecks {
		t.Fatalf("%d checks ran, want at least %d", len(all), minChecks)
	}
	for _, s := range all {
		reason, other := unlike[s.Check]
		if (s.Error != "") != other {
			t.Errorf("%s: %q (expected to fail: %q)", s.Check, s.Error, reason)
		}
	}
	t.Logf("%d checks, %d of them fail for a reason", len(all), len(unlike))
}

// A fork of anvil answers what anvil answers: its headers hash, its pins hold.
func TestAForkOfAnvilAnswersLikeIt(t *testing.T) {
	below := startAnvil(t)
	w := newStream(t, seed.Seed(7), below.raise(t))
	fork := forkers[0](t, below.url)
	paid := map[string]bool{}
	for range 60 {
		c := w.swap(0)
		got, want := fork.quote(t, w, c), below.quote(t, w, c)
		if got != want {
			t.Fatalf("a swap pays %s on the fork, %s on anvil", got, want)
		}
		paid[got] = true
	}
	if len(paid) < 30 {
		t.Errorf("only %d different answers", len(paid))
	}
}

// Where the chain below runs older rules, the fork does: an instruction of Osaka is none
// there.
func TestAForkRunsUnderTheRulesBelow(t *testing.T) {
	clz := map[string]any{"data": "0x5f1e5f5260205ff3"} // CLZ(0), returned
	for _, rules := range []string{"cancun", "prague", "osaka"} {
		below := start(t, "anvil", foundry(t, "anvil"), "--port", "0", "--hardfork", rules)
		fork := forkers[0](t, below.url)
		var info struct{ HardFork string }
		if fork.call(t, &info, "anvil_nodeInfo"); info.HardFork != rules {
			t.Errorf("below %s, the fork runs %s", rules, info.HardFork)
		}
		var out string
		err := fork.rpc.CallContext(t.Context(), &out, "eth_call", clz, "latest")
		if (err == nil) != (rules == "osaka") {
			t.Errorf("below %s, CLZ answers %s (%v)", rules, out, err)
		}
		fork.tell(t, "evm_mine")
		fork.call(t, &out, "eth_blockNumber")
		if out != "0x1" {
			t.Errorf("below %s, the first block is %s", rules, out)
		}
	}
}

// The first call of a fork over a link of 40 ms, from the request to the answer. It also
// reports the round trips.
func BenchmarkForkColdCall(b *testing.B) {
	proxy, w := forkable(b)
	proxy.Set(rpctest.Fault{Slow: link})
	c := w.swap(0)
	var last endpoint
	var trips [2]int
	ours, theirs := race(b, func(who int) func() {
		if last.stop != nil {
			last.stop()
		}
		last = forked(b, who, proxy.URL())
		before := proxy.Requests()
		return func() {
			last.quote(b, w, c)
			trips[who] = proxy.Requests() - before
		}
	})
	b.ReportMetric(ours*1000, "devnetms")
	b.ReportMetric(theirs*1000, "anvilms")
	b.ReportMetric(ours/theirs, "ratio")
	b.ReportMetric(float64(trips[0]), "devnettrips")
	b.ReportMetric(float64(trips[1]), "anviltrips")
}

// A call of a fork that has read all it needs, a hundred times.
func BenchmarkForkWarmCall(b *testing.B) {
	proxy, w := forkable(b)
	c := w.swap(0)
	nodes := [2]endpoint{forked(b, 0, proxy.URL()), forked(b, 1, proxy.URL())}
	for _, n := range nodes {
		n.quote(b, w, c)
	}
	const many = 100
	ours, theirs := race(b, func(who int) func() {
		return func() {
			for range many {
				nodes[who].quote(b, w, c)
			}
		}
	})
	b.ReportMetric(ours*1e6/many, "devnetµs")
	b.ReportMetric(theirs*1e6/many, "anvilµs")
	b.ReportMetric(ours/theirs, "ratio")
}
