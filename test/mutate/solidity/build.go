package solidity

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Build compiles a source with a change and puts what differs into a folder of its own
// under dir, as out/<Contract>.json, where it is found the next time. It returns the
// folder and the contracts; none, where it does not compile or the code is the same.
func (t *Tree) Build(c *Compiler, m Mutant, dir string) (to string, contracts []string, _ error) {
	text := t.sources[m.File]
	text = text[:m.from] + m.text + text[m.to:]
	readers := t.holders(m)
	to = filepath.Join(dir, t.key(readers, m.File, text))
	known, err := os.ReadFile(filepath.Join(to, "contracts"))
	if err == nil {
		return to, contracts, json.Unmarshal(known, &contracts)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", nil, err
	}
	sources := maps.Clone(t.sources)
	sources[m.File] = text
	code, err := t.code(c, sources, readers)
	if err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(filepath.Join(to, "out"), 0o755); err != nil {
		return "", nil, err
	}
	for _, name := range readers {
		if code[name] == "" || code[name] == t.base[name] {
			continue
		}
		contracts = append(contracts, name)
		if err := t.artifact(to, name, code[name]); err != nil {
			return "", nil, err
		}
	}
	return to, contracts, write(filepath.Join(to, "contracts"), contracts)
}

// holders are the compiled contracts whose code a change can reach: those that read its
// source, and where it lies in a contract, only the heirs of that one and who creates it.
// Whoever only calls a contract has none of its code.
func (t *Tree) holders(m Mutant) (out []string) {
	for _, c := range t.readers(m.File) {
		if m.in == "" || t.carries(c, m.in, map[string]bool{}) {
			out = append(out, c)
		}
	}
	return out
}

// carries reports whether a contract is another, inherits from it or creates it.
func (t *Tree) carries(contract, other string, seen map[string]bool) bool {
	if contract == other {
		return true
	}
	if seen[contract] {
		return false
	}
	seen[contract] = true
	for _, n := range t.trees[t.lives[contract]].list("nodes") {
		if n.kind() != "ContractDefinition" || n.text("name") != contract {
			continue
		}
		for _, name := range n.carried() {
			if t.carries(name, other, seen) {
				return true
			}
		}
	}
	return false
}

// key names what is compiled from a changed source and all others that its contracts read.
func (t *Tree) key(readers []string, file, text string) string {
	all := map[string]bool{}
	for _, c := range readers {
		maps.Copy(all, t.reads[t.lives[c]])
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		of := t.sources[name]
		if name == file {
			of = text
		}
		h.Write([]byte(name + "\x00" + of + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// Reads lists the sources, seen from the folder of the contracts, that the code of a
// source's contracts depends on.
func (t *Tree) Reads(file string) []string {
	all := map[string]bool{}
	for _, c := range t.readers(file) {
		maps.Copy(all, t.reads[t.lives[c]])
	}
	out := slices.Sorted(maps.Keys(all))
	for i := range out {
		out[i] = "src/" + out[i]
	}
	return out
}

func write(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
