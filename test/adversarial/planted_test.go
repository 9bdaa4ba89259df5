package adversarial

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
)

// planted is one test binary that is every mutation: of a function that some of them change
// it has a copy for each, and a variable of the environment says which is called. What is
// compiled lies in an overlay: no file is changed, and no switch in the program takes a layer
// out. All of them in one binary is one build in place of one for each.
type planted struct {
	once sync.Once
	path string
	err  error
}

// plantedHere names the mutation that a planted binary is.
const plantedHere = "BARDO_PLANTED"

// TestMain has the collector work less, as there is room, and leaves no binary behind.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	code := m.Run()
	if garden.path != "" && os.RemoveAll(filepath.Dir(garden.path)) != nil {
		code = 1
	}
	os.Exit(code)
}

// garden is the binary of all that are planted in this package.
var garden planted

// all are the mutations of both tables; a number in it names one.
func allPlanted() (all []mutation) {
	all = append(all, mutations...)
	for _, h := range holes {
		all = append(all, h.mutation)
	}
	return all
}

// plantedBy is what stands in the place of what a mutation takes out. Where a contract changes, it is the
// code of that.
func plantedBy(t *testing.T, i int, m *mutation) string {
	t.Helper()
	if i < len(mutations) || holes[i-len(mutations)].contract == nil {
		return m.new
	}
	return fmt.Sprintf(m.new, holes[i-len(mutations)].contract.compile(t))
}

// binary builds it where it was not yet.
func (p *planted) binary(t *testing.T) string {
	t.Helper()
	p.once.Do(func() {
		var dir string
		if dir, p.err = os.MkdirTemp("", "planted"); p.err == nil {
			p.path = filepath.Join(dir, "planted.test")
			p.err = build(t, dir, p.path)
		}
	})
	if p.err != nil {
		t.Fatal(p.err)
	}
	return p.path
}

// build writes the overlay, and compiles.
func build(t *testing.T, dir, out string) error {
	t.Helper()
	bySource := map[string][]change{}
	for i, first := range allPlanted() {
		for m := &first; m != nil; m = m.behind {
			path, _ := m.source(t)
			bySource[path] = append(bySource[path], change{i, m.old, plantedBy(t, i, m)})
		}
	}
	replace, folders := map[string]string{}, map[string]string{}
	for n, path := range sorted(bySource) {
		text, name, err := switched(path, bySource[path])
		if err != nil {
			return err
		}
		replace[path], folders[filepath.Dir(path)] = filepath.Join(dir, fmt.Sprintf("%d.go", n)), name
		if err := os.WriteFile(replace[path], text, 0o600); err != nil {
			return err
		}
	}
	for n, folder := range sorted(folders) {
		path := filepath.Join(dir, fmt.Sprintf("switch%d.go", n))
		text := fmt.Sprintf("package %s\n\nimport \"os\"\n\nvar plantedHere = os.Getenv(%q)\n", folders[folder], plantedHere)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
		replace[filepath.Join(folder, "planted.go")] = path
	}
	overlay := filepath.Join(dir, "overlay.json")
	plan, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(overlay, plan, 0o600)
	}
	if err != nil {
		return err
	}
	if text, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", out, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	return nil
}

// change is what a mutation changes in a file.
type change struct {
	of       int // mutation
	old, new string
}

// switched is a source in which each function that a change lies in calls a copy of itself:
// of the mutation that is planted, or else of what it was.
func switched(path string, changes []change) (text []byte, pkg string, err error) {
	was, err := os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, was, parser.ParseComments)
	if err != nil {
		return nil, "", err
	}
	out, placed := bytes.NewBuffer(bytes.Clone(was)), 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		from, to := files.Position(f.Pos()).Offset, files.Position(f.End()).Offset
		copies := map[int]string{}
		for _, c := range changes {
			at := bytes.Index(was, []byte(c.old))
			if at < from || at >= to {
				continue
			}
			if copies[c.of] == "" {
				copies[c.of] = string(was[from:to])
			}
			copies[c.of], placed = strings.Replace(copies[c.of], c.old, c.new, 1), placed+1
		}
		if len(copies) > 0 {
			s := signature{f, string(was), files}
			whole := strings.Replace(out.String(), string(was[from:to]), s.dispatcher(copies), 1)
			out.Reset()
			out.WriteString(whole)
		}
	}
	if placed != len(changes) {
		return nil, "", fmt.Errorf("%s: %d of %d changes lie in a function", path, placed, len(changes))
	}
	text, err = format.Source(out.Bytes())
	return text, file.Name.Name, err
}

