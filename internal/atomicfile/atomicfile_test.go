package atomicfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/atomicfile/faultfs"
)

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWriteReplacesContentAndPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manifest.bardo")
	for _, content := range []string{"first", "", "third, and longer"} {
		if err := atomicfile.Write(path, 0o600, []byte(content)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || string(read(t, path)) != content || info.Mode() != fs.FileMode(0o600) {
			t.Errorf("got %q with %v (%v), want %q with 0600", read(t, path), info.Mode(), err, content)
		}
	}
	if got := names(t, filepath.Dir(path)); len(got) != 1 {
		t.Errorf("folder holds %v, want the file alone", got)
	}
}

func TestWriteNamesTheFileItCouldNotWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "file")
	err := atomicfile.Write(path, 0o600, nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error about %s", err, path)
	}
}

// DESIGN §4: "A half-written file is never read as a whole one."
func TestAFaultAtAnyStepLeavesTheOldOrTheNewContent(t *testing.T) {
	older, newer := bytes.Repeat([]byte("old "), 5000), bytes.Repeat([]byte("new "), 9000)
	counting := &faultfs.FS{Below: atomicfile.OS{}}
	if err := atomicfile.WriteTo(counting, filepath.Join(t.TempDir(), "f"), 0o600, newer); err != nil {
		t.Fatal(err)
	}
	steps := counting.Operations()
	if steps != 7 {
		t.Fatalf("a write takes %d operations, want create, chmod, write, sync, close, rename, sync of the folder", steps)
	}
	for _, crash := range []bool{false, true} {
		for step := 1; step <= steps; step++ {
			t.Run(fmt.Sprintf("step=%d crash=%v", step, crash), func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, "manifest.bardo")
				if err := atomicfile.Write(path, 0o600, older); err != nil {
					t.Fatal(err)
				}
				disk := &faultfs.FS{Below: atomicfile.OS{}, FailAt: step, Crash: crash}
				if err := atomicfile.WriteTo(disk, path, 0o600, newer); !errors.Is(err, faultfs.ErrFault) {
					t.Fatalf("got %v, want the fault", err)
				}
				want := older
				if step == steps { // the rename has happened
					want = newer
				}
				if !bytes.Equal(read(t, path), want) {
					t.Error("the file holds neither the expected content nor a whole one")
				}
				if got := names(t, dir); !crash && len(got) != 1 {
					t.Errorf("a failed write left %v", got)
				}
				if err := atomicfile.Sweep(dir); err != nil {
					t.Fatal(err)
				}
				if got := names(t, dir); len(got) != 1 || got[0] != "manifest.bardo" {
					t.Errorf("after the sweep the folder holds %v", got)
				}
			})
		}
	}
}

func TestSweepKeepsWhatIsNotItsOwn(t *testing.T) {
	dir := t.TempDir()
	kept := []string{".hidden", "a.tmp", "b.atomic.tmp"}
	for _, name := range append(kept, ".x.1.atomic.tmp") {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.Sweep(dir); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); strings.Join(got, " ") != strings.Join(kept, " ") {
		t.Errorf("left %v, want %v", got, kept)
	}
	if err := atomicfile.Sweep(filepath.Join(dir, "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent folder: %v", err)
	}
}
