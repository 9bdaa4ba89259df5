package bardo

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/owner"
)

// mostGrant is how many bytes a file of a grant has at most.
const mostGrant = 1 << 20

// filed are the grants of an account on a chain that lie beside --out, beside the settings,
// and among the keys that the Golem replaced. mode is what is asked for beside them.
func (f grantFlags) filed(account common.Address, chainID uint64, mode grant.Mode) (found []owner.Filed) {
	known := map[common.Hash]bool{}
	for _, pattern := range []string{
		filepath.Join(filepath.Dir(f.out), "*.json"), filepath.Join(filepath.Dir(f.config), "*.json"),
		filepath.Join(filepath.Dir(f.config), home.KeysDir, "*.grant.json"),
	} {
		paths, _ := filepath.Glob(pattern) // a folder whose name is no pattern has none
		slices.Sort(paths)
		for _, path := range paths {
			g, ok := grantIn(path)
			if !ok || g.Account() != account || g.ChainID != chainID || known[g.Delegation.Hash()] {
				continue
			}
			known[g.Delegation.Hash()] = true
			found = append(found, owner.Filed{Path: path, Grant: g, Undo: f.undoing(path, g, mode)})
		}
	}
	return found
}

// grantIn is the grant in a file; ok is false where there is none.
func grantIn(path string) (g grant.Grant, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostGrant {
		return g, false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return g, false
	}
	g, err = grant.Parse(text)
	return g, err == nil
}

// undoing is the command that disables a grant. The one in --out is moved aside when another
// of its kind is signed.
func (f grantFlags) undoing(path string, g grant.Grant, mode grant.Mode) string {
	if moved := f.aside(g); g.Mode == mode && filepath.Clean(path) == filepath.Clean(f.out) {
		return fmt.Sprintf("bardo revoke --config %s --grant %s --yes, once --yes has put the new one in its place", f.config, moved)
	}
	return fmt.Sprintf("bardo revoke --config %s --grant %s --yes", f.config, path)
}

// aside is where a grant in --out is kept when another takes its place.
func (f grantFlags) aside(g grant.Grant) string {
	return fmt.Sprintf("%s.%x.json", strings.TrimSuffix(f.out, ".json"), g.Delegation.Hash().Bytes()[:4])
}

// put writes the grant to --out. Another that is there is kept beside it: without it its owner
// could not disable it.
func (f grantFlags) put(g grant.Grant, text []byte) (kept string, err error) {
	if old, ok := grantIn(f.out); ok && old.Delegation.Hash() != g.Delegation.Hash() {
		was, err := os.ReadFile(f.out)
		if err != nil {
			return "", err
		}
		kept = f.aside(old)
		if err := atomicfile.Write(kept, 0o600, was); err != nil {
			return "", err
		}
	}
	return kept, atomicfile.Write(f.out, 0o600, append(text, '\n'))
}
