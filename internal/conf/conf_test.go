package conf

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// percent is a value of its own type, with an order.
type percent int

func (p *percent) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(strings.TrimSuffix(string(text), "%"))
	if err != nil {
		return errors.New("is not a percentage")
	}
	*p = percent(n)
	return nil
}

func (p percent) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d%%", int(p)), nil }
func (percent) ConfType() string               { return "percentage" }

func (p percent) CompareText(bound string) (int, error) {
	var b percent
	err := b.UnmarshalText([]byte(bound))
	return int(p - b), err
}

// key is a secret that the tests may look into.
type key struct{ bytes []byte }

func (k *key) SetSecret(bytes []byte) { k.bytes = bytes }

type garden struct {
	Name  string  `conf:"name" env:"GARDEN_NAME" range:"[1,12]" match:"[a-z-]+" doc:"what it is called"`
	Beds  int64   `conf:"beds" env:"GARDEN_BEDS" range:"[1,40]" unit:"pieces" doc:"number of beds"`
	Trees uint32  `conf:"trees" range:"[0,9]" doc:"number of trees"`
	Water float64 `conf:"water" env:"GARDEN_WATER" range:"(0,1]" doc:"share of days with water"`
	Open  bool    `conf:"open" env:"GARDEN_OPEN" doc:"open | closed to visitors"`
	Shade percent `conf:"shade" range:"[0%,50%]" doc:"how much lies in the shade"`
	Gate  struct {
		Kind  string   `conf:"kind" oneof:"iron|wood" doc:"material"`
		Keys  []string `conf:"keys" env:"GARDEN_KEYS" range:"[0,3]" match:"[A-Z][a-z]+" doc:"who has a key"`
		Path  string   `conf:"path" vars:"required" secret:"never" doc:"where it leads"`
		Note  string   `conf:"note" doc:"a remark"`
		Token key      `conf:"token" env:"GARDEN_TOKEN" doc:"opens the gate"`
	} `conf:"gate"`
}

func (g *garden) Check(report func(string, ...string)) {
	if int64(g.Trees) > g.Beds {
		report("more trees than beds", "beds", "trees")
	}
}

func planted() *garden {
	g := &garden{Name: "eden", Beds: 12, Trees: 2, Water: 0.5, Shade: 10}
	g.Gate.Kind, g.Gate.Keys = "iron", []string{"Adam"}
	return g
}

func environment(pairs ...string) func(string) (string, bool) {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) (string, bool) { v, ok := m[name]; return v, ok }
}

func load(text string, env ...string) (*garden, error) {
	g := planted()
	return g, Load(g, Options{File: "garden.toml", Data: []byte(text), Env: environment(env...)})
}

const hexKey = "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"

