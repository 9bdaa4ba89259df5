package table

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/safety/grammar"
)

// spec: safety §5: an action cannot pass the grammar and find nobody.
func TestAKindWithoutABuilderIsFoundAtTheStart(t *testing.T) {
	for _, kind := range grammar.Kinds() {
		less := slices.Clone(rows)
		for i := range less {
			less[i].Kinds = slices.DeleteFunc(slices.Clone(less[i].Kinds), func(k grammar.Kind) bool { return k == kind })
		}
		if err := complete(less); err == nil || !strings.Contains(err.Error(), string(kind)) {
			t.Errorf("without %s: %v", kind, err)
		}
	}
}

// Every protocol is held to the conformance suite on its real contracts. Wrapping the coin quotes
// nothing and holds no position: it is at par, which test/conformance asks of the contract.
//
// spec: tools-archetypes §4
func TestEveryProtocolIsHeldToTheSuite(t *testing.T) {
	folders, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, d := range folders {
		if !d.IsDir() || slices.Contains([]string{"table", "protocoltest", "weth9"}, d.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", d.Name(), "conform_test.go"))
		if err != nil || !strings.Contains(string(text), "protocoltest.Run(t, ") {
			t.Errorf("%s is held to no suite (%v)", d.Name(), err)
		}
		held++
	}
	if held != len(rows)-1 {
		t.Errorf("%d folders of %d protocols", held, len(rows))
	}
}
