package chain

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

// spoilings are what may be wrong with an answer.
var spoilings = map[string]func(*said){
	"reverts": func(s *said) { s.reverts = true },
	"empty":   func(s *said) { s.answer = nil },
	"cut":     func(s *said) { s.answer = s.answer[:len(s.answer)-1] },
}

// each spoils every answer that f asked for, one at a time, and asks f again.
func (p *paper) each(f func(label, how string)) (asked int) {
	all := map[string]*said{}
	for _, s := range p.said {
		if s.asked {
			all[s.label] = s
		}
	}
	for _, label := range slices.Sorted(maps.Keys(all)) {
		for how, spoil := range spoilings {
			kept := *all[label]
			spoil(all[label])
			f(label, how)
			*all[label] = kept
		}
	}
	return len(all)
}

// full is a stall whose wallet has a position too, on a chain that charges for data.
func full(t *testing.T) *paper {
	p := newStall(t)
	p.rollup()
	p.holds(ours(7, new(big.Int).Lsh(big.NewInt(1), 40)))
	return p
}

// silenced is the market, or the lending market, that an answer is of; empty: of none.
func silenced(label string) string {
	for handle, labels := range map[string][]string{
		"weth-usdc-5":     {"slot0", "liquidity", "growth0", "growth1", "tick 197000", "tick 199158"},
		"weth-usdc-30-v2": {"reserves of v2", "share of v2", "supply of v2", "last product of v2", "receiver of the fee of v2"},
		"weth-usdc-5-v4":  {"slot of v4", "liquidity of v4"},
		"aave-v3":         {"account at aave", "usdc lent", "usdc owed", "weth lent", "weth owed"},
		"morpho-blue":     {"position at blue", "price at blue", "sums of blue"},
	} {
		if slices.Contains(labels, label) {
			return handle
		}
	}
	return ""
}

