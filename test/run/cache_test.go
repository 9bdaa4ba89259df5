package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
)

// module is a module of a package and one that imports it, each with a test, of which the
// upper one also reads a file.
var module = map[string]string{
	"go.mod":                "module m\n",
	"below/below.go":        "package below\n\nfunc One() int { return 1 }\n",
	"below/below_test.go":   "package below\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal(One())\n\t}\n}\n",
	"above/above.go":        "package above\n\nimport \"m/below\"\n\nfunc Two() int { return below.One() + 1 }\n",
	"above/above_test.go":   "package above\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestTwo(t *testing.T) {\n\tif text, err := os.ReadFile(\"two\"); err != nil || string(text) != \"2\" || Two() != 2 {\n\t\tt.Fatal(Two(), string(text), err)\n\t}\n}\n",
	"above/two":             "2",
	"beside/beside.go":      "package beside\n",
	"beside/beside_test.go": "package beside\n\nimport \"testing\"\n\nfunc TestNothing(*testing.T) {}\n",
}

// spec: DESIGN §9, the year in an afternoon: nothing counts as run that was not run on the
// same bytes before.
func TestOnlyWhatHasTheSameBytesIsFromTheCache(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	// Nothing of a module of this name was ever built. A cache of its own would build Go's library.
	named := strings.NewReplacer("module m", "module "+filepath.Base(filepath.Dir(dir))+"/m", `"m/`, `"`+filepath.Base(filepath.Dir(dir))+"/m/")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Chdir(dir)
	old := clock.System{}.Now().Add(-time.Hour) // a file that is younger than its test is never cached
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(named.Replace(text)), 0o644); err != nil {
			t.Fatal(err)
		}
		old = old.Add(time.Second)
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	tests := func(want ...string) {
		t.Helper()
		var out strings.Builder
		s := newSummary(&out)
		err := test(s, []string{"./..."})
		s.finish()
		for _, w := range want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("no %q, %v, in\n%s", w, err, &out)
			}
		}
	}
	for name, text := range module {
		write(name, text)
	}
	tests("3 packages ran; 0 are from the cache, with 0 tests", "3 passed, 0 failed")
	tests("0 packages ran; 3 are from the cache, with 3 tests", "3 passed, 0 failed")

	// A failure in the package below reruns what is above it, and nothing else.
	write("below/below.go", "package below\n\nfunc One() int { return 2 }\n")
	tests("m/below TestOne", "m/above TestTwo", "2 packages ran; 1 are from the cache, with 1 tests", "1 passed, 2 failed")
	write("below/below.go", module["below/below.go"])
	tests("0 packages ran; 3 are from the cache")

	// One in the package above is found although what depends on nothing of it is cached.
	write("above/above.go", "package above\n\nimport \"m/below\"\n\nfunc Two() int { return below.One() + 2 }\n")
	tests("m/above TestTwo", "1 packages ran; 2 are from the cache, with 2 tests", "2 passed, 1 failed")
	write("above/above.go", module["above/above.go"])

	// And so is one in a file that a test reads.
	write("above/two", "3")
	tests("m/above TestTwo", "1 packages ran; 2 are from the cache, with 2 tests", "2 passed, 1 failed")
}
