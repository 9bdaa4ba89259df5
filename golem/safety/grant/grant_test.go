package grant_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
)

// wished is a wish without a chain: one form, two tokens.
func wished(mode grant.Mode) grant.Wish {
	usdc, weth := common.Address{1}, common.Address{2}
	return grant.Wish{
		Mode: mode, ChainID: 8453, Manager: common.Address{3}, Counter: common.Address{4},
		Owner: common.Address{5}, Account: common.Address{6}, Key: common.Address{7}, Start: 1_700_000_000, End: 1_772_539_200,
		Tokens:   []caveat.Token{{Address: usdc, Feed: common.Address{8}, MaxAge: 3600, Decimals: 14}, {Address: weth, Feed: common.Address{9}, MaxAge: 3600, Decimals: 26}},
		Forms:    []caveat.Form{{Target: common.Address{10}, Blank: []byte{1, 2, 3, 4}, Classes: caveat.Open, Token: usdc}},
		Readings: []policycage.Reading{{Target: common.Address{10}, Reader: "UniswapV3", Deeds: policycage.Swaps}, {Target: common.Address{12}, Reader: "AaveV3", Deeds: policycage.Lends}},
		Pools:    []common.Address{{11}}, Limits: policycage.DefaultLimits(), Worth: 1_000 * money.One, Mark: 1_000 * money.One, Calls: 7, Daily: 500 * money.One,
	}
}

// planned is where the n-th contract that is created comes to stand.
func planned(n int) common.Address { return common.Address{1, byte(100 + n)} }

// stood is where the contracts of wished come to stand.
var stood = map[grant.Mode]func() (grant.Standing, error){
	grant.Delegation: sync.OnceValues(func() (grant.Standing, error) { return standing(grant.Delegation) }),
	grant.LocalKey:   sync.OnceValues(func() (grant.Standing, error) { return standing(grant.LocalKey) }),
}

func standing(mode grant.Mode) (grant.Standing, error) {
	at, _, err := wished(mode).Contracts(grant.Standing{}, planned)
	return at, err
}

func signed(t *testing.T, mode grant.Mode) grant.Grant {
	t.Helper()
	at, err := stood[mode]()
	check(t, err)
	g, err := wished(mode).Grant(at)
	check(t, err)
	g.Delegation.Signature = []byte{1}
	check(t, g.Check())
	return g
}

