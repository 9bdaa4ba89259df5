package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const noList = "# none\n"

// desk are tests of a package above the small one: one of them notices what the own tests
// of Loose let pass, another reaches Top, and one never ends.
const desk = `package desk

import (
	"testing"

	"small/guard"
)

func TestLooseAtItsBound(t *testing.T) {
	if guard.Loose(5, 5) {
		t.Error("it is above itself")
	}
}

func TestTop(t *testing.T) {
	if guard.Top(3, 3) != 3 {
		t.Error("not the greater")
	}
}

func TestForEver(t *testing.T) {
	for guard.Loose(9, 5) {
	}
}
`

// below is a second package that is mutated.
const below = `package below

func Half(n int) bool { return n > 4 }
`

const belowTest = `package below

import "testing"

func TestHalf(t *testing.T) {
	if Half(4) || !Half(5) {
		t.Error("not half")
	}
}
`

// larger is the small module with a package above guard and another one beside it.
func larger(t *testing.T, list string) options {
	t.Helper()
	o := small(t, list)
	o.patterns, o.above = []string{"./guard", "./below"}, []string{"./desk"}
	for name, text := range map[string]string{"desk/desk_test.go": desk, "below/below.go": below, "below/below_test.go": belowTest} {
		edit(t, o, name, text)
	}
	return o
}

func edit(t *testing.T, o options, name, text string) {
	t.Helper()
	path := filepath.Join(o.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var asked = regexp.MustCompile(`(?m)^(\S+): (own|above|hostile) tests noticed `)

// questions are the groups and stages that a run asked about.
func questions(said string) (out []string) {
	for _, m := range asked.FindAllStringSubmatch(said, -1) {
		out = append(out, m[1]+" "+m[2])
	}
	return out
}

func knows(t *testing.T, o options) string {
	t.Helper()
	text, err := os.ReadFile(o.known)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// elsewhere is the same checkout on a machine that has nothing but what is committed.
func elsewhere(t *testing.T, o options) options {
	t.Helper()
	o.dir = t.TempDir()
	return o
}

// A machine that is lost takes nothing along: on another one only a group whose source or
// tests changed is asked about again, and the page is the same.
func TestOnAnotherMachineOnlyWhatChangedIsAsked(t *testing.T) {
	o := larger(t, noList)
	said, _ := page(t, o)
	first, known := said[strings.Index(said, "# Mutation"):], knows(t, o)
	for _, want := range []string{
		"\tguard/guard.go Loose: n > limit -> n >= limit\tabove\t./desk TestLooseAtItsBound\n",
		"\tguard/guard.go Unseen: 1 > len(errLimit.Error()) -> false\thostile\tno test comes past\n",
		"\tguard/guard.go Top: a > b -> a >= b\thostile\tnobody\n",
		"\nbelow\t",
	} {
		if !strings.Contains(known, want) {
			t.Errorf("it is not known that %q:\n%s", want, known)
		}
	}
	o = elsewhere(t, o)
	again, _ := page(t, o)
	if q := questions(again); len(q) > 0 || again != first || knows(t, o) != known {
		t.Errorf("with nothing changed %q are asked, and it says:\n%s\nnot:\n%s", q, again, first)
	}
	for _, step := range []struct{ name, text, want string }{
		{"below/below_test.go", belowTest + "\n// more\n", "below own"},
		{"desk/desk_test.go", desk + "\n// more\n", "guard above guard hostile"},
		{"below/below.go", below + "\nfunc More() bool { return true }\n", "below own below above below hostile"},
	} {
		edit(t, o, step.name, step.text)
		o = elsewhere(t, o)
		said, _ := page(t, o)
		if got := strings.Join(questions(said), " "); got != step.want {
			t.Errorf("%s changed, and asked are %q, want %q", step.name, got, step.want)
		}
	}
}

// A package that is gone is forgotten by a whole run, and by no other.
func TestAWholeRunForgetsWhatIsGone(t *testing.T) {
	o := larger(t, noList)
	page(t, o)
	o.patterns, o.only = []string{"./guard"}, []string{"guard"}
	if page(t, o); !strings.Contains(knows(t, o), "\nbelow\t") {
		t.Error("a run that asks about one package forgot another")
	}
	o.only = nil
	if page(t, o); strings.Contains(knows(t, o), "\nbelow\t") {
		t.Error("what is gone is known")
	}
}

// About what is called equivalent only the own tests are asked: that costs nothing, and
// finds a line that is wrong. A test that never ends is not asked at all.
func TestTheSlowTestsAreSparedWhatIsEquivalent(t *testing.T) {
	o := larger(t, "guard/guard.go Top: a > b -> a >= b | of two equal numbers each is the greater\n")
	said, _ := page(t, o)
	store := kept(t, o)
	if strings.Contains(store, `"Name":"guard/guard.go Top: a \u003e b -\u003e a \u003e= b","Stage":"above"`) || !strings.Contains(store, `"Stage":"above"`) {
		t.Errorf("the tests above were asked about what is equivalent, or about nothing:\n%s", store)
	}
	if !strings.Contains(said, "not asked, it costs more than 1s: ./desk TestForEver\n") || strings.Contains(said, "not whole") {
		t.Errorf("%s", said)
	}
	if !strings.Contains(knows(t, o), "\tguard/guard.go Top: a > b -> a >= b\town\tnobody\n") {
		t.Errorf("what is known is:\n%s", knows(t, o))
	}
}

// What is known is a text that people merge: what is no such text stops the run.
func TestATextThatIsNotUnderstoodStopsIt(t *testing.T) {
	for name, text := range map[string]string{
		"a head without hashes":   "guard\t20\n",
		"no number":               "guard\tx\ta\tb\tc\n",
		"a mark of a merge":       "<<<<<<< HEAD\n",
		"a number that is beyond": "guard\t20\ta\tb\tc\n\tnone\t3 20\n",
		"a range backwards":       "guard\t20\ta\tb\tc\n\tnone\t5-3\n",
		"an unknown stage":        "guard\t20\ta\tb\tc\n\tguard/guard.go F: x -> y\tlater\tnobody\n",
		"nobody's change":         "\tguard/guard.go F: x -> y\town\tnobody\n",
	} {
		o := small(t, noList)
		if err := os.WriteFile(o.known, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := mutate(t.Context(), o, os.Stderr); err == nil || !strings.Contains(err.Error(), "known.txt:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