// What a node does not answer is no zero: there is no reading then, and what the wallet has
// is the same again with the next one. Lists, feeds, bounds and single markets may be silent, so that
// exits go on, and the reading says so; a market whose oracle is silent knows the holdings. So may a token but
// the numeraire, of which what was last read counts.
//
// spec: chain §2, safety §1.4 S-10
func TestWhateverIsMissingIsNoZero(t *testing.T) {
	p := full(t)
	c := p.opens(everything())
	for _, s := range p.said {
		s.asked = false
	}
	if _, err := c.Observe(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := observed(t, c) // remembers what it read
	n := p.each(func(label, how string) {
		eyes := c
		if strings.HasPrefix(label, "the wallet's position") {
			eyes = p.opens(everything()) // what it remembers is not asked
		}
		r, err := eyes.Observe(t.Context())
		about := label + " " + how
		switch {
		case strings.HasPrefix(label, "list about "):
			if err != nil || r.Screen == nil || !strings.Contains(r.Screen.Unread, list.Hex()) || r.Screen.Listed != nil ||
				strings.Contains(r.Screen.Unread, "does not answer") != (how == "reverts") {
				t.Errorf("%s: %+v, %v", about, r.Screen, err)
			}
		case strings.HasSuffix(label, "of the feed"):
			if a, ok := r.Asset(weth); err != nil || !ok || a.Feed == nil || a.Feed.Unread == "" || a.Feed.Price != 0 || a.Price != 2_500 || a.Doubt != "" {
				t.Errorf("%s: %+v, %v", about, a, err)
			}
		case label == "balance of weth":
			rest, kind := want, map[bool]string{true: "REVERTED", false: "MALFORMED"}[how == "reverts"]
			rest.Assets = slices.Clone(want.Assets)
			a, ok := r.Asset(weth)
			if err != nil || !ok || a.Unread != kind || a.Doubt == "" {
				t.Errorf("%s: %+v, %v", about, a, err)
				return
			}
			rest.Assets[1].Unread, rest.Assets[1].Doubt = a.Unread, a.Doubt
			if !reflect.DeepEqual(r, rest) {
				t.Errorf("%s: read %+v, want %+v", about, r, rest)
			}
		case label == "account at aave" && how == "reverts":
			if err != nil || !r.Lending[0].Account.Health.IsZero() || r.Lending[0].Value != want.Lending[0].Value {
				t.Errorf("%s: %+v, %v", about, r.Lending, err)
			}
		case label == "price at blue" && how == "reverts":
			if err != nil || !r.Lending[1].Account.Collateral.IsZero() || r.Lending[1].Value != want.Lending[1].Value {
				t.Errorf("%s: %+v, %v", about, r.Lending, err)
			}
		case silenced(label) != "":
			handle, rest := silenced(label), want
			rest.Mute = []turn.Mute{{Handle: handle, Code: map[bool]string{true: "REVERTED", false: "MALFORMED"}[how == "reverts"]}}
			rest.Markets = slices.DeleteFunc(slices.Clone(want.Markets), func(m turn.Market) bool { return m.Handle == handle })
			rest.Lending = slices.DeleteFunc(slices.Clone(want.Lending), func(l turn.Lending) bool { return l.Handle == handle })
			if handle == want.Positions[0].Market {
				rest.Positions = nil
			}
			if err != nil || !reflect.DeepEqual(r, rest) {
				t.Errorf("%s: %v, read %+v, want %+v", about, err, r, rest)
			}
		case err == nil || r.Block != turn.Block{}:
			t.Errorf("%s: %v, read %+v", about, err, r)
		case how == "reverts" && !errors.Is(err, rpc.ErrReverted):
			t.Errorf("%s: %v does not say so", about, err)
		}
	})
	if n < 35 {
		t.Errorf("%d answers were asked for", n)
	}
	c.reads(t, "afterwards", want)
}

// The same for a node that fails, or whose connection is lost, at any question.
func TestANodeThatFailsGivesNoReading(t *testing.T) {
	p := full(t)
	c := p.opens(everything())
	want := observed(t, c)
	want.Before = want.Block
	for _, method := range []string{failsByHeight, "eth_getBalance", "eth_feeHistory"} {
		p.fails, p.odd = method, true
		if r, err := c.Observe(t.Context()); !errors.Is(err, rpc.ErrReverted) || r.Block != (turn.Block{}) {
			t.Errorf("%s reverts, which is no call: %v, read %+v", method, err, r)
		}
		if r, err := c.Look(t.Context()); !errors.Is(err, rpc.ErrReverted) || r.Block != (turn.Block{}) {
			t.Errorf("%s reverts under a simulation: %v, read %+v", method, err, r)
		}
	}
	p.odd = false
	for _, method := range []string{"eth_getBlockByNumber", failsByHeight, "eth_call", "eth_getBalance", "eth_feeHistory"} {
		p.fails = method
		if r, err := c.Observe(t.Context()); !errors.Is(err, rpc.ErrNode) || r.Block != (turn.Block{}) {
			t.Errorf("%s fails: %v, read %+v", method, err, r)
		}
		if p.fails = ""; method == "eth_getBlockByNumber" || method == "eth_call" {
			p.fails = method
			if g, err := c.Glance(t.Context()); !errors.Is(err, rpc.ErrNode) || g != (turn.Glance{}) {
				t.Errorf("%s fails: %v, saw %+v", method, err, g)
			}
			p.fails = ""
		}
	}
	c.reads(t, "afterwards", want)
	for what, look := range map[string]func(*Chain) error{
		"a reading": func(c *Chain) error { _, err := c.Observe(t.Context()); return err },
		"the first with a position": func(*Chain) error {
			c, err := Open(t.Context(), p.client(), everything())
			if err == nil {
				_, err = c.Observe(t.Context())
			}
			return err
		},
		"a simulation's reading": func(c *Chain) error { _, err := c.Look(t.Context()); return err },
		"a glance":               func(c *Chain) error { _, err := c.Glance(t.Context()); return err },
		"the head":               func(c *Chain) error { _, err := c.Head(t.Context()); return err },
		"what data costs":        func(c *Chain) error { _, err := c.DataFee(t.Context(), want, calls()); return err },
		"opening":                func(*Chain) error { _, err := Open(t.Context(), p.client(), everything()); return err },
		"the endpoints' comparison": func(c *Chain) error {
			_, err := c.Agree(t.Context(), turn.Block{Number: 9, Hash: p.hash(9)})
			return err
		},
		"a reading after a reorg": func(c *Chain) error {
			c.past.seen = []turn.Block{{Number: 98}, {Number: 99}}
			_, err := c.Observe(t.Context())
			return err
		},
	} {
		fails := 0
		for n := 1; n < 40; n++ {
			p.requests, p.lost = 0, n
			err := look(c)
			if p.requests < n {
				break
			}
			if fails++; err == nil || errors.Is(err, rpc.ErrUnread) || !strings.Contains(err.Error(), errLost.Error()) {
				t.Errorf("%s, request %d is lost: %v", what, n, err)
			}
		}
		p.lost = 0
		if fails == 0 && what != "the endpoints' comparison" && what != "what data costs" {
			t.Errorf("%s asks nothing", what)
		}
	}
	c.reads(t, "afterwards", want)
}

// A configuration is held against every answer of the chain before anything is read: one
// that is missing ends the start. Only the name of a token may be.
//
// spec: chain §2 (boot)
func TestNothingOpensOnAnAnswerThatIsMissing(t *testing.T) {
	p := full(t)
	if terms, err := protocol.TermsOf[uniswapv3.Terms](p.opens(everything()).Deployments()[0]); err != nil || !terms.Second {
		t.Errorf("SwapRouter02 is not known: %+v, %v", terms, err)
	}
	n := p.each(func(label, how string) {
		c, err := Open(t.Context(), p.client(), everything())
		switch {
		case strings.HasPrefix(label, "symbol of "):
			if err != nil || (c.assets[0].Symbol != "" && c.assets[1].Symbol != "") {
				t.Errorf("%s %s: %v", label, how, err)
			}
		case label == "operator's fee for nothing" && how == "reverts": // rules that know no such fee
			if err != nil || !c.Rollup() {
				t.Errorf("%s %s: %v", label, how, err)
			}
		case label == "which router it is": // the trips of a first start find out
			if err != nil {
				t.Errorf("%s %s: %v", label, how, err)
			} else if terms, err := protocol.TermsOf[uniswapv3.Terms](c.Deployments()[0]); err != nil || terms.Second {
				t.Errorf("%s %s: %+v, %v", label, how, terms, err)
			}
		case err == nil || c != nil:
			t.Errorf("%s %s: it opens", label, how)
		case how == "reverts" && !errors.Is(err, rpc.ErrReverted):
			t.Errorf("%s %s: %v does not say so", label, how, err)
		}
	})
	if n < 30 {
		t.Errorf("%d answers were asked for", n)
	}
	for _, method := range []string{"eth_chainId", "eth_getBlockByNumber", "eth_call", "eth_getCode"} {
		p.fails = method
		if c, err := Open(t.Context(), p.client(), everything()); !errors.Is(err, rpc.ErrNode) || c != nil {
			t.Errorf("%s fails: %v", method, err)
		}
	}
	p.fails, p.odd = "eth_getCode", true
	if c, err := Open(t.Context(), p.client(), everything()); err == nil || c != nil {
		t.Errorf("code that reverts: %v", err)
	}
}

// What a chain says against the configuration ends the start, in words that name both.
//
// spec: chain §2, §7
func TestAConfigurationThatTheChainContradictsDoesNotOpen(t *testing.T) {
	other := common.Address{19: 0x99}
	for name, f := range map[string]struct {
		spoil func(*paper, *Config)
		want  error
		says  string
	}{
		"another chain":                    {func(p *paper, _ *Config) { p.id = 1 }, rpc.ErrWrongChain, "31337"},
		"no pool":                          {func(p *paper, _ *Config) { p.code[pool] = false }, protocol.ErrNoCode, "pool " + pool.Hex()},
		"no router":                        {func(p *paper, _ *Config) { p.code[router] = false }, protocol.ErrNoCode, "router " + router.Hex()},
		"no position manager":              {func(p *paper, _ *Config) { p.code[positions] = false }, protocol.ErrNoCode, "positions " + positions.Hex()},
		"no quote token":                   {func(p *paper, _ *Config) { p.code[usdc] = false }, protocol.ErrNoCode, "quote " + usdc.Hex()},
		"no list":                          {func(p *paper, _ *Config) { p.code[list] = false }, protocol.ErrNoCode, "sanctions list " + list.Hex()},
		"no feed":                          {func(p *paper, _ *Config) { p.code[feed] = false }, protocol.ErrNoCode, "price feed " + feed.Hex()},
		"two factories":                    {func(p *paper, _ *Config) { p.of("factory of the router").answer[31]++ }, protocol.ErrSelfReport, "different factories"},
		"a factory without the pool":       {func(p *paper, _ *Config) { p.of("pool of the factory").answer = nil }, protocol.ErrSelfReport, "does not know the pool"},
		"orders that reach another pool":   {func(p *paper, _ *Config) { p.of("pool of the factory").answer = word(p.t, other) }, protocol.ErrSelfReport, "reach pool " + other.Hex()},
		"a quote token of another pool":    {func(p *paper, c *Config) { c.Numeraire = other; p.code[other] = true }, protocol.ErrSelfReport, "no market trades the quote token " + other.Hex()},
		"a token with a stranger's name":   {func(p *paper, _ *Config) { p.token("weth", weth, 18, "WE TH", eth(1)) }, protocol.ErrSelfReport, `"WE TH"`},
		"a token without decimals":         {func(p *paper, _ *Config) { p.of("decimals of weth").reverts = true }, rpc.ErrReverted, "decimals of " + weth.Hex()},
		"a token of 78 decimals":           {func(p *paper, _ *Config) { p.token("weth", weth, 300, "WETH", eth(1)) }, nil, "decimals of " + weth.Hex()},
		"no market of aave":                {func(p *paper, _ *Config) { p.of("pool of the provider").answer[31]++ }, protocol.ErrSelfReport, "lending"},
		"no market of morpho":              {func(_ *paper, c *Config) { v := fullVenue(); v.MorphoMarket[0]++; c.Deployments = v.Deployments() }, protocol.ErrSelfReport, "lending"},
		"a market of other tokens":         {func(p *paper, c *Config) { p.otherLoan(c) }, protocol.ErrSelfReport, "of Morpho Blue lends"},
		"no pair of v2":                    {func(p *paper, _ *Config) { p.of("pair of v2").answer = word(p.t, 0) }, protocol.ErrSelfReport, "v2"},
		"a v2 that wraps another coin":     {func(p *paper, _ *Config) { p.of("coin of v2").answer = word(p.t, other) }, protocol.ErrSelfReport, "wraps the native coin as " + other.Hex()},
		"a v4 of another manager":          {func(p *paper, _ *Config) { p.of("manager of the state view").answer[31]++ }, protocol.ErrSelfReport, "v4"},
		"an oracle of fees that is silent": {func(p *paper, _ *Config) { p.of("fee of a byte").reverts = true }, rpc.ErrReverted, "getL1Fee"},
	} {
		t.Run(name, func(t *testing.T) {
			p := full(t)
			config := everything()
			f.spoil(p, &config)
			c, err := Open(t.Context(), p.client(), config)
			if c != nil || err == nil || (f.want != nil && !errors.Is(err, f.want)) || !strings.Contains(fmt.Sprint(err), f.says) {
				t.Errorf("%v, want %v that says %q", err, f.want, f.says)
			}
		})
	}
	p := full(t)
	config := everything()
	config.NativePrice = 1 // then v2 may wrap what it likes: the pool prices no coin
	p.of("coin of v2").answer = word(t, other)
	p.opens(config)
}
