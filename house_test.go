package bardo_test

import (
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// rule looks at one parsed file and reports what breaks it.
type rule struct {
	name string
	// source is code that breaks the rule, and clean code that only looks like it.
	source, clean string
	at            string // where source would lie; a.go if empty
	find          func(f file) []finding
}

// file is one committed Go file.
type file struct {
	path string // slash-separated, from the root
	text string
	ast  *ast.File
	fset *token.FileSet
}

type finding struct {
	pos  token.Pos
	text string
}

// rules are the rules of DESIGN §4 that syntax alone can hold. They are tests and no settings of
// a linter, so that every run of the tests holds them.
var rules = []rule{
	protocolNames,
	{
		name:   "internal/clock alone reads the wall clock or waits on it",
		source: "package a\nimport \"time\"\nvar now = time.Now\n",
		clean:  "package a\nimport \"time\"\nfunc later(t, u time.Time) bool { return t.After(u) }\n",
		find: func(f file) []finding {
			if path.Dir(f.path) == "internal/clock" {
				return nil
			}
			return f.uses("time", func(name string) bool { return slices.Contains(waiting, name) })
		},
	},
	{
		name:   "there is no global random source",
		source: "package a\nimport \"math/rand/v2\"\nvar n = rand.IntN(7)\n",
		clean:  "package a\nimport \"math/rand/v2\"\nfunc n(r *rand.Rand) int { return r.IntN(7) }\n",
		find: func(f file) []finding {
			global := func(name string) bool { return !slices.Contains(seeded, name) }
			return append(f.uses("math/rand/v2", global), f.uses("math/rand", global)...)
		},
	},
	{
		name:   "nothing runs at import",
		source: "package a\nfunc init() {}\n",
		clean:  "package a\ntype t struct{}\nfunc (t) init() {}\n",
		find: func(f file) (found []finding) {
			for _, d := range f.ast.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
					found = append(found, finding{fn.Pos(), "func init"})
				}
			}
			return found
		},
	},
	{
		name:   "only a main ends the process",
		source: "package a\nimport \"os\"\nfunc stop() { os.Exit(1) }\n",
		clean:  "package main\nimport \"os\"\nfunc main() { os.Exit(1) }\n",
		find: func(f file) []finding {
			if f.ast.Name.Name == "main" || f.isTest() {
				return nil
			}
			return f.uses("os", func(name string) bool { return name == "Exit" })
		},
	},
	{
		name:   "a market on history moves by transactions only: no cheat of the devnet is named",
		at:     "mirage/history/a.go",
		source: "package history\nfunc f(n interface{ Revert(uint64) error }) { _ = n.Revert(1) }\n",
		clean:  "package history\nimport \"bardo.run/bardo/mirage/cheat\"\nvar services = cheat.Services\n",
		find: func(f file) []finding {
			if !slices.Contains([]string{"mirage/history", "mirage/world", "mirage/deploy"}, path.Dir(f.path)) || f.isTest() {
				return nil
			}
			return append(f.cheats(), f.uses("bardo.run/bardo/mirage/cheat", func(name string) bool { return name != "Services" && name != "Options" })...)
		},
	},
	{
		name:   "custody signs, and nothing else of a Golem",
		at:     "golem/world/tool/a.go",
		source: "package tool\nfunc f(s interface{ SignTypedData(int) }) { s.SignTypedData(1) }\n",
		clean:  "package tool\nfunc f(n interface{ Sign() int }) int { return n.Sign() }\n",
		find: func(f file) []finding {
			scope := []string{"golem", "life", "app/golem"}
			if f.isTest() || within(f.path, "golem/custody") || !slices.ContainsFunc(scope, func(dir string) bool { return within(f.path, dir) }) {
				return nil
			}
			found := f.uses("github.com/ethereum/go-ethereum/crypto", func(name string) bool { return name == "Sign" })
			return slices.DeleteFunc(append(found, f.signs()...), func(at finding) bool { return slices.Contains(signing[f.path], at.text) })
		},
	},
}

// signatures are the methods and functions by which something is signed.
var signatures = []string{"SignTransaction", "SignTypedData", "SignBecoming", "SignTx", "SignNewTx", "SignSetCode", "SignASN1", "WithSignature"}

