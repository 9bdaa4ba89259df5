package adversarial

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutation takes a layer out of the program: old, which stands once in a file, becomes
// new, and the test must fail.
type mutation struct {
	test, layer, file, old, new string
}

var mutations = []mutation{
	{"TestATypedDataSignatureWalksAroundNoPolicy", "grammar: unknown fields", "golem/safety/grammar/parse.go", "if len(got) > len(names) {", "if false {"},
	{"TestABatchPaysNobody", "grammar: unknown fields", "golem/safety/grammar/parse.go", "if len(got) > len(names) {", "if false {"},
	{"TestATokensNameIsNoInstruction", "cage: spending per transaction", "golem/safety/cage/cage.go", "if value > c.policy.PerTransaction {", "if false {"},
	{
		"TestAnAllowanceIsNeverLeftBehind", "adapter: the approval is taken back", "golem/world/tool/call.go",
		"t.approve(a.TokenIn, t.venue.Router, new(uint256.Int)), // a swap that reverts leaves all of it", "",
	},
	{"TestAPermitDiesWithThePolicyItWasGivenUnder", "permit: policy", "golem/safety/permit/recheck.go", "case p.Policy != d.parts.Cage.Policy().Digest():", "case false:"},
	{"TestALookalikeIsNotTheRealOne", "cage: token list", "golem/safety/cage/cage.go", "if !slices.Contains(c.policy.Tokens, t) {", "if false {"},
	{"TestACapabilityOpensOnceAndForNobodyElse", "capability: used once", "golem/safety/capability/capability.go", "g, ok := r.live[entry]\n\tdelete(r.live, entry)", "g, ok := r.live[entry]"},
	{"TestACapabilityOpensOnceAndForNobodyElse", "capability: bound to its call", "golem/safety/capability/capability.go", "case u.Params != g.Params:", "case false:"},
	{"TestAFundedGolemIsNotDeadBecauseANodeSaysSo", "clocks: credit of the books", "golem/mind/mortality/clocks.go", "case c.settings.Economic && v.Spendable <= 0,", "case c.settings.Economic && v.Spendable >= 0,"},
	{"TestALongOptionIsNotTheListedName", "grammar: names of exchanges", "golem/safety/grammar/exchange.go", "if !slices.Contains(Exchanges(), name) {", "if !slices.Contains(Exchanges(), name[:min(10, len(name))]) {"},
	// The checker itself: what it is there to see.
	{"TestNothingMovesOutsideTheLimits", "cage: spending per transaction", "golem/safety/cage/cage.go", "if value > c.policy.PerTransaction {", "if false {"},
	{"TestNothingMovesOutsideTheLimits", "cage: size of a position", "golem/safety/cage/value.go", "return left.Cmp(right) <= 0", "return left.Cmp(right) <= 0 || bps > 0"},
	{"TestNothingMovesOutsideTheLimits", "cage: slippage", "golem/safety/cage/cage.go", "if k.Action.Slippage > c.policy.MaxSlippage {", "if false {"},
	{"TestNothingMovesOutsideTheLimits", "adapter: the recipient", "golem/world/tool/call.go", "Fee: big.NewInt(int64(r.Pool.FeePips)), Recipient: t.venue.Account,", "Fee: big.NewInt(int64(r.Pool.FeePips)), Recipient: t.venue.Router,"},
	{"TestNothingMovesOutsideTheLimits", "audit: the capability", "golem/safety/permit/audit.go", "d.note(audit.CapabilityMinted(g.PermitID, g.Tool, g.ValueLimit, g.ExpiresAt, g.Policy))", ""},
	{"TestNothingMovesOutsideTheLimits", "loop guard", "golem/safety/loopguard/loopguard.go", "if same >= identical {", "if same > window {"},
	{"TestNothingMovesOutsideTheLimits", "gate", "golem/safety/permit/gate.go", "s, opens := cage.Stake(k)\n\tif !opens {", "s, opens := cage.Stake(k)\n\tif opens || !opens {"},
}

// source is a file of the program.
func (m mutation) source(t *testing.T) (path string, text string) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", m.file))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(b)
}

// A mutation that finds nothing to take out would be a test that cannot fail.
func TestEveryMutationFindsItsLayer(t *testing.T) {
	for _, m := range mutations {
		if _, text := m.source(t); strings.Count(text, m.old) != 1 {
			t.Errorf("%s: %q stands %d times in %s, it must stand once", m.layer, m.old, strings.Count(text, m.old), m.file)
		}
	}
}

// Each named regression, and the suite itself, fails when the layer that it names is
// taken out of the program. It compiles the program once for each.
func TestEachRegressionFailsWithoutItsLayer(t *testing.T) {
	if os.Getenv("BARDO_MUTATE") == "" {
		t.Skip("compiles the program anew for each layer: `make hostile`, or BARDO_MUTATE=1")
	}
	for _, m := range mutations {
		t.Run(m.test+"/"+m.layer, func(t *testing.T) {
			out, err := m.run(t)
			if err == nil {
				t.Errorf("without %s it passes:\n%s", m.layer, out)
			} else if !strings.Contains(out, "--- FAIL: "+m.test) {
				t.Errorf("without %s it did not come to the test: %v\n%s", m.layer, err, out)
			}
		})
	}
}

// run runs the test with the layer taken out, in an overlay: no file is changed.
func (m mutation) run(t *testing.T) (string, error) {
	t.Helper()
	path, text := m.source(t)
	mutant, overlay := filepath.Join(t.TempDir(), "mutant.go"), filepath.Join(t.TempDir(), "overlay.json")
	plan, err := json.Marshal(map[string]any{"Replace": map[string]string{path: mutant}})
	if err == nil {
		err = os.WriteFile(mutant, []byte(strings.Replace(text, m.old, m.new, 1)), 0o600)
	}
	if err == nil {
		err = os.WriteFile(overlay, plan, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-overlay", overlay, "-run", "^"+m.test+"$", ".")
	cmd.Env = append(os.Environ(), "BARDO_HOSTILE=100000", "BARDO_MUTATE=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
