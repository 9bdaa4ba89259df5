package bardo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the prefix of our own import paths.
const module = "bardo.run/bardo/"

// geth is the prefix of go-ethereum's import paths.
const geth = "github.com/ethereum/go-ethereum"

// gethForAll are go-ethereum's packages that every package may import, each with
// what lies below it (DESIGN §5: its internals break in patch releases). The list says what is
// allowed, so that a new internal package is refused without anyone naming it.
// signer/core/apitypes is there for EIP-712.
var gethForAll = []string{"common", "crypto", "core/types", "accounts/abi", "accounts/keystore", "ethclient", "rpc", "signer/core/apitypes"}

// spec: safety §1.4 S-6 — safety decisions do not read the CorticalState.
func TestSafetyReadsNoCortex(t *testing.T) {
	lines := map[string]int{"golem/safety/cage": 1, "golem/mind/oracle": 2, "golem/core/cortex": 3}
	for from, want := range map[string]bool{"golem/safety/cage": true, "golem/mind/oracle": false} {
		if got := forbidden(lines, from, module+"golem/core/cortex") != ""; got != want {
			t.Errorf("%s may not import the cortex: %v, want %v", from, got, want)
		}
	}
}

// products never import one another, in either direction (DESIGN §2).
var products = []string{"compute", "styx", "gateway", "mirage", "golem"}

// pkg is what go list says of a package: its import path within the module and
// what its code outside test files imports.
type pkg struct {
	path    string
	imports []string
}

// DESIGN §2: imports only go down.
func TestImportsOnlyGoDown(t *testing.T) {
	text, err := os.ReadFile("layers.txt")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := listPackages()
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 40 {
		t.Fatalf("go list found only %d packages", len(pkgs))
	}
	for _, fault := range layerFaults(string(text), pkgs) {
		t.Error(fault)
	}
}

