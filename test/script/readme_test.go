//go:build linux

package script_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
)

// named are the words of a summary, without the figures of one life.
var named = regexp.MustCompile(`[a-z]+(?:[ '-]+[a-z]+)*`)

// What the README shows of a life is what a life prints: every name in the block, whatever
// the figures are.
func TestTheReadmeShowsWhatALifePrints(t *testing.T) {
	need(t)
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "`make demo` ends with")
	_, block, _ = strings.Cut(block, "```\n")
	block, _, _ = strings.Cut(block, "```")
	files, err := lived()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "life")
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	if code := bardo.Main(t.Context(), []string{"report", dir}, &said, io.Discard); code != 0 {
		t.Fatalf("exit %d:\n%s", code, said.String())
	}
	names := named.FindAllString(oneLine(block), -1)
	for _, name := range names {
		if !strings.Contains(oneLine(said.String()), name) {
			t.Errorf("README.md shows %q, and a life prints:\n%s", name, said.String())
		}
	}
	if len(names) < 12 {
		t.Errorf("the block names %q", names)
	}
}

// oneLine is a text without its breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