// signing is who may sign beside golem/custody, and by what: the hand and the death, by the ports
// that custody satisfies, and the owners, whose keys are not a Golem's.
var signing = map[string][]string{
	"app/golem/whom.go":              {"SignTypedData"},
	"golem/world/chain/hand.go":      {"SignTransaction"},
	"golem/agent/dying/ports.go":     {"SignTypedData"},
	"life/live/grantor/framework.go": {"github.com/ethereum/go-ethereum/crypto.Sign"},
	"life/owner/grant.go":            {"SignTypedData"},
	"life/owner/send.go":             {"SignTransaction"},
	"life/owner/steps.go":            {"SignBecoming"},
	"life/owner/undo.go":             {"SignBecoming"},
}

// signs finds every method by which something is signed, called or handed on.
func (f file) signs() (found []finding) {
	provider := f.localName("bardo.run/bardo/evm/privy") // has constants of these names
	ast.Inspect(f.ast, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || !slices.Contains(signatures, s.Sel.Name) {
			return true
		}
		if x, ok := s.X.(*ast.Ident); !ok || provider == "" || x.Name != provider {
			found = append(found, finding{s.Pos(), s.Sel.Name})
		}
		return true
	})
	return found
}

// waiting are the functions of package time that read the clock or wait.
var waiting = []string{"Now", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Since", "Until", "Tick"}

// seeded are the names of math/rand that need a source or are types.
var seeded = []string{"New", "NewPCG", "NewChaCha8", "NewSource", "NewZipf", "Rand", "Source", "PCG", "ChaCha8", "Zipf"}

// stateCheats are the methods and parts of mirage/node that change the state without a transaction.
var stateCheats = []string{"Edit", "Impersonate", "ImpersonateAnyone", "SubmitUnsigned", "Drop", "StopImpersonating", "Snapshots", "Revert", "Reset", "Load"}

// DESIGN §4 and, for cheats, §5: "no state cheat after deployment".
func TestTheHouseRulesHold(t *testing.T) {
	files := goFiles(t)
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			for _, f := range files {
				for _, at := range r.find(f) {
					t.Errorf("%s: %s", f.fset.Position(at.pos), at.text)
				}
			}
		})
	}
}

func TestEveryHouseRuleIsHeld(t *testing.T) {
	for _, r := range rules {
		at := r.at
		if at == "" {
			at = "a.go"
		}
		for source, want := range map[string]int{r.source: 1, r.clean: 0} {
			f, err := parse(at, source)
			if err != nil {
				t.Fatal(err)
			}
			if found := r.find(f); len(found) != want {
				t.Errorf("%s: found %d faults in %q, want %d", r.name, len(found), source, want)
			}
		}
	}
}

// One package comment says what a package is; two contradict each other.
func TestEveryPackageHasOneComment(t *testing.T) {
	comments := map[string][]string{}
	for _, f := range goFiles(t) {
		key := path.Dir(f.path)
		if f.isTest() {
			continue
		}
		if comments[key] == nil {
			comments[key] = []string{}
		}
		if f.ast.Doc != nil && !onlyDirectives(f.ast.Doc) {
			comments[key] = append(comments[key], f.path)
		}
	}
	if len(comments) < 40 {
		t.Fatalf("found only %d packages", len(comments))
	}
	for dir, in := range comments {
		if len(in) != 1 {
			t.Errorf("package %s has %d package comments %v, want one", dir, len(in), in)
		}
	}
}

// onlyDirectives reports whether a comment is for tools, like //go:build.
func onlyDirectives(doc *ast.CommentGroup) bool { return strings.TrimSpace(doc.Text()) == "" }

func (f file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// uses returns every use of a name of an imported package that want accepts.
func (f file) uses(imported string, want func(name string) bool) (found []finding) {
	local := f.localName(imported)
	if local == "" {
		return nil
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && x.Obj == nil && want(sel.Sel.Name) {
			found = append(found, finding{sel.Pos(), imported + "." + sel.Sel.Name})
		}
		return true
	})
	return found
}

// localName returns what a file calls an imported package, or nothing.
func (f file) localName(imported string) string {
	for _, spec := range f.ast.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != imported {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(strings.TrimSuffix(imported, "/v2"))
	}
	return ""
}

