package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// small is the module in testdata, in a folder of its own where files of it are other ones.
func small(t *testing.T, other map[string]string) house {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	h := house{
		dir: "testdata/small", waiting: "waiting.txt", imports: 1, fields: 5, methods: 2,
		trigger: "heart.Heart.Beat", commit: "desk.Desk.Commit", hand: "hand", token: "core.Token",
		protocols: []protocol{{"a new exchange", []string{"uniswap"}}, {"a new lender", []string{"aave", "morpho"}}},
		trusted:   []string{"heart", "hand"},
		guards:    24,
	}
	if len(other) == 0 {
		return h
	}
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	for name, text := range other {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h.dir = root
	return h
}

func look(t *testing.T, h house) *report {
	t.Helper()
	r, err := h.look()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEverythingIsCounted(t *testing.T) {
	r := look(t, small(t, nil))
	want := report{
		house:   r.house,
		imports: []count{{"cmd/small", 4}, {"desk", 1}, {"hand", 1}, {"tool", 1}, {"core", 0}, {"heart", 0}, {"kit", 0}},
		fields: []count{
			{"core.Wide", 6}, {"core.local", 5}, {"core.Ring", 2}, {"core.narrow", 1}, {"desk.Desk", 1}, {"heart.Heart", 1}, {"core.Token", 0}, {"hand.Hand", 0},
		},
		methods: []count{
			{"core.Both", 3},
			{"core.narrow", 2},
			{"desk.Hand", 2},
			{"hand.Hand", 2},
			{"core.Wide", 1},
			{"desk.Desk", 1},
			{"heart.Desk", 1},
			{"heart.Heart", 1},
			{"core.Ring", 0},
			{"core.Token", 0},
			{"core.local", 0},
		},
		ways: []way{
			{
				what: "from heart.Heart.Beat to hand.Hand.Send", functions: 5, packages: 4, calls: 4, between: 4, up: 3, returns: 1,
				hops: []hop{{"core", "desk", 1, true}, {"desk", "hand", 1, false}, {"heart", "desk", 1, false}},
			},
			{
				what: "all that heart.Heart.Beat calls", functions: 6, packages: 4, calls: 5, between: 5, up: 4, returns: 1,
				hops: []hop{{"core", "desk", 1, true}, {"desk", "hand", 2, false}, {"heart", "desk", 1, false}},
			},
			{
				what: "all that desk.Desk.Commit calls", functions: 5, packages: 3, calls: 4, between: 4, up: 3, returns: 1,
				hops: []hop{{"core", "desk", 1, true}, {"desk", "hand", 2, false}},
			},
		},
		touched: map[string][]string{"a new exchange": {"core", "hand"}, "a new lender": nil},
		dead:    []string{"core.Dead", "core.ForTool", "core.Later", "core.narrow.unmark", "core.uniSwapFee"},
		waiting: []string{
			"core.Dead is reached by no main, and is not in waiting.txt", "core.ForTool is reached by no main, and is not in waiting.txt",
			"core.narrow.unmark is reached by no main, and is not in waiting.txt", "core.uniSwapFee is reached by no main, and is not in waiting.txt",
		},
		lines:   []count{{product, 123}, {tests, 5}, {testKits, 5}, {forUs, 6}, {generated, 9}},
		trusted: []count{{"hand", 13}, {"heart", 11}},
	}
	got, wanted := reflect.ValueOf(*r), reflect.ValueOf(want)
	for i := range got.NumField() {
		if g, w := fmt.Sprint(got.Field(i)), fmt.Sprint(wanted.Field(i)); g != w {
			t.Errorf("%s: %s\nwant %s", got.Type().Field(i).Name, g, w)
		}
	}
}

func TestTheTableNamesWhatIsPastABound(t *testing.T) {
	var out strings.Builder
	look(t, small(t, nil)).print(&out, false)
	const want = `own packages that a package imports: 1 of 7 above 1
       4 cmd/small
fields of a type: 1 of 8 above 5
       6 core.Wide
methods of a type: 1 of 11 above 2
       3 core.Both
from heart.Heart.Beat to hand.Hand.Send: 5 functions of 4 packages
       4 calls, 4 between packages; 3 go up, 1 of them to what leads back
       1 core -> desk, and back
       1 desk -> hand
       1 heart -> desk
all that heart.Heart.Beat calls: 6 functions of 4 packages
       5 calls, 5 between packages; 4 go up, 1 of them to what leads back
all that desk.Desk.Commit calls: 5 functions of 3 packages
       4 calls, 4 between packages; 3 go up, 1 of them to what leads back
packages that a new exchange touches (they name uniswap): 2
         core
         hand
`
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("the table is\n%s\nwant\n%s", &out, want)
	}
	out.Reset()
	look(t, small(t, nil)).print(&out, true)
	for _, line := range []string{"       0 kit\n", "       0 core.Token\n", "       2 desk -> hand\n", "         core.Dead\n"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the whole table has no line %q:\n%s", line, &out)
		}
	}
}

