package main

import (
	"strings"
	"testing"
)

// What is called of each protocol is in a file of its own, and each binding has its own file.
func TestEachProtocolListsWhatIsCalledOfIt(t *testing.T) {
	all, err := every()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.name] || seen[c.file] {
			t.Errorf("%s in %s is bound twice", c.name, c.file)
		}
		seen[c.name], seen[c.file] = true, true
	}
	if len(all) <= len(called) || !seen["UniswapV3Pool"] || !seen["ERC20"] {
		t.Errorf("%d bindings, %d of them of no protocol", len(all), len(called))
	}
}

func TestAListThatSaysTooLittleIsRefused(t *testing.T) {
	for text, why := range map[string]string{
		"": "no contract",
		"[[contract]]\nname = \"A\"\nfrom = \"A\"":                                     "one source",
		"[[contract]]\nname = \"A\"\nfile = \"a.go\"":                                  "one source",
		"[[contract]]\nname = \"A\"\nfile = \"a.go\"\nfrom = \"A\"\nours = \"A\"":      "one source",
		"[[contract]]\nname = \"A\"\nfile = \"a.go\"\nfrom = \"A\"\nkeep = [\"f\", 1]": "toml",
	} {
		if _, err := list([]byte(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", text, err, why)
		}
	}
}