// cheats returns every selection of a state cheat's name and every literal that
// begins like a cheat of the JSON-RPC interface.
func (f file) cheats() (found []finding) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if slices.Contains(stateCheats, n.Sel.Name) {
				found = append(found, finding{n.Sel.Pos(), "." + n.Sel.Name})
			}
		case *ast.BasicLit:
			for _, prefix := range []string{"anvil_", "hardhat_", "evm_", "mirage_"} {
				if n.Kind == token.STRING && strings.HasPrefix(strings.Trim(n.Value, "`\""), prefix) {
					found = append(found, finding{n.Pos(), n.Value})
				}
			}
		}
		return true
	})
	return found
}

// goFiles returns every committed Go file outside testdata.
func goFiles(t *testing.T) []file {
	t.Helper()
	names := committed(t)
	files, err := parsed(names)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// parsed parses the Go files among names, once for all tests.
func parsed(names []string) ([]file, error) {
	tree.Do(func() { tree.files, tree.err = parseAll(names) })
	return tree.files, tree.err
}

var tree struct {
	sync.Once
	files []file
	err   error
}

func parseAll(names []string) (files []file, _ error) {
	for _, name := range names {
		if !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata/") {
			continue
		}
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) { // deleted, not committed yet
			continue
		}
		if err != nil {
			return nil, err
		}
		f, err := parse(name, string(text))
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func parse(name, text string) (file, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	return file{name, text, parsed, fset}, err
}

// committed returns every path git knows, slash-separated and from the root.
func committed(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("not a git checkout, so nobody can say which files are committed: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

func TestEveryFileIsFormatted(t *testing.T) {
	for _, f := range goFiles(t) {
		want, err := format.Source([]byte(f.text))
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != f.text {
			t.Errorf("%s is not formatted: run make fmt", f.path)
		}
	}
}

// A cached result holds as long as what the go command saw of its test. What a program is made
// of that the test starts it does not see, unless the test names it.
//
// spec: DESIGN §9 (what a commit cannot reach is not run again)
func TestATestThatStartsAProgramNamesItsInputs(t *testing.T) {
	starts, names := map[string]string{}, map[string]bool{}
	for _, f := range goFiles(t) {
		if dir := path.Dir(f.path); strings.HasSuffix(f.path, "_test.go") {
			names[dir] = names[dir] || imports(f, "bardo.run/bardo/test/inputs")
			if pos := startsAnother(f); pos != "" {
				starts[dir] = pos
			}
		}
	}
	if len(starts) < 5 {
		t.Fatalf("only %d packages start programs: %v", len(starts), starts)
	}
	for dir, pos := range starts {
		if why := seesAll[dir]; !names[dir] && why == "" {
			t.Errorf("%s starts a program, and no test of %s names what that is made of: call inputs.Sources or inputs.Folder", pos, dir)
		} else if names[dir] && why != "" {
			t.Errorf("%s names its inputs: take it out of seesAll", dir)
		}
	}
	for text, want := range map[string]bool{
		"exec.Command(os.Args[0])":                   false,
		"exec.CommandContext(ctx, self, \"-h\")":     false,
		"exec.CommandContext(ctx, built, \"-h\")":    true,
		"exec.Command(\"go\", \"build\", \"./cmd\")": true,
	} {
		f, err := parse("a_test.go", "package a\nimport (\n\"os\"\n\"os/exec\"\n)\nfunc f() { _ = "+text+" }\n")
		if err != nil || (startsAnother(f) != "") != want {
			t.Errorf("%s starts another program: %v, %v", text, !want, err)
		}
	}
}

// seesAll are the packages whose tests start programs that depend on nothing of ours, or on
// nothing that is not in their own binary, and why.
var seesAll = map[string]string{
	".":                "is run every time",
	"evm/sim":          "asks for the packages that it is made of",
	"mirage/page":      "a browser, and what it opens is served by the test",
	"mirage/artifact":  "node, and what it runs is written by the test",
	"test/script":      "each command is the test's own binary",
	"test/cage":        "only where it is asked for by a variable",
	"test/adversarial": "only where it is asked for by a variable",
}

func imports(f file, name string) bool {
	return slices.ContainsFunc(f.ast.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(name) })
}

// startsAnother returns where a file starts a program that is not its own, or nothing.
func startsAnother(f file) (where string) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		at, ok := map[string]int{"exec.Command": 0, "exec.CommandContext": 1}[types.ExprString(call.Fun)]
		if !ok {
			return true
		}
		if text := types.ExprString(call.Args[at]); text != "self" && !strings.HasSuffix(text, ".self") && text != "os.Args[0]" {
			where = f.fset.Position(call.Pos()).String()
		}
		return true
	})
	return where
}