const whole = "core.Later x\ncore.Dead tests\ncore.ForTool tests\ncore.narrow.unmark x\ncore.uniSwapFee x\n"

func TestTheCheckNamesEachFault(t *testing.T) {
	cases := map[string]struct {
		edit func(*house)
		list string
		want []string
	}{
		"a type with many fields":  {func(h *house) { h.fields = 5 }, whole, []string{"core.Wide has 6 fields, at most 5"}},
		"a guard with many lines":  {func(h *house) { h.guards = 23 }, whole, []string{"what is trusted has 24 lines, at most 23"}},
		"a type with many methods": {func(h *house) { h.methods = 2 }, whole, []string{"core.Both has 3 methods, at most 2"}},
		"a package that imports much": {
			func(h *house) { h.imports, h.wiring = 0, []string{"desk"} }, whole,
			[]string{"hand imports 1 of our packages, at most 0", "tool imports 1 of our packages, at most 0"},
		},
		"a function that nothing reaches": {nil, strings.ReplaceAll(whole, "core.Dead tests\n", ""), []string{"core.Dead is reached by no main, and is not in waiting.txt"}},
		"a function that a main reaches":  {nil, whole + "core.Try x\n", []string{"core.Try is in waiting.txt, and a main reaches it"}},
		"a function that is gone":         {nil, whole + "core.Gone x\n", []string{"core.Gone is in waiting.txt, and is gone"}},
		"nothing":                         {nil, whole, nil},
	}
	for name, c := range cases {
		h := small(t, map[string]string{"waiting.txt": c.list})
		h.fields, h.methods = 6, 3
		if c.edit != nil {
			c.edit(&h)
		}
		if faults := look(t, h).faults(); !slices.Equal(faults, c.want) {
			t.Errorf("%s: the faults are %q, want %q", name, faults, c.want)
		}
	}
}

func TestOnlyTheCheckFails(t *testing.T) {
	var out strings.Builder
	if code := run(small(t, nil), false, false, &out); code != 0 || strings.Contains(out.String(), "house: ") {
		t.Errorf("the table ended with %d:\n%s", code, &out)
	}
	if code := run(small(t, nil), false, true, &out); code != 1 || !strings.Contains(out.String(), "\nhouse: core.Wide has 6 fields, at most 5\n") {
		t.Errorf("the check ended with %d:\n%s", code, &out)
	}
}

func TestWhatCannotBeMeasuredIsAnError(t *testing.T) {
	cases := map[string]struct {
		edit  func(*house)
		other map[string]string
		want  string
	}{
		"no trigger":  {func(h *house) { h.trigger = "heart.Heart.Stop" }, nil, "no function heart.Heart.Stop"},
		"no way":      {func(h *house) { h.trigger = "core.Wide.One" }, nil, "no call leads from core.Wide.One"},
		"no send":     {func(h *house) { h.token = "core.Wide" }, nil, "no call leads from heart.Heart.Beat"},
		"no package":  {func(h *house) { h.trusted = []string{"vault"} }, nil, "no package vault"},
		"no reason":   {nil, map[string]string{"waiting.txt": "core.Dead\n"}, "waiting.txt:1: core.Dead has no reason"},
		"said twice":  {nil, map[string]string{"waiting.txt": "core.Dead x\n# and\ncore.Dead y\n"}, "waiting.txt:3: core.Dead stands here twice"},
		"no kits":     {nil, map[string]string{"layers.txt": "# cmd: mains\ncmd/small\n# programs of the house\ntool\n"}, `no packages under "test kits`},
		"broken code": {nil, map[string]string{"core/bad.go": "package core\n\nvar x int = \"\"\n"}, "core/bad.go:3"},
	}
	for name, c := range cases {
		h := small(t, c.other)
		if c.edit != nil {
			c.edit(&h)
		}
		if _, err := h.look(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q in it", name, err, c.want)
		}
	}
}

// What this repository's house names is there, and its list is whole.
func TestWhatIsNamedHereExists(t *testing.T) {
	h := bardo()
	h.dir = "../.."
	o, err := readOrder(filepath.Join(h.dir, "layers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range slices.Concat(h.wiring, h.trusted, []string{h.hand}) {
		if o.line[pkg] == 0 {
			t.Errorf("layers.txt has no %s", pkg)
		}
	}
	list, err := readWaiting(filepath.Join(h.dir, h.waiting))
	if err != nil || len(list) == 0 {
		t.Errorf("%d functions wait: %v", len(list), err)
	}
}
