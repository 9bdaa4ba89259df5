package strategy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
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
	for _, text := range []string{"+++\n[parameters]\na = 1\n+++\n", "+++\nparameters = {z = 1}\n+++\n", "+++\n", "+++\nparameters.z = \n+++\n"} {
		if _, err := strategy.Vary([]byte(text), []strategy.Parameter{{Name: "z", Value: "1"}}); err == nil {
			t.Errorf("%q: a parameter was set that has no line", text)
		}
	}
	text := []byte("+++\nname = \"x\"\nparameters.a = '1%' # b\nparameters.n = 3\n+++\n{{a}} {{n}}\n")
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

// Whatever the file and the value, what was set is read back, and nothing else became another.
func FuzzVary(f *testing.F) {
	f.Add("+++\n[parameters]\na = \"1%\"\nb = 2\n+++\ntext", "3%")
	f.Add("+++\nparameters.a = '''1'''\n[risk]\na = 1\n+++", "x\"y")
	f.Add("+++\r\n[parameters]\r\na = 1.5 # c\r\n+++\r\n", "-2")
	f.Add("+++\n[parameters]\na = 1\n[[parameters.b]]\na = 2\n+++\n", "9")
	f.Fuzz(func(t *testing.T, text, value string) {
		was := strategy.ParametersOf([]byte(text))
		odd := func(r rune) bool { return r < ' ' || r >= 0x7f || strings.ContainsRune("`{}", r) }
		if len(was) == 0 || len(value) > 64 || value == "" || strings.ContainsFunc(value, odd) {
			return
		}
		got, err := strategy.Vary([]byte(text), []strategy.Parameter{{Name: was[0].Name, Value: value}})
		if err != nil {
			return
		}
		is := strategy.ParametersOf(got)
		if len(is) != len(was) || strings.Count(string(got), "\n") > strings.Count(text, "\n") {
			t.Fatalf("%q became %q", text, got)
		}
		for i, p := range is {
			if p.Name != was[i].Name || i > 0 && p.Value != was[i].Value {
				t.Fatalf("%q became %q", text, got)
			}
		}
		if is[0].Value == value {
			return
		}
		a, err := strconv.ParseFloat(value, 64)
		if b, err2 := strconv.ParseFloat(is[0].Value, 64); err != nil || err2 != nil || a != b {
			t.Fatalf("%q was set and %q is read in %q", value, is[0].Value, got)
		}
	})
}
