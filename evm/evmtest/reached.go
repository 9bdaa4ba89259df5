package evmtest

import (
	"math/big"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
)

// NewReachedLenders are lenders behind an HTTP endpoint on a simulated clock, with the
// cheats' methods: time passes when somebody lets it (Pass), however slow the machine.
// A test binary deploys them once; each caller gets a chain of its own.
func NewReachedLenders(t testing.TB) *Lenders {
	t.Helper()
	deployed.Lock()
	defer deployed.Unlock()
	config := node.Config{HTTP: "127.0.0.1:0", Services: []node.Services{cheat.Services(cheat.Options{})}}
	if deployed.chain == nil {
		l := lenders(newKit(t, config, plan(t)))
		state, err := l.chain.Archive.Dump()
		if err != nil {
			t.Fatal(err)
		}
		deployed.chain, deployed.as, deployed.at = state, *l, l.Now()
		deployed.market, deployed.kit, deployed.nonce = *l.Market, *l.kit, l.nonce
		return l
	}
	return again(t, config)
}

// deployed is what the first caller deployed.
var deployed struct {
	sync.Mutex
	chain  *node.State
	at     time.Time
	as     Lenders
	market Market
	kit    Kit
	nonce  uint64
}

// again puts what was deployed on a chain of its own.
func again(t testing.TB, config node.Config) *Lenders {
	t.Helper()
	config.Clock, config.Alloc = clock.NewSimulated(deployed.at), map[common.Address]*big.Int{}
	n := start(t, config)
	if err := n.chain.Archive.Load(deployed.chain); err != nil {
		t.Fatal(err)
	}
	n.chain.Miner.SetAutomine(false)
	n.nonce = deployed.nonce
	l, m, k := deployed.as, deployed.market, deployed.kit
	m.Node, k.Node = n, n
	l.Market, l.kit = &m, &k
	return &l
}

// NewLoadedKit is a kit that a test binary deploys once; each caller gets a chain of its
// own, on a simulated clock, which takes a fraction of the deployment's time.
func NewLoadedKit(t testing.TB) *Kit {
	t.Helper()
	kits.Lock()
	defer kits.Unlock()
	if kits.chain == nil {
		k := NewKit(t)
		state, err := k.chain.Archive.Dump()
		if err != nil {
			t.Fatal(err)
		}
		kits.chain, kits.as, kits.at, kits.nonce = state, *k, k.Now(), k.nonce
	}
	n := start(t, node.Config{HTTP: "127.0.0.1:0", Clock: clock.NewSimulated(kits.at), Alloc: map[common.Address]*big.Int{}})
	if err := n.chain.Archive.Load(kits.chain); err != nil {
		t.Fatal(err)
	}
	n.chain.Miner.SetAutomine(false)
	n.nonce = kits.nonce
	k := kits.as
	k.Node = n
	return &k
}

// kits is what the first caller deployed.
var kits struct {
	sync.Mutex
	chain *node.State
	at    time.Time
	as    Kit
	nonce uint64
}
