package solidity

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/test/inputs"
)

const small = `// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

contract Small {
    error Above();
    uint256 public spent;
    modifier own() { if (msg.sender != address(this)) revert Above(); _; }
    function spend(uint256 n, uint256 limit) external own returns (bool) {
        require(n > 0, "nothing is spent");
        if (spent + n > limit) revert Above();
        spent += n;
        return true;
    }
}
`

// tree is a folder of contracts with the small one, and a compiler.
func tree(t *testing.T) (*Tree, *Compiler) {
	t.Helper()
	home := filepath.Join("..", "..", "..", "contracts")
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat(filepath.Join(home, "node_modules", "solc")); err != nil {
		t.Skip("the compiler is not there: run make setup")
	}
	if err := inputs.Folder(home); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"src/Small.sol": small, "out/Small.json": `{"settings":{"optimizer":{"enabled":true,"runs":1},"evmVersion":"cancun","metadata":{"appendCBOR":false}}}`} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Start(home, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	tr, err := Open(c, dir)
	if err != nil {
		t.Fatal(err)
	}
	return tr, c
}

func TestAContractIsChangedWhereItGuards(t *testing.T) {
	tr, c := tree(t)
	if got := tr.Match([]string{"Sm*.sol"}); !slices.Equal(got, []string{"Small.sol"}) {
		t.Fatalf("found %q", got)
	}
	all := tr.Mutants("Small.sol")
	var names []string
	for _, m := range all {
		names = append(names, m.Func+": "+m.Change)
	}
	for _, want := range []string{
		"own: msg.sender != address(this) -> msg.sender == address(this)",
		"spend: own -> ", "spend: n > 0 -> n >= 0", "spend: 0 -> 1",
		`spend: require(n > 0, "nothing is spent") -> nothing`,
		"spend: spent + n > limit -> spent + n >= limit", "spend: spent + n > limit -> false", "spend: spent + n -> spent - n",
		"spend: spent += n -> nothing", "spend: spent += n -> spent -= n", "spend: true -> false",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("%q is not offered among %q", want, names)
		}
	}
	dir := t.TempDir()
	if err := tr.Unchanged(c, "Small.sol", dir); err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		to, contracts, err := tr.Build(c, m, dir)
		if err != nil {
			t.Fatal(err)
		}
		if m.Change == "spent += n -> nothing" && !slices.Equal(contracts, []string{"Small"}) {
			t.Errorf("%s: compiled %q", m.Change, contracts)
		}
		if again, same, err := tr.Build(nil, m, dir); err != nil || again != to || !slices.Equal(same, contracts) {
			t.Errorf("%s is not found again: %v", m.Change, err)
		}
	}
}

// What embeds the artifacts asks the folder first, in the binaries of mutate only.
func TestTheOverlayReadsAnotherArtifact(t *testing.T) {
	text, err := Overlay(filepath.Join("..", "..", "..", "contracts", "contracts.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"var embeddedCage embed.FS", "var Cage = mutantFiles{embeddedCage}", Folder, "var MarketJSON []byte"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the overlay has no %q", want)
		}
	}
}