// spec: provisioning §8.3: a delegation without caveats grants everything, so every root
// must have an end, a list of what may be called and a bound on what is spent.
func TestAGrantWithoutAnEndAListAndABoundIsNone(t *testing.T) {
	for name, spoil := range map[string]func(*grant.Grant){
		"no caveats":        func(g *grant.Grant) { g.Delegation.Caveats, g.Enforcers = nil, nil },
		"no end":            func(g *grant.Grant) { g.Delegation.Caveats, g.Enforcers = g.Delegation.Caveats[1:], g.Enforcers[1:] },
		"no cage":           func(g *grant.Grant) { g.Delegation.Caveats, g.Enforcers = g.Delegation.Caveats[:2], g.Enforcers[:2] },
		"another end":       func(g *grant.Grant) { g.Ends++ },
		"another cage":      func(g *grant.Grant) { g.Cage[0]++ },
		"another oracle":    func(g *grant.Grant) { g.Lives[0]++ },
		"another key":       func(g *grant.Grant) { g.Delegation.Delegate[0]++ },
		"a renamed caveat":  func(g *grant.Grant) { g.Enforcers[0].Kind = caveat.KindDailySpendLimit },
		"an unknown caveat": func(g *grant.Grant) { g.Enforcers[0].Kind = "Everything" },
		"another enforcer":  func(g *grant.Grant) { g.Enforcers[0].Address[0]++ },
		"terms cut in half": func(g *grant.Grant) { g.Delegation.Caveats[0].Terms = g.Delegation.Caveats[0].Terms[:8] },
		"unsigned args":     func(g *grant.Grant) { g.Delegation.Caveats[0].Args = []byte{1} },
		"nobody's":          func(g *grant.Grant) { g.Delegation.Signature = nil },
		"a child":           func(g *grant.Grant) { g.Delegation.Authority[0]-- },
		"its own delegate":  func(g *grant.Grant) { g.Delegation.Delegator = g.Delegation.Delegate },
		"no manager":        func(g *grant.Grant) { g.Manager = common.Address{} },
		"another custody":   func(g *grant.Grant) { g.Mode = "embedded" },
	} {
		g := signed(t, grant.Delegation)
		g.Delegation.Caveats = append([]delegation.Caveat{}, g.Delegation.Caveats...)
		g.Enforcers = append([]grant.Enforcer{}, g.Enforcers...)
		spoil(&g)
		if err := g.Check(); !errors.Is(err, grant.ErrGrant) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAGrantIsReadBackAsItWasWrittenAndNothingElseIs(t *testing.T) {
	for _, mode := range []grant.Mode{grant.Delegation, grant.LocalKey} {
		g := signed(t, mode)
		text, err := json.Marshal(g)
		check(t, err)
		again, err := grant.Parse(text)
		if err != nil || again.Delegation.Hash() != g.Delegation.Hash() || again.Key() != g.Key() || again.Ends != g.Ends {
			t.Errorf("%s: %v", text, err)
		}
		for name, bad := range map[string]string{
			"empty": "", "cut in half": string(text[:len(text)/2]), "twice": string(text) + string(text), "a list": "[" + string(text) + "]",
			"an unknown field": strings.Replace(string(text), `"mode"`, `"more":1,"mode"`, 1), "huge": strings.Repeat(" ", 2<<20) + string(text),
			"a wrong type": strings.Replace(string(text), `"chain_id":8453`, `"chain_id":"8453"`, 1),
		} {
			if _, err := grant.Parse([]byte(bad)); !errors.Is(err, grant.ErrGrant) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// spec: provisioning §8.6, DESIGN §12.6: one plain sentence, and who holds each limit.
func TestThePlanSaysInASentenceWhatTheGolemMayDo(t *testing.T) {
	words := grant.Words{Market: "Uniswap v3 USDC/WETH", Cash: "USDC"}
	p := wished(grant.LocalKey).Plan(words)
	if want := "It may spend at most 500 USDC a day on Uniswap v3 USDC/WETH until 3 March 2026, 12:00 UTC; what it buys goes to your account."; p.Sentence != want {
		t.Errorf("%s", p.Sentence)
	}
	if p := wished(grant.Delegation).Plan(words); !strings.Contains(p.Sentence, "at most 100,000 USDC a day") {
		t.Errorf("%s", p.Sentence)
	}
	for _, mode := range []grant.Mode{grant.Delegation, grant.LocalKey} {
		onChain, here := 0, 0
		for _, l := range wished(mode).Plan(words).Limits {
			if l.Name == "" || l.Value == "" || l.By == "" {
				t.Errorf("%+v", l)
			}
			if l.OnChain {
				onChain++
			} else {
				here++
			}
		}
		if onChain < 4 || here < 2 {
			t.Errorf("%s: %d limits on the chain, %d here", mode, onChain, here)
		}
	}
}

func TestAWishThatAllowsNothingOrForEverIsRefused(t *testing.T) {
	site := func(int) common.Address { return common.Address{99} }
	for name, spoil := range map[string]func(*grant.Wish){
		"no tokens":          func(w *grant.Wish) { w.Tokens = nil },
		"no calls":           func(w *grant.Wish) { w.Forms = nil },
		"an end before":      func(w *grant.Wish) { w.End = w.Start },
		"a cage too wide":    func(w *grant.Wish) { w.Limits.PerTransaction = 2_000_000 * money.One },
		"a golem that owns":  func(w *grant.Wish) { w.Key = w.Owner },
		"a token of no book": func(w *grant.Wish) { w.Forms[0].Token = common.Address{77} },
		"no custody":         func(w *grant.Wish) { w.Mode = "" },
	} {
		w := wished(grant.Delegation)
		w.Forms = append([]caveat.Form{}, w.Forms...)
		spoil(&w)
		if _, _, err := w.Contracts(grant.Standing{}, site); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	w := wished(grant.LocalKey)
	w.Calls = 0
	if _, _, err := w.Contracts(grant.Standing{}, site); !errors.Is(err, grant.ErrGrant) {
		t.Errorf("a local key without a number of calls: %v", err)
	}
}
