package strategy

import (
	"flag"
	"os"
	"strings"
	"testing"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

var update = flag.Bool("update", false, "rewrite the generated part of docs/strategy.md")

const page = "../../../docs/strategy.md"

const (
	from = "-run Reference -update -->\n"
	to   = "<!-- end of the generated part -->"
)

func TestReferencePageIsCurrent(t *testing.T) {
	raw, err := os.ReadFile(page)
	check(t, err)
	before, rest, ok := strings.Cut(string(raw), from)
	generated, after, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatal("the page has no generated part")
	}
	want := "\n" + rule.Reference() + "\n"
	if generated == want {
		return
	}
	if !*update {
		t.Fatal("docs/strategy.md is not current; run: go test ./golem/mind/strategy -run Reference -update")
	}
	check(t, os.WriteFile(page, []byte(before+from+want+to+after), 0o644))
}

// The page shows one whole file, indented; it must be one.
func TestReferencePageShowsAFileThatCompiles(t *testing.T) {
	raw, err := os.ReadFile(page)
	check(t, err)
	_, rest, _ := strings.Cut(string(raw), "\n    +++\n")
	var text strings.Builder
	text.WriteString("+++\n")
	for _, l := range strings.Split(rest, "\n") {
		if l != "" && !strings.HasPrefix(l, "    ") {
			break
		}
		text.WriteString(strings.TrimPrefix(l, "    ") + "\n")
	}
	if s := mustCompile(t, text.String()); len(s.Rules) != 2 || len(s.Warnings) > 0 || s.Name != "buy-the-dip" {
		t.Errorf("%d rules, warnings %v", len(s.Rules), s.Warnings)
	}
}
