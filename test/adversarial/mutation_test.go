package adversarial

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mutation takes a layer out of the program: old, which stands once in a file, becomes
// new, and the test must fail.
type mutation struct {
	test, layer, file, old, new string
	behind                      *mutation // taken out with it: another layer that stops the same
	by                          string    // what its test has to say when it fails; empty: anything
}

// without is a mutation that stands behind others.
func without(layer, file, old, new string, behind *mutation) *mutation {
	return &mutation{layer: layer, file: file, old: old, new: new, behind: behind}
}

// Layers that stand behind others, so that money moves only where they are gone too.
var (
	// origin refuses an address that nobody but a model named, before any list is asked.
	origin = mutation{layer: "origin of addresses", file: "golem/safety/permit/tabled.go", old: "if p.Origin != turn.OriginModel {", new: "if p.Origin != turn.OriginModel || len(p.Cause) >= 0 {"}
	// A token of a stranger's has to pass its origin, the list, the pool and the adapter.
	noRate   = without("cage: a price of all that moves", "golem/safety/cage/loss.go", "\treturn loss.At(seen, ages, k.tokens()...)", "\treturn loss.At(seen, ages)", nil)
	noPrice  = without("cage: what has no price", "golem/safety/cage/loss.go", "worst, given, ok := worstCase(p, k, s)\n\tif !ok {", "worst, given, ok := worstCase(p, k, s)\n\tif !ok {\n\t\treturn nil\n\t}\n\tif !ok {", noRate)
	noPair   = without("adapter: tokens of the market", "golem/world/protocol/swap.go", "if o.Action.Kind == grammar.Swap && !m.Trades(o.Action.TokenIn, o.Action.TokenOut) {", "if o.Action.Kind == grammar.Anchor {", noPrice)
	noPool   = without("cage: tokens of the market", "golem/safety/cage/cage.go", "if a.Kind == grammar.Swap && !m.Trades(a.TokenIn, a.TokenOut) {", "if false {", noPair)
	noOrigin = without(origin.layer, origin.file, origin.old, origin.new, noPool)
	// Before any of them an address is no name: no proposal can have one but where nothing reads it.
	noHandle = without("grammar: names of tokens", "golem/safety/grammar/forms.go", "asset, ok := names.Named(handle)\n\tif !ok {", "asset, ok := names.Named(handle)\n\tif common.IsHexAddress(handle) {\n\t\treturn common.HexToAddress(handle), nil\n\t}\n\tif !ok {", noOrigin)
	noTokens = without("cage: token list", "golem/safety/cage/cage.go", "if !slices.Contains(p.Tokens, t) {", "if false {", noPool)
	// An amount has to pass the value of its capability too.
	noValue = without("capability: value", "golem/safety/capability/capability.go", "case u.Value > g.ValueLimit:", "case false:", nil)
	// An order that a new policy forbids, the cage that has the policy and the capability.
	noPolicy   = without("capability: policy", "golem/safety/capability/capability.go", "case u.Policy != g.Policy:", "case false:", nil)
	noSlippage = without("cage: slippage", "golem/safety/cage/cage.go", "if k.Action.Slippage > c.policy.MaxSlippage {", "if false {", noPolicy)
)

