package worstdaytest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Page holds the generated parts of docs/custody.md, by name, to what they must be, or rewrites
// them. It is called from a package of golem/safety.
func Page(t *testing.T, update bool, parts map[string]string) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "docs", "custody.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for name, want := range parts {
		open, end := "<!-- generated: "+name+" -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(page, open)
		old, after, closed := strings.Cut(rest, end)
		if !ok || !closed {
			t.Fatalf("docs/custody.md has no place for %s", name)
		}
		if old != want && !update {
			t.Errorf("%s differs from the code; run make generate\n got %s\nwant %s", name, old, want)
		}
		page = before + open + want + end + after
	}
	if update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