// Each rule fires on the smallest tree that breaks it, and on nothing else.
func TestEveryLayerRuleIsHeld(t *testing.T) {
	const order = "# programs\ncmd/bardo\n\ngolem/agent\ngolem/core\nmirage/node\nevm/sim\nevm/rpc\nwire\n"
	const guarded = "golem/mind\ngolem/safety/cage\n"
	whole := func(edit map[string][]string) []pkg {
		var pkgs []pkg
		for _, path := range []string{"cmd/bardo", "golem/agent", "golem/core", "mirage/node", "evm/sim", "evm/rpc", "wire"} {
			pkgs = append(pkgs, pkg{path, edit[path]})
		}
		return pkgs
	}
	cases := map[string]struct {
		order string
		pkgs  []pkg
		want  []string
	}{
		"down": {order, whole(map[string][]string{
			"cmd/bardo": {module + "golem/agent", module + "mirage/node", "fmt"}, "golem/agent": {module + "golem/core", module + "wire"},
			"mirage/node": {geth + "/core/state"}, "evm/sim": {geth + "/core/vm"}, "evm/rpc": {geth, geth + "/core/types", geth + "/common/hexutil"},
		}), nil},
		"up": {
			order, whole(map[string][]string{"wire": {module + "evm/rpc"}}),
			[]string{"wire (layers.txt:9) imports evm/rpc (layers.txt:8): imports only go down"},
		},
		"between products": {
			order, whole(map[string][]string{"golem/agent": {module + "mirage/node"}}),
			[]string{"golem/agent (layers.txt:4) imports mirage/node (layers.txt:6): products never import one another, they meet in wire/, life/ and app/"},
		},
		"go-ethereum's internals": {
			order, whole(map[string][]string{"evm/rpc": {geth + "/core/state"}}),
			[]string{"evm/rpc (layers.txt:8) imports " + geth + "/core/state: go-ethereum's internals are for mirage/ and evm/sim/ only"},
		},
		"a name that only begins alike": {
			order, whole(map[string][]string{"evm/rpc": {geth + "/rpcextra"}}),
			[]string{"evm/rpc (layers.txt:8) imports " + geth + "/rpcextra: go-ethereum's internals are for mirage/ and evm/sim/ only"},
		},
		"what guards, of what decides": {
			guarded,
			[]pkg{{"golem/mind", nil}, {"golem/safety/cage", []string{module + "golem/mind"}}},
			[]string{"golem/safety/cage (layers.txt:2) imports golem/mind (layers.txt:1): what guards depends on nothing that decides"},
		},
		"what decides, of what guards": {
			guarded,
			[]pkg{{"golem/mind", []string{module + "golem/safety/cage"}}, {"golem/safety/cage", nil}},
			[]string{"golem/mind (layers.txt:1) imports golem/safety/cage (layers.txt:2): the mind declares the ports it needs, agent/ plugs safety and world into them"},
		},
		"unlisted": {
			order, append(whole(nil), pkg{path: "golem/new"}),
			[]string{"golem/new is not in layers.txt: add its line to its band"},
		},
		"vanished": {
			order + "wire/old\n", whole(nil),
			[]string{"layers.txt:10: there is no package wire/old (any more)"},
		},
		"twice": {
			order + "wire\n", whole(nil),
			[]string{"layers.txt:10: wire stands on line 9 already"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := layerFaults(c.order, c.pkgs); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// layerFaults returns every import that breaks a rule of layers.txt, and every
// difference between its lines and the packages that exist. Test kits stand above what they test,
// so that nothing but tests can import them.
func layerFaults(order string, pkgs []pkg) []string {
	lines, faults := layerLines(order)
	exists := make(map[string]bool, len(pkgs))
	for _, p := range pkgs {
		exists[p.path] = true
		if lines[p.path] == 0 {
			faults = append(faults, p.path+" is not in layers.txt: add its line to its band")
			continue
		}
		for _, path := range p.imports {
			if reason := forbidden(lines, p.path, path); reason != "" {
				faults = append(faults, fmt.Sprintf("%s (layers.txt:%d) imports %s", p.path, lines[p.path], reason))
			}
		}
	}
	for path, line := range lines {
		if !exists[path] {
			faults = append(faults, fmt.Sprintf("layers.txt:%d: there is no package %s (any more)", line, path))
		}
	}
	slices.Sort(faults)
	return faults
}

// layerLines returns the line number of every package named in layers.txt.
func layerLines(order string) (map[string]int, []string) {
	lines, faults := map[string]int{}, []string(nil)
	for i, line := range strings.Split(order, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if lines[line] != 0 {
			faults = append(faults, fmt.Sprintf("layers.txt:%d: %s stands on line %d already", i+1, line, lines[line]))
			continue
		}
		lines[line] = i + 1
	}
	return lines, faults
}

// forbidden returns what is wrong with one import, or nothing.
func forbidden(lines map[string]int, from, path string) string {
	if inside, ok := strings.CutPrefix(path, geth); ok && (inside == "" || inside[0] == '/') {
		return forbiddenGeth(from, path, strings.TrimPrefix(inside, "/"))
	}
	to, ours := strings.CutPrefix(path, module)
	if !ours || lines[to] == 0 { // not ours, or reported as unlisted
		return ""
	}
	where := fmt.Sprintf("%s (layers.txt:%d)", to, lines[to])
	switch {
	case to == "golem/core/cortex" && strings.HasPrefix(from, "golem/safety/"):
		return where + ": a decision about safety reads no signal that may be of another tick (S-6)"
	case within(from, "golem/safety") && within(to, "golem/mind"):
		return where + ": what guards depends on nothing that decides"
	case within(from, "golem/mind") && (within(to, "golem/safety") || within(to, "golem/world")):
		return where + ": the mind declares the ports it needs, agent/ plugs safety and world into them"
	case lines[to] <= lines[from]:
		return where + ": imports only go down"
	case isProduct(from) && isProduct(to) && top(from) != top(to):
		return where + ": products never import one another, they meet in wire/, life/ and app/"
	}
	return ""
}

func forbiddenGeth(from, path, inside string) string {
	if inside == "" || top(from) == "mirage" || from == "evm/sim" || strings.HasPrefix(from, "evm/sim/") {
		return ""
	}
	for _, allowed := range gethForAll {
		if inside == allowed || strings.HasPrefix(inside, allowed+"/") {
			return ""
		}
	}
	return path + ": go-ethereum's internals are for mirage/ and evm/sim/ only"
}

func top(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func isProduct(path string) bool { return slices.Contains(products, top(path)) }

// listPackages asks the go tool for every package that has code outside test
// files.
func listPackages() ([]pkg, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,GoFiles,Imports", "./...").Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("go list: %w\n%s", err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath       string
			GoFiles, Imports []string
		}
		switch err := dec.Decode(&p); {
		case errors.Is(err, io.EOF):
			return pkgs, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		if len(p.GoFiles) > 0 {
			pkgs = append(pkgs, pkg{strings.TrimPrefix(p.ImportPath, module), p.Imports})
		}
	}
}
