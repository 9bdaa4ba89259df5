package bardo_test

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// adapters is where each protocol has a folder of its own.
const adapters = "golem/world/protocol"

// namesProtocols are the files beside adapters, table and tests where protocols are named, each
// with the reason.
var namesProtocols = map[string]string{
	"golem/core/protocols/list.go": "it is generated from what the adapters say",
	"golem/core/config/venue.go":   "the keys of [venue] have names that are in the files of owners, who would have to change them",
}

// arithmetic are the functions of evm/uniswap that are those of every market with ranges: whoever
// values a position needs them (safety §5). No contract is asked by them.
var arithmetic = []string{
	"AmountsForLiquidity", "LiquidityForAmounts", "SqrtPriceAtTick", "ApproxRange", "ApproxPrice", "Rate", "Up", "Down",
}

// protocolNames is the rule that a protocol is known by its adapter alone, and by those who put it on
// a devnet: another protocol is a new folder, and nothing else is changed for it.
//
// spec: tools-archetypes §4
var protocolNames = rule{
	name:   "protocols are named in adapters, tables and tests alone",
	source: "package a\n\n// lend takes what Aave pays.\nfunc lend() {}\n",
	clean:  "package a\n\nimport \"bardo.run/bardo/evm/uniswap\"\n\nvar at = uniswap.SqrtPriceAtTick // have mercy\n",
	at:     "golem/safety/cage/a.go",
	find: func(f file) (found []finding) {
		if !nameless(f) {
			return nil
		}
		text := f.text
		for _, at := range f.ranged() { // blank, so that every place stays where it is
			text = text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + text[at[1]:]
		}
		lies := f.fset.File(f.ast.Pos())
		for _, at := range protocolsNamed().FindAllStringIndex(text, -1) {
			found = append(found, finding{lies.Pos(at[0]), f.text[at[0]:at[1]]})
		}
		return found
	},
}

// nameless reports whether no protocol may be named in a file.
func nameless(f file) bool {
	top, _, _ := strings.Cut(f.path, "/")
	switch dir := path.Dir(f.path); {
	case !slices.Contains([]string{"golem", "life", "app"}, top), f.isTest(), namesProtocols[f.path] != "":
		return false
	case strings.HasPrefix(dir, adapters+"/"), slices.Contains(testKits(), dir):
		return false
	}
	return true
}

// testKits are the packages that test files alone import, by layers.txt.
var testKits = sync.OnceValue(func() (dirs []string) {
	text, err := os.ReadFile("layers.txt")
	if err != nil {
		panic(err)
	}
	_, band, _ := strings.Cut(string(text), "# test kits")
	band, _, _ = strings.Cut(band, "\n\n")
	return strings.Fields(strings.SplitN(band, "\n", 2)[1])
})

// protocolsNamed finds the names of the protocols that have a folder, however they are written:
// what the folder is called but for a version, and the first word of the name in it.
var protocolsNamed = sync.OnceValue(func() *regexp.Regexp {
	folders, err := os.ReadDir(adapters)
	if err != nil {
		panic(err)
	}
	version := regexp.MustCompile(`v[0-9]+$`)
	name := regexp.MustCompile(`(?m)^const Name = "([a-z0-9-]+)"$`)
	var words []string
	for _, d := range folders {
		if !d.IsDir() || d.Name() == "table" || d.Name() == "protocoltest" {
			continue
		}
		text, err := os.ReadFile(path.Join(adapters, d.Name(), d.Name()+".go"))
		if err != nil {
			panic(err)
		}
		said := name.FindSubmatch(text)
		if said == nil {
			panic(fmt.Sprintf("%s/%s.go has no Name", d.Name(), d.Name()))
		}
		first, rest, _ := strings.Cut(string(said[1]), "-")
		words = append(words, version.ReplaceAllString(d.Name(), ""))
		if len(first) < 4 { // erc of erc-20 is no protocol
			first += "[- ]?" + rest
		}
		words = append(words, first)
	}
	slices.Sort(words)
	return regexp.MustCompile(`(?i)` + strings.Join(slices.Compact(words), "|"))
})

