package cage

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// plant is a break of the contracts: old, which stands once in a file of contracts/src,
// becomes new, and the fuzzer has to find what that lets through. also is taken out too: a second
// protection that stands behind the first.
type plant struct{ name, file, old, new, also string }

// stranger is the protection that no address of a stranger's stands in a call.
const stranger = "if (reader != address(0) || !cage.isApprovedProtocol(found)) revert DestinationNotAllowed(found);"

// plants take one protection out each.
var plants = []plant{
	{"a move may lose anything", "PolicyCage.sol", "_bounded(given, loss, _limit(CageLimit.MoveLoss));", "_bounded(given, loss, WHOLE);", ""},
	{"what is lost is not counted", "PolicyCage.sol", "lost.add(loss);", "lost.add(0);", ""},
	{"what is spent is not counted", "PolicyCage.sol", "spent.add(value);", "spent.add(0);", ""},
	{"a halt stops nothing", "PolicyCage.sol", "if (halted) revert Halted();", "", ""},
	{"a sale at the limit may lose what any move may", "PolicyCage.sol", "_bounded(given, loss, least < move ? least : move);", "_bounded(given, loss, least < move ? move : least);", ""},
	{"a second move stands in for the first", "CageEnforcer.sol", "if (move.deed != CageDeed.Approve) revert BatchNotAllowed(calls.length);", "", ""},
	{"leaving stands in for a move", "CageEnforcer.sol", "if (!first && (!_leaves(m.deed) || m.target != target || m.id != a.id)) revert BatchNotAllowed(calls);", "if (!first && calls == 0) revert BatchNotAllowed(calls);", ""},
	{"what is taken out need not be collected", "CageEnforcer.sol", "if (s.owedA | s.owedB != 0)", "if (s.owedA & s.owedB == type(uint256).max)", ""},
	{"liquidity is given at any price", "CageEnforcer.sol", ": given - (given * _away(oracle, m) + BILLION - 1) / BILLION;", ": given;", ""},
	{"an allowance behind liquidity", "CageEnforcer.sol", "if (move.pool != address(0)) revert BatchNotAllowed(calls.length);", "", ""},
	{"what the owner has elsewhere is left", "CageEnforcer.sol", "if (first && names[cage][_key(m)] == 0) ", "if (first && names[cage][_key(m)] == type(uint256).max) ", ""},
	{"a redemption within a redemption", "CageEnforcer.sol", "if (open) revert Reentered();", "", ""},
	{"anybody receives", "CageEnforcer.sol", "if (a.to != delegator) revert DestinationNotAllowed(a.to);\n        (m.deed,", "(m.deed,", stranger},
	{"anybody collects", "CageEnforcer.sol", "if (a.to != delegator) revert DestinationNotAllowed(a.to);\n        (m.target,", "(m.target,", stranger},
	{"anybody may be allowed to take", "CageEnforcer.sol", "if (!cage.isApprovedProtocol(spender)) revert DestinationNotAllowed(spender);", "", ""},
	{"a day of six hours", "Rolling.sol", "uint256 private constant BUCKETS = 5;", "uint256 private constant BUCKETS = 1;", ""},
	{"any price is young enough", "CageOracle.sol", " || block.timestamp - updatedAt > f.maxAge", "", ""},
}

// sources is where the contracts' sources lie.
var sources = filepath.Join("..", "..", "contracts")

func (p plant) text(t *testing.T) string {
	t.Helper()
	return string(must(os.ReadFile(filepath.Join(sources, "src", p.file))))
}

// A break that finds nothing to take out would plant nothing.
func TestEveryPlantFindsItsPlace(t *testing.T) {
	today(t)
	for _, p := range plants {
		for _, old := range []string{p.old, p.also} {
			if n := strings.Count(p.text(t), old); n != 1 && old != "" {
				t.Errorf("%s: %q stands %d times in %s, it must stand once", p.name, old, n, p.file)
			}
		}
	}
}

// compile is the edition with the break in it; the sources stay as they are.
func (p plant) compile(t *testing.T) *edition {
	t.Helper()
	over, into := t.TempDir(), t.TempDir()
	for _, contract := range ours {
		text := must(os.ReadFile(filepath.Join(sources, "out", contract+".json")))
		check(t, os.WriteFile(filepath.Join(into, contract+".json"), text, 0o600))
	}
	check(t, os.WriteFile(filepath.Join(over, p.file), []byte(strings.Replace(strings.Replace(p.text(t), p.old, p.new, 1), p.also, "", 1)), 0o600))
	var said bytes.Buffer
	cmd := exec.Command("node", filepath.Join(sources, "compile.mjs"), "--over", over, "--into", into, "--only", strings.Join(ours, ","))
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	e := must(readEdition(p.name, into))
	if e.sum() == today(t).sum() {
		t.Fatal("nothing was planted")
	}
	return e
}

// plantSteps are what ten processor-minutes last for at the least, 1,000 steps a second.
const plantSteps = 600_000

// Each planted break is found.
func TestEachPlantIsFound(t *testing.T) {
	if os.Getenv("BARDO_MUTATE") == "" {
		t.Skip("compiles the contracts anew for each break: BARDO_MUTATE=1")
	}
	for _, p := range plants {
		t.Run(p.name, func(t *testing.T) {
			count := tally{}
			f := newWorlds(t, p.compile(t)).hunt(0, plantSteps, count, anything)
			if f == nil {
				t.Fatalf("not found: %v", count)
			}
			t.Logf("found after %d steps: %v", count["steps"], f)
		})
	}
}
