package solidity

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is the folder of the contracts: src with the sources, out with what was compiled.
type Tree struct {
	dir     string
	sources map[string]string // by path below src
	trees   map[string]node
	lives   map[string]string          // contract: its source
	reads   map[string]map[string]bool // source: itself and all that it imports
	outputs map[string]map[string]any  // contract: its artifact
	base    map[string]string          // contract: its code, unchanged, of those asked about
}

// Open reads a folder of contracts.
func Open(c *Compiler, dir string) (*Tree, error) {
	t := &Tree{
		dir: dir, sources: map[string]string{}, trees: map[string]node{}, lives: map[string]string{},
		reads: map[string]map[string]bool{}, outputs: map[string]map[string]any{}, base: map[string]string{},
	}
	if err := t.read(); err != nil {
		return nil, err
	}
	out, err := c.ask(t.sources, map[string]any{"stopAfter": "parsing", "outputSelection": map[string]any{"*": map[string]any{"": []string{"ast"}}}})
	if err != nil || out.refused() != "" {
		return nil, fmt.Errorf("parse the contracts: %w%s", err, out.refused())
	}
	for name, s := range out.Sources {
		var n node
		if err := json.Unmarshal(s.AST, &n); err != nil {
			return nil, err
		}
		t.trees[name] = n
		for _, d := range n.list("nodes") {
			if d.kind() == "ContractDefinition" {
				t.lives[d.text("name")] = name
			}
		}
	}
	for name := range t.sources {
		t.reads[name] = map[string]bool{}
		t.follow(name, t.reads[name])
	}
	return t, nil
}

// Unchanged compiles the contracts of a source as they are and puts them into a folder, as
// out/<Contract>.json. Build tells a change by them.
func (t *Tree) Unchanged(c *Compiler, file, to string) error {
	contracts := t.readers(file)
	code, err := t.code(c, t.sources, contracts)
	if err == nil {
		err = os.MkdirAll(filepath.Join(to, "out"), 0o755)
	}
	for _, name := range contracts {
		if err == nil && code[name] == "" {
			err = fmt.Errorf("%s does not compile", name)
		}
		if err != nil {
			return err
		}
		t.base[name] = code[name]
		err = t.artifact(to, name, code[name])
	}
	return err
}

// artifact writes a contract with other code.
func (t *Tree) artifact(to, name, code string) error {
	a := maps.Clone(t.outputs[name])
	a["bytecode"] = code
	return write(filepath.Join(to, "out", name+".json"), a)
}

func (t *Tree) read() error {
	src := filepath.Join(t.dir, "src")
	err := filepath.WalkDir(src, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".sol") {
			return err
		}
		text, err := os.ReadFile(p)
		name, _ := filepath.Rel(src, p)
		t.sources[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		return err
	}
	built, err := filepath.Glob(filepath.Join(t.dir, "out", "*.json"))
	for _, p := range built {
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		artifact := map[string]any{}
		if err := json.Unmarshal(text, &artifact); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		t.outputs[strings.TrimSuffix(filepath.Base(p), ".json")] = artifact
	}
	return err
}

// follow notes a source and what it imports.
func (t *Tree) follow(name string, seen map[string]bool) {
	if seen[name] {
		return
	}
	seen[name] = true
	for _, n := range t.trees[name].list("nodes") {
		if n.kind() == "ImportDirective" {
			t.follow(path.Join(path.Dir(name), n.text("file")), seen)
		}
	}
}

// Match returns the sources that match any of the patterns and declare a contract that
// was compiled, or are read by one.
func (t *Tree) Match(patterns []string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(t.sources)) {
		for _, p := range patterns {
			if ok, err := path.Match(p, name); err == nil && ok && len(t.readers(name)) > 0 {
				out = append(out, name)
				break
			}
		}
	}
	return out
}

// readers are the compiled contracts that a source is part of.
func (t *Tree) readers(source string) (out []string) {
	for _, c := range slices.Sorted(maps.Keys(t.outputs)) {
		if t.reads[t.lives[c]][source] {
			out = append(out, c)
		}
	}
	return out
}

// quick are the optimizer's passes that keep a contract below the most that a chain takes,
// without those that cost most time: code that means the same, in a third of the time.
var quick = map[string]any{"runs": 1, "details": map[string]any{
	"peephole": true, "inliner": true, "jumpdestRemover": true, "orderLiterals": true, "deduplicate": true, "constantOptimizer": true, "cse": false,
	"yul": true, "yulDetails": map[string]any{"stackAllocation": true, "optimizerSteps": ":"},
}}

// code compiles contracts as they were compiled, but quick. It is empty where they do not
// compile.
func (t *Tree) code(c *Compiler, sources map[string]string, contracts []string) (map[string]string, error) {
	out := map[string]string{}
	need, selected, settings := map[string]string{}, map[string]any{}, map[string]any{}
	for _, name := range contracts {
		source := t.lives[name]
		for s := range t.reads[source] {
			need[s] = sources[s]
		}
		with, _ := t.outputs[name]["settings"].(map[string]any)
		maps.Copy(settings, with)
		if of, ok := selected[source].(map[string]any); ok {
			of[name] = []string{"evm.bytecode.object"}
		} else {
			selected[source] = map[string]any{name: []string{"evm.bytecode.object"}}
		}
	}
	settings["outputSelection"], settings["optimizer"] = selected, quick
	answer, err := c.ask(need, settings)
	if err != nil || answer.refused() != "" {
		return nil, err
	}
	for _, name := range contracts {
		out[name] = "0x" + answer.Contracts[t.lives[name]][name].EVM.Bytecode.Object
	}
	return out, nil
}