// signature is a function's, as its source has it.
type signature struct {
	f     *ast.FuncDecl
	text  string
	files *token.FileSet
}

func (s signature) of(n ast.Node) string {
	return s.text[s.files.Position(n.Pos()).Offset:s.files.Position(n.End()).Offset]
}

// named is a copy of the function under another name, with a body of its own.
func (s signature) named(source, suffix string) string {
	at := s.files.Position(s.f.Name.Pos()).Offset - s.files.Position(s.f.Pos()).Offset + len(s.f.Name.Name)
	return source[:at] + suffix + source[at:]
}

// dispatcher is the function that calls one of its copies, and the copies.
func (s signature) dispatcher(copies map[int]string) string {
	var params, args []string
	for _, p := range s.f.Type.Params.List {
		for range max(1, len(p.Names)) {
			a := fmt.Sprintf("a%d", len(args))
			params = append(params, a+" "+s.of(p.Type))
			if _, many := p.Type.(*ast.Ellipsis); many {
				a += "..."
			}
			args = append(args, a)
		}
	}
	receiver, on, results, gives := "", "", "", ""
	if s.f.Recv != nil {
		receiver, on = "(me "+s.of(s.f.Recv.List[0].Type)+") ", "me."
	}
	if s.f.Type.Results != nil {
		results, gives = s.of(s.f.Type.Results), "return "
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func %s%s(%s) %s {\n\tswitch plantedHere {\n", receiver, s.f.Name.Name, strings.Join(params, ", "), results)
	var whole strings.Builder
	for i := range len(allPlanted()) {
		if source, ok := copies[i]; ok {
			fmt.Fprintf(&b, "\tcase \"%d\":\n\t\t%s%s%s_%d(%s)\n", i, gives, on, s.f.Name.Name, i, strings.Join(args, ", "))
			if gives == "" {
				b.WriteString("\t\treturn\n")
			}
			whole.WriteString("\n\n" + s.named(source, fmt.Sprintf("_%d", i)))
		}
	}
	fmt.Fprintf(&b, "\t}\n\t%s%s%s_was(%s)\n}\n\n%s", gives, on, s.f.Name.Name, strings.Join(args, ", "), s.named(s.of(s.f), "_was"))
	return b.String() + whole.String()
}

// fails asserts that the test of a mutation fails with it planted, and by what it has to say,
// which is returned with its line.
func (m mutation) fails(t *testing.T, number int, by string) string {
	t.Helper()
	out, err := m.run(t, number)
	name, _, _ := strings.Cut(m.test, "$")
	switch {
	case err == nil:
		t.Errorf("with it planted the test passes:\n%s", out)
	case !strings.Contains(out, "--- FAIL: "+name):
		t.Errorf("it did not come to the test: %v\n%s", err, out)
	case !strings.Contains(out, by):
		t.Errorf("it fails, and says nothing of %q:\n%s", by, out)
	}
	before, after, _ := strings.Cut(out, by)
	line, _, _ := strings.Cut(after, "\n")
	return before[strings.LastIndex(before, "\n")+1:] + by + line
}

// run runs the test of a mutation with it planted.
func (m mutation) run(t *testing.T, number int) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), garden.binary(t), "-test.run", "^"+m.test+"$", "-test.timeout", "20m")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", plantedHere, number), "BARDO_HOSTILE=100000", "BARDO_MUTATE=", published+"=", keptParts+"=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
