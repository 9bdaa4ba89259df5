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
	behind                      *mutation // taken out with it: another layer that stops the same
}

// origin refuses an address that nobody but a model named, before any list is asked.
var origin = mutation{layer: "origin of addresses", file: "golem/safety/permit/stranger.go", old: "if p.Origin != turn.OriginModel {", new: "if p.Origin != turn.OriginModel || len(p.Cause) >= 0 {"}

var mutations = []mutation{
	{"TestATypedDataSignatureWalksAroundNoPolicy", "grammar: unknown fields", "golem/safety/grammar/parse.go", "if len(got) > len(names) {", "if false {", &origin},
	{"TestABatchPaysNobody", "grammar: unknown fields", "golem/safety/grammar/parse.go", "if len(got) > len(names) {", "if false {", nil},
	{"TestATokensNameIsNoInstruction", "cage: spending per transaction", "golem/safety/cage/cage.go", "if most := c.bounds(k.Seen).PerTransaction; value > most {", "if most := c.bounds(k.Seen).PerTransaction; value > most && most < 0 {", nil},
	{
		"TestAnAllowanceIsNeverLeftBehind", "adapter: the approval is taken back", "golem/world/tool/call.go",
		"t.approve(a.TokenIn, t.venue.Router, new(uint256.Int)), // a swap that reverts leaves all of it", "", nil,
	},
	{"TestAPermitDiesWithThePolicyItWasGivenUnder", "permit: policy", "golem/safety/permit/recheck.go", "case p.Policy != d.parts.Cage.Digest(state.Positions().Reading):", "case false:", nil},
	{"TestALookalikeIsNotTheRealOne", "cage: token list", "golem/safety/cage/cage.go", "if !slices.Contains(c.policy.Tokens, t) {", "if false {", &origin},
	{"TestACapabilityOpensOnceAndForNobodyElse", "capability: used once", "golem/safety/capability/capability.go", "g, ok := r.live[entry]\n\tdelete(r.live, entry)", "g, ok := r.live[entry]", nil},
	{"TestACapabilityOpensOnceAndForNobodyElse", "capability: bound to its call", "golem/safety/capability/capability.go", "case u.Params != g.Params:", "case false:", nil},
	{"TestAFundedGolemIsNotDeadBecauseANodeSaysSo", "clocks: credit of the books", "golem/mind/mortality/clocks.go", "case c.settings.Economic && v.Spendable <= 0,", "case c.settings.Economic && v.Spendable >= 0,", nil},
	{"TestALongOptionIsNotTheListedName", "grammar: names of exchanges", "golem/safety/grammar/exchange.go", "if !slices.Contains(Exchanges(), name) {", "if !slices.Contains(Exchanges(), name[:min(10, len(name))]) {", nil},
	// The checker itself: what it is there to see.
	{"TestNothingMovesOutsideTheLimits", "cage: spending per transaction", "golem/safety/cage/cage.go", "if most := c.bounds(k.Seen).PerTransaction; value > most {", "if most := c.bounds(k.Seen).PerTransaction; value > most && most < 0 {", nil},
	{"TestNothingMovesOutsideTheLimits", "cage: size of a position", "golem/safety/cage/value.go", "return left.Cmp(right) <= 0", "return left.Cmp(right) <= 0 || bps > 0", nil},
	{"TestNothingMovesOutsideTheLimits", "cage: slippage", "golem/safety/cage/cage.go", "if k.Action.Slippage > c.policy.MaxSlippage {", "if false {", nil},
	{"TestNothingMovesOutsideTheLimits", "adapter: the recipient", "golem/world/tool/call.go", "Fee: big.NewInt(int64(r.Pool.FeePips)), Recipient: t.venue.Account,", "Fee: big.NewInt(int64(r.Pool.FeePips)), Recipient: t.venue.Router,", nil},
	{"TestNothingMovesOutsideTheLimits", "audit: the capability", "golem/safety/permit/audit.go", "d.note(audit.CapabilityMinted(g.PermitID, g.Tool, g.ValueLimit, g.ExpiresAt, g.Policy))", "", nil},
	{"TestNothingMovesOutsideTheLimits", "loop guard", "golem/safety/loopguard/loopguard.go", "if same >= identical {", "if same > window {", nil},
	{"TestNothingMovesOutsideTheLimits", "gate", "golem/safety/permit/gate.go", "s, opens := cage.Stake(k)\n\tif !opens {", "s, opens := cage.Stake(k)\n\tif opens || !opens {", nil},
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
	for _, m := range append(mutations, origin) {
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
	replace := map[string]string{}
	for next := &m; next != nil; next = next.behind {
		path, text := next.source(t)
		mutant := filepath.Join(t.TempDir(), "mutant.go")
		if err := os.WriteFile(mutant, []byte(strings.Replace(text, next.old, next.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[path] = mutant
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	plan, err := json.Marshal(map[string]any{"Replace": replace})
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