// mutations name the layer of each test. A regression has to fail by what moved, but for
// the one whose Golem would die of a lie.
var mutations = []mutation{
	{"TestATypedDataSignatureWalksAroundNoPolicy", "grammar: unknown fields", "golem/safety/grammar/parse.go", "if len(got) > len(names) {", "if false {", &origin, balances},
	{"TestABatchPaysNobody", "grammar: unknown fields", "golem/safety/grammar/parse.go", "if len(got) > len(names) {", "if false {", nil, balances},
	{"TestATokensNameIsNoInstruction", "cage: spending per transaction", "golem/safety/cage/cage.go", "if most := c.policy.bounds(k.Seen).PerTransaction; value > most {", "if most := c.policy.bounds(k.Seen).PerTransaction; value > most && most < 0 {", noValue, balances},
	{
		"TestAnAllowanceIsNeverLeftBehind", "adapter: the approval is taken back", "golem/world/protocol/allowance.go",
		"Approve(token, spender, new(uint256.Int)), // one that reverts leaves all of it", "", nil, balances,
	},
	{"TestAPermitDiesWithThePolicyItWasGivenUnder", "permit: policy", "golem/safety/permit/recheck.go", "case p.Policy != d.cage.Digest(state.Positions().Reading):", "case false:", noSlippage, balances},
	{"TestALookalikeIsNotTheRealOne", noTokens.layer, noTokens.file, noTokens.old, noTokens.new, noHandle, balances},
	{"TestAPoisonedMemoryRedirectsNothing", origin.layer, origin.file, origin.old, origin.new, noTokens, balances},
	{"TestACapabilityOpensOnceAndForNobodyElse", "capability: used once", "golem/safety/capability/capability.go", "g, ok := r.live[entry]\n\tdelete(r.live, entry)", "g, ok := r.live[entry]", nil, balances},
	{"TestACapabilityOpensOnceAndForNobodyElse", "capability: bound to its call", "golem/safety/capability/capability.go", "case u.Params != g.Params:", "case false:", nil, balances},
	{"TestAFundedGolemIsNotDeadBecauseANodeSaysSo", "clocks: credit of the books", "golem/mind/mortality/clocks.go", "case c.settings.Economic && v.Spendable <= 0,", "case c.settings.Economic && v.Spendable >= 0,", nil, ""},
	{"TestALongOptionIsNotTheListedName", "reading: names of markets", "golem/host/turn/market.go", "if m := &r.Markets[i]; m.Handle == handle {", "if m := &r.Markets[i]; m.Handle == handle[:min(len(m.Handle), len(handle))] {", nil, balances},
	// The checker itself: what it is there to see.
	{"TestNothingMovesOutsideTheLimits", "cage: spending per transaction", "golem/safety/cage/cage.go", "if most := c.policy.bounds(k.Seen).PerTransaction; value > most {", "if most := c.policy.bounds(k.Seen).PerTransaction; value > most && most < 0 {", nil, ""},
	{"TestNothingMovesOutsideTheLimits", "cage: size of a position", "golem/safety/cage/value.go", "return left.Cmp(right) <= 0", "return left.Cmp(right) <= 0 || bps > 0", nil, ""},
	{"TestNothingMovesOutsideTheLimits", "cage: slippage", "golem/safety/cage/cage.go", "if k.Action.Slippage > c.policy.MaxSlippage {", "if false {", nil, ""},
	{"TestNothingMovesOutsideTheLimits", "adapter: the recipient", "golem/world/protocol/uniswapv3/uniswapv3.go", "Recipient: x.account.Address, Until: o.Until,", "Recipient: at.Router, Until: o.Until,", nil, ""},
	{"TestNothingMovesOutsideTheLimits", "audit: the capability", "golem/safety/permit/send.go", "o.scribe.note(audit.CapabilityMinted(g.PermitID, g.Tool, g.ValueLimit, g.ExpiresAt, g.Policy))", "", nil, ""},
	{"TestNothingMovesOutsideTheLimits", "loop guard", "golem/safety/loopguard/loopguard.go", "if same >= identical {", "if same > window {", nil, ""},
	{"TestNothingMovesOutsideTheLimits", "gate", "golem/safety/permit/assess.go", "s, opens := cage.Stake(k)\n\tif !opens {", "s, opens := cage.Stake(k)\n\tif opens || !opens {", nil, ""},
}

// names lists the layers that are taken out.
func (m mutation) names() string {
	if m.behind == nil {
		return m.layer
	}
	return m.layer + "; and behind it " + m.behind.names()
}

// source is a file of the program.
func (m mutation) source(t *testing.T) (path string, text string) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", m.file))
	check(t, err)
	b, err := os.ReadFile(path)
	check(t, err)
	return path, string(b)
}

// A mutation that finds nothing to take out would be a test that cannot fail.
func TestEveryMutationFindsItsLayer(t *testing.T) {
	for _, first := range mutations {
		for m := &first; m != nil; m = m.behind {
			if _, text := m.source(t); strings.Count(text, m.old) != 1 {
				t.Errorf("%s: %q stands %d times in %s, it must stand once", m.layer, m.old, strings.Count(text, m.old), m.file)
			}
		}
	}
}

// Each named regression, and the suite itself, fails when the layer that it names is
// taken out of the program. All of them are one program, compiled once.
func TestEachRegressionFailsWithoutItsLayer(t *testing.T) {
	if os.Getenv("BARDO_MUTATE") == "" {
		t.Skip("compiles the program anew: `make hostile`, or BARDO_MUTATE=1")
	}
	publish(t, "8-layers", append([]string{
		"", "## Without a layer", "",
		"Each named incident, and the suite itself, in a program from which the layer that stops it was taken out: the test",
		"has to fail, and it does by what moved.", "",
	}, heading("test", "layer taken out")...)...)
	for i, m := range mutations {
		t.Run(m.test+"/"+m.layer, func(t *testing.T) {
			t.Parallel()
			t.Log(kept(t, fmt.Sprintf("layer-%02d", i), func() string { return m.fails(t, i, m.by) }))
			publish(t, fmt.Sprintf("9-layer-%02d", i), line(m.test, m.names()))
		})
	}
}
