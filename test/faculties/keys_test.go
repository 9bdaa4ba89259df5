package faculties

import (
	"bytes"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"bardo.run/bardo/golem/core/config"
)

// key is a configuration key: where it lies in the struct, and its name as code has it.
type key struct {
	name  string // as in golem.toml
	field string // golem/core/config.Type.Field
	table string // the Go name of the field that holds its table
	index []int
	tag   reflect.StructTag
}

// allKeys are the keys below a struct.
func allKeys(typ reflect.Type, path, table string, index []int) (keys []key) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		at := append(slices.Clone(index), i)
		name := strings.TrimPrefix(path+"."+f.Tag.Get("conf"), ".")
		if _, leaf := f.Tag.Lookup("doc"); leaf {
			keys = append(keys, key{name, "golem/core/config." + typ.Name() + "." + f.Name, table, at, f.Tag})
			continue
		}
		keys = append(keys, allKeys(f.Type, name, f.Name, at)...)
	}
	return keys
}

// keys lists the configuration keys: who reads each, and what shows that it does something.
func keys(t *testing.T, b *bytes.Buffer, c *code, e *empties) {
	readers, tests := c.readers(), setters(t)
	all := allKeys(reflect.TypeFor[config.GolemConfig](), "", "", nil)
	lived := differences(t, all)
	b.WriteString("## Configuration keys\n\n" +
		"What shows that a key does something: another value makes other records of the same life, or another birth, or is refused;\n" +
		"and the packages whose tests set it.\n\n| Key | Read by | Shown by |\n|---|---|---|\n")
	for _, k := range all {
		read := few(readers[k.field])
		if k.tag.Get("range") == "[1,1]" { // one value is allowed, which conf holds
			read, lived[k.name] = "golem/core/config", "refused"
		}
		if read == "" {
			read = e.of(t, "key", k.name)
		}
		shown := strings.TrimPrefix(lived[k.name]+"; "+few(tests.of(k)), "; ")
		if shown = strings.TrimSuffix(shown, "; "); shown == "" {
			shown = e.of(t, "unshown", k.name) // no life differs by it, and no test sets it
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", k.name, read, shown)
	}
	b.WriteString("\n")
}

// inner are the functions of the configuration that only check, load or compare it.
var inner = regexp.MustCompile(`^golem/core/config\.(GolemConfig\.(Check|check\w*|Warnings)|[dD]efault\w*|Load|Verify|Changes)$`)

// readers are the packages outside the configuration that read each field, themselves or by a
// method of its own.
func (c *code) readers() map[string][]string {
	const home = "golem/core/config"
	by, called, checked := map[string][]string{}, map[string][]string{}, map[string]bool{} // fields by method; callers by method
	c.each(func(p *packages.Package, within string, n ast.Node) {
		at := strings.TrimPrefix(p.PkgPath, module)
		f := field(p, n)
		switch {
		case !strings.HasPrefix(f, home+"."):
		case inner.MatchString(within):
			checked[f] = true
		case at == home:
			by[within] = append(by[within], f)
		default:
			called[f] = append(called[f], at)
		}
	})
	readers := map[string][]string{}
	var through func(f string, who []string, depth int)
	through = func(f string, who []string, depth int) {
		readers[f] = append(readers[f], who...)
		for _, inside := range by[f] {
			if depth < 5 {
				through(inside, who, depth+1)
			}
		}
	}
	for f, who := range called {
		through(f, who, 0)
	}
	for f := range checked { // it can make a configuration wrong, and does nothing else
		if len(readers[f]) == 0 {
			readers[f] = []string{home}
		}
	}
	return readers
}

// sources are the test files with their packages.
type sources map[string]string

func setters(t *testing.T) sources {
	t.Helper()
	all := sources{}
	for _, top := range []string{"golem", "app", "life", "test", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".txtar") && !strings.HasSuffix(path, ".toml") || strings.Contains(path, "test/faculties") || strings.Contains(path, "golem/core/config/") {
				return err
			}
			text, err := os.ReadFile(path)
			rel, _ := filepath.Rel(root, path)
			all[filepath.ToSlash(rel)] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// of are the packages whose tests set a key: in a file of settings, by its variable, or in code.
func (s sources) of(k key) (pkgs []string) {
	leaf := k.name[strings.LastIndexByte(k.name, '.')+1:]
	name := k.field[strings.LastIndexByte(k.field, '.')+1:]
	pattern := `(?m)(^|[\s"'` + "`" + `({n])` + regexp.QuoteMeta(leaf) + `\s*=\s|\b` + regexp.QuoteMeta(k.name) + `\b|\.` + k.table + `\.` + name + `\b[^=!<>\n]*=[^=]`
	pattern += `|config\.` + strings.Split(k.field, ".")[1] + `\{[^}]*\b` + name + `:`
	env := k.tag.Get("env")
	if env != "" {
		pattern += `|\b` + env + `\b`
	}
	match := regexp.MustCompile(pattern)
	for path, text := range s {
		named := strings.Contains(text, leaf) || strings.Contains(text, name) || env != "" && strings.Contains(text, env)
		if named && match.MatchString(text) {
			pkgs = append(pkgs, strings.TrimSuffix(filepath.ToSlash(filepath.Dir(strings.Replace(path, "/testdata/", "/\x00", 1))), "/\x00script"))
		}
	}
	for i, p := range pkgs {
		pkgs[i], _, _ = strings.Cut(p, "/\x00")
	}
	return pkgs
}
