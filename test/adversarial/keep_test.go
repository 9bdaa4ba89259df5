package adversarial

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// keptParts is where `make hostile` keeps the parts of a run that are done, by the program's
// hash, so that a second call goes on behind them. Empty: nothing is kept.
const keptParts = "BARDO_HOSTILE_PARTS"

// programHash names the program that is attacked, and the attacks.
var programHash = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
})

// kept is a part of a run: read where it was done before, done and written otherwise. What
// failed is not kept.
func kept[T any](t *testing.T, name string, do func() T) T {
	t.Helper()
	dir := os.Getenv(keptParts)
	if dir == "" {
		return do()
	}
	hash, err := programHash()
	check(t, err)
	path := filepath.Join(dir, hash, name+".json")
	var before T
	if text, err := os.ReadFile(path); err == nil && json.Unmarshal(text, &before) == nil {
		t.Logf("%s: done before", name)
		return before
	}
	out := do()
	if t.Failed() {
		return out
	}
	text, err := json.Marshal(out)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o750)
	}
	if err == nil {
		err = os.WriteFile(path+".new", text, 0o600)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		t.Error(err)
	}
	return out
}

// A part that was done is read, one that failed is done again, and another program begins
// anew.
func TestAPartOfARunIsKept(t *testing.T) {
	dir, asked := t.TempDir(), 0
	t.Setenv(keptParts, dir)
	do := func() []int { asked++; return []int{asked} }
	one, two, other := kept(t, "a", do), kept(t, "a", do), kept(t, "b", do)
	if asked != 2 || one[0] != 1 || two[0] != 1 || other[0] != 2 {
		t.Errorf("%d parts were done: %v, %v, %v", asked, one, two, other)
	}
	hash, err := programHash()
	if err == nil {
		err = os.Rename(filepath.Join(dir, hash), filepath.Join(dir, "another"))
	}
	check(t, err)
	if again := kept(t, "a", do); again[0] != 3 {
		t.Errorf("another program went on with %v", again)
	}
}