// ranged are the places in a file where it uses the arithmetic of markets with ranges, and where
// it imports that and nothing else of the package.
func (f file) ranged() (places [][2]int) {
	const imported = "bardo.run/bardo/evm/uniswap"
	lies := f.fset.File(f.ast.Pos())
	place := func(n ast.Node) [2]int { return [2]int{lies.Offset(n.Pos()), lies.Offset(n.End())} }
	if len(f.uses(imported, func(name string) bool { return !slices.Contains(arithmetic, name) })) > 0 {
		return nil
	}
	local := f.localName(imported)
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			if p, err := strconv.Unquote(n.Path.Value); err == nil && p == imported {
				places = append(places, place(n.Path))
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == local && x.Obj == nil {
				places = append(places, place(x))
			}
		}
		return true
	})
	return places
}

// A name is found in whatever is written, in each place where none may stand, and nowhere else.
func TestAProtocolIsFoundWhereverItIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		at, source string
		want       int
	}{
		"a text":                {"golem/mind/strategy/rule/a.go", "package a\n\nvar on = \"uniswap-v4\"\n", 1},
		"a name":                {"life/owner/a.go", "package a\n\ntype MorphoMarket struct{}\n", 1},
		"a comment":             {"app/bardo/a.go", "package a\n\n// What Uniswap and Aave take.\nvar fee int\n", 2},
		"an import":             {"golem/safety/cage/a.go", "package a\n\nimport _ \"bardo.run/bardo/evm/morpho\"\n", 1},
		"a contract of one":     {"golem/safety/loss/a.go", "package a\n\nimport \"bardo.run/bardo/evm/uniswap\"\n\nvar x, y = uniswap.Rate, uniswap.V4{}\n", 3},
		"a tag":                 {"golem/core/config/a.go", "package a\n\ntype t struct {\n\tA string `conf:\"aave_pool\"`\n}\n", 1},
		"a field of that name":  {"golem/mind/a.go", "package a\n\nvar u = x.uniswap.Rate\n", 1},
		"an adapter":            {"golem/world/protocol/aavev3/a.go", "package a\n\nvar on = \"aave-v3\"\n", 0},
		"the port":              {"golem/world/protocol/a.go", "package a\n\nvar on = \"aave-v3\"\n", 1},
		"the table":             {"golem/world/protocol/table/a.go", "package a\n\nvar on = \"aave-v3\"\n", 0},
		"a test":                {"golem/safety/cage/a_test.go", "package a\n\nvar on = \"aave-v3\"\n", 0},
		"a test kit":            {"golem/host/turn/turntest/a.go", "package a\n\nvar on = \"aave-v3\"\n", 0},
		"a recipe":              {"mirage/deploy/kit/a.go", "package a\n\nvar on = \"aave-v3\"\n", 0},
		"the owners' keys":      {"golem/core/config/venue.go", "package a\n\nvar on = \"aave-v3\"\n", 0},
		"another configuration": {"golem/core/config/market.go", "package a\n\nvar on = \"aave-v3\"\n", 1},
	} {
		f, err := parse(c.at, c.source)
		if err != nil {
			t.Fatal(err)
		}
		if found := protocolNames.find(f); len(found) != c.want {
			t.Errorf("%s: %d names in %q, want %d", name, len(found), c.source, c.want)
		} else if len(found) > 0 && f.fset.Position(found[0].pos).Line < 3 {
			t.Errorf("%s: found at %s", name, f.fset.Position(found[0].pos))
		}
	}
	if n := len(testKits()); n < 8 {
		t.Errorf("layers.txt has %d test kits", n)
	}
	files := goFiles(t)
	for at := range namesProtocols {
		if !slices.ContainsFunc(files, func(f file) bool { return f.path == at && protocolsNamed().MatchString(f.text) }) {
			t.Errorf("%s names no protocol: it needs no reason", at)
		}
	}
}
