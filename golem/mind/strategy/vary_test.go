package strategy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/mind/strategy"
)

func shipped(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "strategies", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What a sweep sets of a strategy is what its rules are filled in with, and no other line changes.
func TestVaryingSetsParametersAndNothingElse(t *testing.T) {
	text := shipped(t, "eth-mean-reversion.md")
	got, err := strategy.Vary(text, []strategy.Parameter{{Name: "stop", Value: "-1.5%"}, {Name: "band", Value: "-2.5"}, {Name: "window", Value: "3h"}})
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(text), "\n"), strings.Split(string(got), "\n")
	if len(was) != len(is) {
		t.Fatalf("%d lines became %d", len(was), len(is))
	}
	var changed []string
	for i := range was {
		if was[i] != is[i] {
			changed = append(changed, strings.Fields(is[i])[0]+" "+strings.Fields(is[i])[2])
		}
	}
	if strings.Join(changed, "; ") != `window "3h"; band -2.5; stop "-1.5%"` {
		t.Errorf("%q", changed)
	}
	compiled, err := strategy.Compile(got, strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, p := range compiled.Parameters {
		found[p.Name] = p.Value
	}
	if found["stop"] != "-1.5%" || found["band"] != "-2.5" || found["window"] != "3h" || found["edge"] != "0.12%" {
		t.Errorf("%v", found)
	}
	if same, err := strategy.Vary(text, nil); err != nil || !bytes.Equal(same, text) {
		t.Errorf("nothing to set: %v", err)
	}
}

func TestParametersAreFoundHoweverTheyAreWritten(t *testing.T) {
	text := []byte("+++\nname = \"x\"\nparameters.a = '1%' # b\n[parameters]\nc.d = 1\n+++\n")
	if _, err := strategy.Vary(text, []strategy.Parameter{{Name: "z", Value: "1"}}); err == nil {
		t.Error("a parameter that is not there was set")
	}
	text = []byte("+++\nname = \"x\"\nparameters.a = '1%' # b\nparameters.n = 3\n+++\n{{a}} {{n}}\n")
	if got := strategy.ParametersOf(text); len(got) != 2 || got[0] != (strategy.Parameter{Name: "a", Value: "1%"}) || got[1] != (strategy.Parameter{Name: "n", Value: "3"}) {
		t.Errorf("%v", got)
	}
	got, err := strategy.Vary(text, []strategy.Parameter{{Name: "n", Value: "4%"}, {Name: "a", Value: "2"}})
	if want := "+++\nname = \"x\"\nparameters.a = \"2\" # b\nparameters.n = \"4%\"\n+++\n{{a}} {{n}}\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	if strategy.ParametersOf([]byte("no front matter")) != nil || strategy.ParametersOf([]byte("+++\nname = \n+++\n")) != nil {
		t.Error("parameters of what has none")
	}
}