func TestLaterSourcesWin(t *testing.T) {
	// spec: runtime §4.1, "CLI flags > environment variables > golem.toml > built-in defaults".
	g := planted()
	err := Load(g, Options{
		File: "garden.toml", Data: []byte("name = 'file'\nbeds = 20\ntrees = 5\nwater = 1\n"),
		Env:   environment("GARDEN_BEDS", "30", "GARDEN_NAME", "variable", "GARDEN_WATER", ""),
		Flags: []Flag{{"name", "flag"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if g.Name != "flag" || g.Beds != 30 || g.Trees != 5 || g.Water != 1 || g.Shade != 10 {
		t.Errorf("got %+v", g)
	}
}

func TestEveryTypeIsRead(t *testing.T) {
	g, err := load(`
		beds = 0x1_0
		trees = +3
		water = 1e-1
		open = true
		shade = "20%"
		gate = { kind = "wood", keys = ["Eve", "Adam"], path = "/${TO}/x$y" }
	`, "TO", "river", "GARDEN_TOKEN", "s3cret")
	if err != nil {
		t.Fatal(err)
	}
	want := planted()
	want.Beds, want.Trees, want.Water, want.Open, want.Shade = 16, 3, 0.1, true, 20
	want.Gate.Kind, want.Gate.Keys, want.Gate.Path, want.Gate.Token = "wood", []string{"Eve", "Adam"}, "/river/x$y", key{[]byte("s3cret")}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("got  %+v\nwant %+v", g, want)
	}
	g, err = load("shade = 1_2", "GARDEN_KEYS", "Eve, Abel,", "GARDEN_OPEN", "true", "GARDEN_WATER", "0.25")
	if err != nil || !reflect.DeepEqual(g.Gate.Keys, []string{"Eve", "Abel"}) || !g.Open || g.Water != 0.25 || g.Shade != 12 {
		t.Errorf("from the environment: %+v (%v)", g, err)
	}
}

func TestProblemsNamePlaceKeyAndLimit(t *testing.T) {
	cases := []struct{ text, want string }{
		{"bedz = 3", `garden.toml:1:1: bedz: unknown key; did you mean beds?`},
		{"\n[gat]\nx = 1\ny = 2", `garden.toml:2:2: gat: unknown table; did you mean gate?`},
		{"[[gate]]\nkind = 'iron'", `garden.toml:1:3: gate: is one table, so it is written with single brackets`},
		{"[workshop]\n", `garden.toml:1:2: workshop: unknown table`},
		{"workshop = { a = 1 }", `garden.toml:1:1: workshop: unknown table`},
		{`"gate.kind" = "iron"`, `garden.toml:1:1: "gate.kind": unknown key; did you mean gate.kind?`},
		{"gate = 5", `garden.toml:1:1: gate: is a table and has no value of its own`},
		{"[name]\n", `garden.toml:1:2: name: is a table; wants text`},
		{"  beds = 'many'", `garden.toml:1:3: beds: "many" is text; wants an integer`},
		{"beds = 41", `garden.toml:1:1: beds: 41 is outside [1,40]`},
		{"beds = 1.5", `garden.toml:1:1: beds: 1.5 is a number; wants an integer`},
		{"beds = 99999999999999999999", `garden.toml:1:1: beds: 99999999999999999999: is too large`},
		{"trees = -1", `garden.toml:1:1: trees: -1: is negative or too large`},
		{"trees = 9000000000", `garden.toml:1:1: trees: 9000000000: is negative or too large`},
		{"water = 0", `garden.toml:1:1: water: 0 is outside (0,1]`},
		{"water = nan", `garden.toml:1:1: water: nan: is not a finite number`},
		{"water = 2023-08-13", `garden.toml:1:1: water: 2023-08-13 is a date or time; wants a number`},
		{"open = 'true'", `garden.toml:1:1: open: "true" is text; wants true or false`},
		{"shade = '51%'", `garden.toml:1:1: shade: "51%" is outside [0%,50%]`},
		{"shade = 'dark'", `garden.toml:1:1: shade: "dark": is not a percentage`},
		{"shade = true", `garden.toml:1:1: shade: true is true or false; wants a percentage`},
		{"name = 'The Garden'", `garden.toml:1:1: name: "The Garden"; wants text that matches [a-z-]+`},
		{"name = 'much-too-long-a-name'", `garden.toml:1:1: name: "much-too-long-a-name" has a length outside [1,12]`},
		{"gate.kind = 'gold'", `garden.toml:1:1: gate.kind: "gold"; wants one of iron, wood`},
		{"[gate]\nkeys = ['Eve', 'snake']", `garden.toml:2:1: gate.keys: "snake"; wants text that matches [A-Z][a-z]+`},
		{"[gate]\nkeys = ['Eve', 1]", `garden.toml:2:1: gate.keys: has an element that is an integer; wants text`},
		{"[gate]\nkeys = 'Eve'", `garden.toml:2:1: gate.keys: "Eve" is text; wants a list of text`},
		{"[gate]\nkeys = ['Eve','Eve','Eve','Eve']", `garden.toml:2:1: gate.keys: the list has a length outside [0,3]`},
		{"[gate]\npath = '${MISSING}'", `garden.toml:2:1: gate.path: refers to ${MISSING}, which is not set in the environment`},
		{"[gate]\npath = '${OPEN'", `garden.toml:2:1: gate.path: has a ${ that does not enclose the name of a variable`},
		{"[gate]\npath = '" + hexKey + "'", `garden.toml:2:1: gate.path: looks like a private key; keys are never written into the configuration`},
		{"[gate]\ntoken = 'x'", `garden.toml:2:1: gate.token: is a secret and is never read from a file; set GARDEN_TOKEN in the environment instead`},
		{"[gate]\ntoken = '" + hexKey + "'", `garden.toml:2:1: gate.token: holds a private key; consider that key lost and move its funds; set GARDEN_TOKEN in the environment instead`},
		{"beds = 1", `garden.toml:1:1: beds, trees: more trees than beds`},
		{"beds = 1\nbeds = 2", `garden.toml:2:1: key beds is already defined`},
		{"beds = = 1", `garden.toml:1:8: unexpected character`},
	}
	for _, c := range cases {
		_, err := load(c.text)
		var e *Error
		if !errors.As(err, &e) || !errors.Is(err, ErrInvalid) || len(e.Problems) != 1 || !strings.HasPrefix(e.Problems[0].String(), c.want) {
			t.Errorf("%q\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// DESIGN §4, "all problems reported at once".
func TestAllProblemsAreReportedAtOnce(t *testing.T) {
	g := planted()
	err := Load(g, Options{
		File:  "garden.toml",
		Data:  []byte("beds = 'x'\nwater = 7\ntreez = 1\n[gate]\nkind = 3\n[pond]\nfish = 2\n"),
		Env:   environment("GARDEN_BEDS", "1", "GARDEN_OPEN", "perhaps", "GARDEN_KEYS", "eve"),
		Flags: []Flag{{"trees", "nine"}, {"gate.token", "x"}, {"gates", "y"}},
	})
	want := `configuration has 11 problems
  garden.toml:1:1: beds: "x" is text; wants an integer
  garden.toml:2:1: water: 7 is outside (0,1]
  garden.toml:3:1: treez: unknown key; did you mean trees?
  garden.toml:5:1: gate.kind: 3 is an integer; wants text
  garden.toml:6:2: pond: unknown table
  environment GARDEN_OPEN: open: "perhaps" is text; wants true or false
  environment GARDEN_KEYS: gate.keys: "eve"; wants text that matches [A-Z][a-z]+
  flag: trees: "nine" is text; wants an integer
  flag: gate.token: is a secret and is never taken from the command line
  flag: gates: unknown key; did you mean gate?
  flag: beds, trees: more trees than beds`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestAKeyThatIsThereTwiceHidesNoOtherProblem(t *testing.T) {
	_, err := load("beds = 3\nbeds = 4\nname = 5")
	want := `configuration has 2 problems
  garden.toml:3:1: name: 5 is an integer; wants text
  garden.toml:2:1: key beds is already defined`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestAnUndefinedVariableMakesAnOptionalKeyAbsent(t *testing.T) {
	// spec: runtime §4.1, "else the key is treated as absent".
	g, err := load("name = '${NOBODY}'\n[gate]\nkeys = ['${NOBODY}']\nnote = 'for ${WHO}'", "WHO", "you")
	if err != nil || g.Name != "eden" || !reflect.DeepEqual(g.Gate.Keys, []string{"Adam"}) || g.Gate.Note != "for you" {
		t.Errorf("got %+v (%v)", g, err)
	}
}

func TestMessagesQuoteNeitherKeysNorVariables(t *testing.T) {
	for _, text := range []string{
		"name = '" + hexKey + "'", "open = '" + hexKey + "'", "gate = { path = '" + hexKey + "' }", "gate = { token = '" + hexKey + "' }",
		"name = '${V}'", "shade = '${V}'", "[gate]\nkind = '${V}'\nkeys = ['${V}']", "note = '" + hexKey + "'",
	} {
		for _, value := range []string{hexKey, "Secret Words"} {
			_, err := load(text, "V", value)
			if err == nil || strings.Contains(err.Error(), hexKey[4:40]) || strings.Contains(err.Error(), "Secret") {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

func TestAMessageNeverQuotesAKeyThatMayHoldAPassword(t *testing.T) {
	g := planted()
	err := Load(g, Options{File: "f", Data: []byte("gate.path = ['pass-w0rd']"), Flags: []Flag{{"gate.path", "${pass-w0rd}"}, {"beds", "x"}}})
	if err == nil || strings.Contains(err.Error(), "pass-w0rd") || !strings.Contains(err.Error(), "gate.path") {
		t.Errorf("got %v", err)
	}
}

func TestADefaultIsBlamedOnNobody(t *testing.T) {
	g := planted()
	g.Trees = 30
	err := Load(g, Options{})
	if want := "configuration has 1 problem\n  beds, trees: more trees than beds"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestVerifyChecksWhatWasBuiltInCode(t *testing.T) {
	if err := Verify(planted()); err != nil {
		t.Fatal(err)
	}
	g := planted()
	g.Beds, g.Trees, g.Gate.Kind, g.Name = 0, 1, "gold", ""
	want := `configuration has 3 problems
  beds: is outside [1,40]
  gate.kind: wants one of iron, wood
  beds, trees: more trees than beds`
	if err := Verify(g); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestChangedListsKeysButNoSecrets(t *testing.T) {
	old, now := planted(), planted()
	now.Shade, now.Gate.Keys, now.Gate.Token = 11, nil, key{[]byte("new")}
	if got := Changed(old, now); !reflect.DeepEqual(got, []string{"shade", "gate.keys"}) {
		t.Errorf("got %v", got)
	}
	if a, b := Values(old), Values(now); reflect.DeepEqual(a, b) || !slices.Contains(b, "shade=`11%`") {
		t.Errorf("values %q and then %q", a, b)
	}
	now.Shade, now.Gate.Keys = old.Shade, old.Gate.Keys
	if a, b := Values(old), Values(now); !reflect.DeepEqual(a, b) {
		t.Errorf("another secret, and the values changed from %q to %q", a, b)
	}
	if got := SecretVariables(old); !reflect.DeepEqual(got, []string{"GARDEN_TOKEN"}) {
		t.Errorf("secrets: %v", got)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "garden.toml")
	var o Options
	if err := o.ReadFile(path); !errors.Is(err, ErrUnreadable) || !strings.Contains(err.Error(), path) {
		t.Errorf("absent: %v", err)
	}
	if err := os.WriteFile(path, []byte("beds = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := o.ReadFile(path); err != nil || o.File != path || string(o.Data) != "beds = 3\n" {
		t.Errorf("got %+v (%v)", o, err)
	}
	if err := os.Truncate(path, maxFile+1); err != nil {
		t.Fatal(err)
	}
	if err := o.ReadFile(path); !errors.Is(err, ErrUnreadable) {
		t.Errorf("too large: %v", err)
	}
}

func TestReferenceListsEveryKey(t *testing.T) {
	got := Reference(planted())
	path := filepath.Join("testdata", "reference.md")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("got\n%s\nwant (%v)\n%s", got, err, want)
	}
}

func TestWrongTagsPanic(t *testing.T) {
	for _, config := range []any{
		&struct {
			A int `doc:"no key"`
		}{},
		&struct {
			A int `conf:"a"`
		}{},
		&struct {
			A int `conf:"a" doc:"d" range:"1 to 2"`
		}{},
		&struct {
			A int `conf:"a" doc:"d"`
			B int `conf:"a" doc:"twice"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T was accepted", config)
				}
			}()
			_ = Load(config, Options{})
		}()
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"beds = 3", "[gate]\nkeys = ['A', \"b\"]", "gate = {kind = 'iron', x.y = 1}", "name = '${A}${'", "[[a.'b.c']]\nd = [1, [2]]",
		"shade = 0x1_0", "water = -inf", "a = 2023-08-13T00:00:00Z", `"\u00e9" = """x"""`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := planted()
		err := Load(g, Options{File: "f", Data: []byte(text), Env: environment("A", "a")})
		var e *Error
		if err != nil && (!errors.As(err, &e) || len(e.Problems) == 0) {
			t.Fatalf("got %v", err)
		}
		if err == nil && (g.Beds < 1 || g.Beds > 40 || g.Water <= 0 || g.Water > 1 || len(g.Gate.Token.bytes) != 0) {
			t.Fatalf("accepted %+v", g)
		}
	})
}

// listing takes its texts from a list of its own.
type listing struct {
	Of []string `conf:"of" list:"fruits" doc:"fruits"`
}

func (*listing) List(name string) []string {
	return map[string][]string{"fruits": {"apple", "pear"}}[name]
}

// A key of a list takes what the configuration lists, says so where it is asked for something else,
// and is told with it.
func TestAKeyTakesWhatItsConfigurationLists(t *testing.T) {
	var c listing
	if err := Load(&c, Options{File: "a.toml", Data: []byte(`of = ["pear", "apple"]`)}); err != nil || !slices.Equal(c.Of, []string{"pear", "apple"}) {
		t.Errorf("%v, %v", c, err)
	}
	if err := Load(&c, Options{File: "a.toml", Data: []byte(`of = ["plum"]`)}); err == nil || !strings.Contains(err.Error(), `"plum"; wants one of apple, pear`) {
		t.Errorf("a plum: %v", err)
	}
	if page := Reference(&c); !strings.Contains(page, "list of: apple, pear") {
		t.Error(page)
	}
}
