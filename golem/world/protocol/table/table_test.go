package table

import (
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
