package devnet

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/rpc"
	"github.com/pelletier/go-toml/v2"
)

var update = flag.Bool("update", false, "rewrite docs/devnet.md")

// nodes are whose methods testdata/methods.txt names, with the versions that were asked: anvil and
// Hardhat by a request for every name that stands in their programs, geth by its registered services.
var nodes = []struct{ name, version string }{{"anvil", "1.7.1"}, {"hardhat", "2.24.0"}, {"geth", "1.17.10"}}

// method is one, and who has it.
type method struct {
	name string
	of   []string
	here bool
	why  string // where it is not
}

// What docs/devnet.md says is there answers, and what it says is not does not, for a reason.
func TestThePageOfMethodsIsTrue(t *testing.T) {
	all, reasons := methods(t), absent(t)
	p := begin(t)
	client, err := rpc.DialContext(t.Context(), strings.Replace(p.url, "http", "ws", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	used := map[string]bool{}
	for i := range all {
		m := &all[i]
		m.here = knows(t, client, m.name)
		pattern, why := reasons.of(m.name)
		used[pattern] = true
		switch {
		case m.here && why != "":
			t.Errorf("%s is there: take it from absent.toml", m.name)
		case !m.here && why == "":
			t.Errorf("%s is not there: give it, or its reason in absent.toml", m.name)
		}
		m.why = why
	}
	for pattern := range reasons {
		if !used[pattern] {
			t.Errorf("absent.toml: %s is no method of another node", pattern)
		}
	}
	if t.Failed() {
		return
	}
	page, path := []byte(pageOf(all)), filepath.Join("..", "..", "docs", "devnet.md")
	if *update {
		if err := os.WriteFile(path, page, 0o644); err != nil { //nolint:gosec // a page of the documentation
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, page) {
		t.Errorf("docs/devnet.md is not what the devnet answers: make generate (%v)", err)
	}
}

// knows reports whether a method is there: whatever it says of such parameters, and of none, it is not that,
// nor that it is never served.
func knows(t *testing.T, c *rpc.Client, name string) bool {
	t.Helper()
	params := []any{map[string]int{"none": 1}, map[string]int{"none": 1}, map[string]int{"none": 1}, map[string]int{"none": 1}, map[string]int{"none": 1}}
	if name == "eth_subscribe" { // an unknown kind of news is an unknown method
		params = []any{"newHeads"}
	}
	return answers(t, c, name, params...) && (name == "eth_subscribe" || answers(t, c, name))
}

// answers reports whether a method takes such parameters, or refuses them and not every request.
func answers(t *testing.T, c *rpc.Client, name string, params ...any) bool {
	t.Helper()
	err := c.CallContext(t.Context(), nil, name, params...)
	var said rpc.Error
	if err != nil && !errors.As(err, &said) {
		t.Fatalf("%s: %v", name, err)
	}
	return said == nil || said.ErrorCode() != -32601 && !strings.Contains(said.Error(), "not served")
}

func methods(t *testing.T) (all []method) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "methods.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		for _, of := range fields[1:] {
			if !slices.ContainsFunc(nodes, func(n struct{ name, version string }) bool { return n.name == of }) {
				t.Fatalf("methods.txt: %s is of %q", fields[0], of)
			}
		}
		all = append(all, method{name: fields[0], of: fields[1:]})
	}
	if len(all) < 200 || !slices.IsSortedFunc(all, func(a, b method) int { return strings.Compare(a.name, b.name) }) {
		t.Fatalf("methods.txt has %d methods, or is not in order", len(all))
	}
	return all
}

// because is the reason of each absent method, by its name or by how it begins.
type because map[string]string

func (b because) of(name string) (pattern, why string) {
	for pattern, why := range b {
		if begins, ok := strings.CutSuffix(pattern, "*"); pattern == name || ok && strings.HasPrefix(name, begins) {
			return pattern, why
		}
	}
	return "", ""
}

func absent(t *testing.T) because {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "absent.toml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Because []struct {
			Reason  string
			Methods []string
		}
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file); err != nil {
		t.Fatal(err)
	}
	out := because{}
	for _, b := range file.Because {
		for _, m := range b.Methods {
			if out[m] != "" || b.Reason == "" {
				t.Errorf("absent.toml: %s is there twice, or without a reason", m)
			}
			out[m] = b.Reason
		}
	}
	return out
}

// pageOf writes the page.
func pageOf(all []method) string {
	var b strings.Builder
	b.WriteString(intro)
	have, of := map[string]int{}, map[string]int{}
	for _, m := range all {
		for _, n := range m.of {
			of[n]++
			if m.here {
				have[n]++
			}
		}
	}
	b.WriteString("\n| Of | methods | here |\n|---|---|---|\n")
	for _, n := range nodes {
		fmt.Fprintf(&b, "| %s %s | %d | %d |\n", n.name, n.version, of[n.name], have[n.name])
	}
	b.WriteString("\n## Each method\n\n| Method | anvil | hardhat | geth | here |\n|---|---|---|---|---|\n")
	for _, m := range all {
		fmt.Fprintf(&b, "| `%s` |", m.name)
		for _, n := range nodes {
			if slices.Contains(m.of, n.name) {
				b.WriteString(" yes |")
			} else {
				b.WriteString(" |")
			}
		}
		if m.here {
			b.WriteString(" yes |\n")
		} else {
			fmt.Fprintf(&b, " no: %s |\n", m.why)
		}
	}
	return b.String()
}

const intro = `# The devnet for whom anvil, Hardhat or geth is home

<!-- Written by make generate; test/devnet holds it to the program. -->

` + "`bardo devnet`" + ` listens where they do (127.0.0.1:8545, HTTP and WebSocket), has their chain id (31337) and the accounts of
their mnemonic, and says a client version that begins with ` + "`anvil/`" + `, by which tools know a development chain.
Its own methods are in the specification of mirage. What it answers otherwise than anvil stands, with a reason each, in
[test/oracle/testdata/differences.toml](../test/oracle/testdata/differences.toml).

| Of anvil | here |
|---|---|
| ` + "`--port`, `--host`" + ` | ` + "`--listen 127.0.0.1:8545`" + `; other machines are never served |
| ` + "`--accounts`, `--chain-id`, `--gas-limit`, `--hardfork`" + ` | the same; rules from shanghai to osaka |
| ` + "`--enable-tx-gas-limit`" + ` | ` + "`--tx-gas-cap`" + ` |
| ` + "`--auto-impersonate`" + ` | the same |
| ` + "`--fork-url`, `--fork-block-number`" + ` | ` + "`--fork`, `--fork-block`" + `; every account sends without a key but with ` + "`--auto-impersonate=false`" + `, and accounts are funded where ` + "`--accounts`" + ` is given |
| ` + "`--state`, `--dump-state`" + ` | ` + "`--state FILE --dump-on-exit`" + `; anvil's own dump goes in by ` + "`anvil_loadState`" + ` |
| ` + "`--block-time`" + ` | ` + "`evm_setIntervalMining`" + ` |
| ` + "`--no-mining`" + ` | the same |
| ` + "`--allow-origin`" + ` | the same, off by default; ` + "`--allow-host`" + ` for names of this machine in a container |
| ` + "`--code-size-limit`" + ` | none: go-ethereum's interpreter has 24,576 bytes as a constant |

A cheat that changes state is a block of its own, so that an old block still shows the old state. A transaction of blobs is not
taken. Tracers are go-ethereum's native ones; scripts are not run.
`
