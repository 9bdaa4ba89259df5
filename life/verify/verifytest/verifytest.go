// Package verifytest damages copies of lives and asks whether that is noticed.
package verifytest

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/verify"
)

// SeedEnv names one more seed of random damage, such as one that follows from a commit.
const SeedEnv = "BARDO_FLIP_SEED"

// Seeds are those of every run, and the one of the environment.
func Seeds(t testing.TB) []uint64 {
	t.Helper()
	all := []uint64{1, 2, 3}
	if text := os.Getenv(SeedEnv); text != "" {
		n, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			t.Fatalf("%s: %v", SeedEnv, err)
		}
		all = append(all, n)
	}
	return all
}

// Count is how many bits are flipped by each seed: thirty, and a hundred in make long.
func Count() int {
	if os.Getenv("BARDO_LONG") != "" {
		return 100
	}
	return 30
}

// Copy copies a life, which may go on, into a new folder.
func Copy(t testing.TB, from string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "life")
	for _, name := range Files(t, from) {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		Write(t, filepath.Join(dir, name), text)
	}
	return dir
}

// Write writes a file and its folder.
func Write(t testing.TB, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Files are the files of a folder, in order, without what is being written or was set aside.
func Files(t testing.TB, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasSuffix(name, ".tmp") && !checkpoint.Aside(name) {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Hold makes a folder look like one whose process lives, until the test ends.
func Hold(t testing.TB, dir string) {
	t.Helper()
	signed, err := os.ReadFile(filepath.Join(dir, home.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	h, err := home.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	if now, err := os.ReadFile(filepath.Join(dir, home.LockFile)); err != nil || string(now) != string(signed) {
		t.Fatalf("the lock says %q (%v)", now, err)
	}
}

// Whole wants a life in which every file is vouched for and as it was written.
func Whole(t testing.TB, dir string, o verify.Options) verify.Report {
	t.Helper()
	r, err := verify.Check(t.Context(), dir, o)
	if err != nil || !r.Whole || len(r.Findings)+len(r.Unvouched)+len(r.Unchecked) > 0 {
		t.Fatalf("an undamaged life: %v, %+v", err, r)
	}
	return r
}

// Flips flips one bit at a time, so many, each in a file drawn among all of them, and wants the
// file named. What it hits is returned, by file.
func Flips(t testing.TB, dir string, seed uint64, n int, o verify.Options) map[string]int {
	t.Helper()
	hit := map[string]int{}
	names := slices.DeleteFunc(Files(t, dir), func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err != nil || info.Size() == 0
	})
	draw := rand.New(rand.NewPCG(seed, 0))
	for range n {
		name := names[draw.IntN(len(names))]
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		at, bit := draw.IntN(len(text)), draw.IntN(8)
		text[at] ^= 1 << bit
		put(t, path, text)
		if !Names(t, dir, name, o) {
			t.Errorf("seed %d: bit %d of byte %d of %d in %s was flipped, and nothing says so", seed, bit, at, len(text), name)
		}
		text[at] ^= 1 << bit
		put(t, path, text)
		hit[name]++
	}
	return hit
}

// put writes over a file, which keeps its lock.
func put(t testing.TB, path string, text []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(text); err != nil {
		t.Fatal(err)
	}
}

// Names reports whether a check names a file: as one that is wrong, or that could not be checked
// because the journal or the sums are.
func Names(t testing.TB, dir, name string, o verify.Options) bool {
	t.Helper()
	r, err := verify.Check(t.Context(), dir, o)
	if err != nil {
		t.Logf("%s: %v", name, err)
	}
	return slices.ContainsFunc(r.Findings, func(f verify.Finding) bool {
		return !r.Whole && f.Wrong != "" && f.Means != "" && f.Do != "" && f.File == name
	}) || slices.ContainsFunc(r.Findings, sources) && slices.Contains(r.Unchecked, name)
}

// sources reports a finding in what vouches for others.
func sources(f verify.Finding) bool {
	return f.File == home.SumsFile || strings.HasPrefix(f.File, home.JournalDir+"/")
}
