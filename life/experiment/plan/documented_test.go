package plan

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// The plans that the documents name are a hundred arms with ten seeds each, and differ in their market
// alone: in one nobody has an edge, in the other dips come back.
func TestTheDocumentedPlansDifferInTheirMarket(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	read := func(path string) ([]byte, error) { return os.ReadFile(filepath.Join(root, path)) }
	var designs []*Design
	for _, name := range []string{"no-edge.toml", "edge.toml"} {
		p := New()
		if err := p.Read(filepath.Join(root, "docs", "plans", name)); err != nil {
			t.Fatal(err)
		}
		d, err := p.Design(read)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Arms) != 100 || d.Markets() != 1 || d.Seeds() != 10 || len(d.Runs()) != 1_000 {
			t.Errorf("%s: %d arms, %d markets, %d seeds, %d lives", name, len(d.Arms), d.Markets(), d.Seeds(), len(d.Runs()))
		}
		designs = append(designs, d)
	}
	for i, want := range []string{"walk", "chop"} {
		for _, p := range designs[i].Places {
			if p.World != want {
				t.Errorf("a life in %s, want %s", p.World, want)
			}
		}
	}
	if !reflect.DeepEqual(designs[0].Arms, designs[1].Arms) {
		t.Error("the arms differ")
	}
}
