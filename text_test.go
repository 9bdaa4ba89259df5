package bardo_test

import (
	"errors"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// foreign are words that tie a file to one machine or one supplier: absolute
// paths of somebody's home, and hosts of package registries, which belong to a
// client's own configuration (DESIGN §5).
var foreign = map[string]*regexp.Regexp{
	"a path of one machine":            regexp.MustCompile(`(?:^|[\s"'` + "`" + `(=:])/(?:work|root|home|Users)/[A-Za-z]`),
	"a registry's host":                regexp.MustCompile(`\b(?:registry|proxy|sum|index|deb|repo)\.[a-z-]+\.(?:org|com|io|net)\b|\bnpm` + `js\b|\b(?:https?://)(?:goproxy|registry)\.`),
	"a download address in a lockfile": regexp.MustCompile(`"resolved"\s*:`),
}

func TestNoFileKnowsAMachineOrARegistry(t *testing.T) {
	for _, name := range committed(t) {
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) || !utf8.Valid(text) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			for what, pattern := range foreign {
				if m := pattern.FindString(line); m != "" && name != "text_test.go" {
					t.Errorf("%s:%d: %s: %q", name, i+1, what, m)
				}
			}
		}
	}
}

func TestForeignWordsAreFound(t *testing.T) {
	found := map[string]string{
		`dir := "/home/ann/bardo"`:                       "a path of one machine",
		"cd /work/main":                                  "a path of one machine",
		"GOPROXY=https://proxy.golang.org":               "a registry's host",
		"https://registry.npm" + "js.org/solc":           "a registry's host",
		`"resolved": "https://example.com/solc-1.0.tgz"`: "a download address in a lockfile",
	}
	for line, what := range found {
		if !foreign[what].MatchString(line) {
			t.Errorf("%q is not seen as %s", line, what)
		}
	}
	for _, line := range []string{"https://example.com/home/ann", "a/work/queue", "http://localhost:8545", "the registry of extensions"} {
		for what, pattern := range foreign {
			if pattern.MatchString(line) {
				t.Errorf("%q is taken for %s", line, what)
			}
		}
	}
}

var (
	link   = regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)]*)?\)`)
	target = regexp.MustCompile("`make ([a-z]+)`|(?m)^make ([a-z]+)")
)

// A document's links lead somewhere, and the make targets it names exist.
func TestDocumentsPointAtWhatExists(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range committed(t) {
		if !strings.HasSuffix(name, ".md") || strings.Contains(name, "testdata/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if checked++; !exists(path.Join(path.Dir(name), m[1])) {
				t.Errorf("%s links to %s, which does not exist", name, m[1])
			}
		}
		for _, m := range target.FindAllStringSubmatch(string(text), -1) {
			if checked++; !strings.Contains(string(makefile), "\n"+m[1]+m[2]+":") {
				t.Errorf("%s names `make %s`, which the Makefile does not have", name, m[1]+m[2])
			}
		}
	}
	if checked == 0 {
		t.Error("no link and no target was checked")
	}
}

// A newcomer reads the README to its end.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n >= 150 {
		t.Errorf("README.md has %d lines, want under 150", n)
	}
}

var folder = regexp.MustCompile("`([a-z]+(?:/[a-z]+)+)`")

// Who has only the architecture and the tree finds the place of a new thing. What is planned
// has none yet.
func TestTheArchitectureSaysWhereANewThingGoes(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 120 {
		t.Errorf("ARCHITECTURE.md has %d lines, want at most 120", n)
	}
	_, section, _ := strings.Cut(string(text), "## Where a new thing goes")
	section, _, _ = strings.Cut(section, "\n## ")
	section = strings.Join(strings.Fields(section), " ")
	for _, thing := range []string{
		"exchange or lender", "rule variable", "configuration key", "owner's command", "custody mode", "caveat", "Health", "chart", "devnet method",
		"memory store", "model provider", "payment server",
	} {
		if !strings.Contains(section, "**"+thing+"**") {
			t.Errorf("it does not say where a %s goes", thing)
		}
	}
	built, _, _ := strings.Cut(section, "Planned")
	found := folder.FindAllStringSubmatch(built, -1)
	for _, m := range found {
		if !exists(m[1]) && !exists("golem/"+m[1]) {
			t.Errorf("it names %s, which does not exist", m[1])
		}
	}
	if len(found) < 9 {
		t.Errorf("it names %d folders", len(found))
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
