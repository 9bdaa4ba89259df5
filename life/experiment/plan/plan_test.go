package plan_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/experiment/plan"
)

const text = "+++\nname = \"x\"\n[parameters]\nband = \"-2%\" # a dip\nwindow = \"2h\"\nn = 3\n+++\n"

// read is a folder with two strategies, of which one has other parameters.
func read(path string) ([]byte, error) {
	switch path {
	case "a.md", "./a.md", "elsewhere/a.md":
		return []byte(text), nil
	case "b.md":
		return []byte("+++\nname = \"y\"\n[parameters]\namount = 5\n+++\n"), nil
	}
	return nil, os.ErrNotExist
}

func usual() plan.Plan {
	p := plan.New()
	p.Strategies, p.Worlds, p.Seeds = []string{"b.md", "a.md"}, []string{"trend", "chop"}, "1000-1002,7"
	p.Parameters = map[string]string{"band": "-3..-2:0.5", "n": "4,5"}
	return p
}

// The lives are the cross product; a parameter varies the strategies that have it.
func TestTheLivesAreTheCrossProduct(t *testing.T) {
	d, err := usual().Design(read)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range d.Arms {
		names = append(names, a.Name)
	}
	want := []string{"a.md band=-2% n=4", "a.md band=-2% n=5", "a.md band=-2.5% n=4", "a.md band=-2.5% n=5", "a.md band=-3% n=4", "a.md band=-3% n=5", "b.md"}
	if !slices.Equal(names, want) {
		t.Fatalf("%q", names)
	}
	if a := string(d.Arms[2].Members[0].Text); !strings.Contains(a, "band = \"-2.5%\" # a dip\n") || !strings.Contains(a, "n = 4\n") || strings.Count(a, "\n") != strings.Count(text, "\n") {
		t.Errorf("%s", a)
	}
	if len(d.Places) != 8 || d.Places[0] != (plan.Place{World: "chop", Seed: 7}) || d.Places[7] != (plan.Place{World: "trend", Seed: 1002}) {
		t.Errorf("%v", d.Places)
	}
	met := map[string]bool{}
	for _, r := range d.Runs() {
		met[d.Key(r)] = true
	}
	if len(met) != 7*8 || !met["chop-7-001"] || !met["trend-1002-007"] {
		t.Errorf("%v", met)
	}
}

// The order in which a plan is written changes neither its lives nor its hash; anything else does.
func TestTheHashIsOfWhatIsLived(t *testing.T) {
	d, err := usual().Design(read)
	if err != nil {
		t.Fatal(err)
	}
	want := d.Hash("", "settings")
	rapid.Check(t, func(t *rapid.T) {
		p := usual()
		p.Strategies = rapid.Permutation(p.Strategies).Draw(t, "strategies")
		p.Worlds = rapid.Permutation(p.Worlds).Draw(t, "worlds")
		p.Seeds = strings.Join(rapid.Permutation([]string{"7", "1000", "1001-1002", "1001"}).Draw(t, "seeds"), ",")
		p.Parameters["n"] = strings.Join(rapid.Permutation([]string{"4", "5"}).Draw(t, "values"), ",")
		other, err := p.Design(read)
		if err != nil {
			t.Fatal(err)
		}
		if other.Hash("", "settings") != want || len(other.Places) != 8 {
			t.Fatalf("another hash of the same plan")
		}
	})
	for what, change := range map[string]func(*plan.Plan){
		"seeds": func(p *plan.Plan) { p.Seeds = "1000-1003" }, "days": func(p *plan.Plan) { p.Days = 3 }, "a later day": func(p *plan.Plan) { p.FromDay = 2 }, "an earlier day": func(p *plan.Plan) { p.ToDay = 1 }, "fund": func(p *plan.Plan) { p.Terms.Fund = "5" },
		"worlds": func(p *plan.Plan) { p.Worlds = []string{"chop"} }, "values": func(p *plan.Plan) { p.Parameters["n"] = "4" }, "judge": func(p *plan.Plan) { p.Judge.Against = "holding" },
	} {
		p := usual()
		change(&p)
		other, err := p.Design(read)
		if err != nil {
			t.Fatal(err)
		}
		if other.Hash("", "settings") == want {
			t.Errorf("other %s have the same hash", what)
		}
	}
	if d.Hash("", "others") == want || d.Hash("minutes", "settings") == want {
		t.Error("other settings or minutes have the same hash")
	}
	less := usual()
	less.Without = []string{"oracle"}
	if d, err := less.Design(read); err != nil || d.Hash("", "settings") == want {
		t.Errorf("arms that live without a faculty have the same hash, %v", err)
	}
	edited := func(path string) ([]byte, error) { text, err := read(path); return append(text, "\nMore.\n"...), err }
	if d, err := usual().Design(edited); err != nil || d.Hash("", "settings") == want {
		t.Errorf("other texts of the same names have the same hash, %v", err)
	}
	everyTerm(t, want)
}

// everyTerm holds that each field of the terms and of the judge is in the hash, but for the path of the
// settings, which are there themselves.
func everyTerm(t *testing.T, want string) {
	t.Helper()
	for _, of := range []func(p *plan.Plan) reflect.Value{
		func(p *plan.Plan) reflect.Value { return reflect.ValueOf(&p.Terms).Elem() },
		func(p *plan.Plan) reflect.Value { return reflect.ValueOf(&p.Judge).Elem() },
	} {
		for i := range of(&plan.Plan{}).NumField() {
			d, err := usual().Design(read)
			if err != nil {
				t.Fatal(err)
			}
			f := of(&d.Plan).Field(i)
			if f.Kind() == reflect.Int {
				f.SetInt(f.Int() + 1)
			} else {
				f.SetString(f.String() + "1")
			}
			name := of(&d.Plan).Type().Field(i).Name
			if same := d.Hash("", "settings") == want; same != (name == "Config") {
				t.Errorf("with another %s the hash is the same: %v", name, same)
			}
		}
	}
}

// An arm of several strategies stands beside those of one each, and its hash is of its form and of the order of its members.
func TestAnArmMayHaveSeveralStrategies(t *testing.T) {
	several := func() plan.Plan {
		p := usual()
		p.Strategies, p.Worlds = []string{"a.md"}, []string{"chop"}
		p.Parameters, p.Without = map[string]string{"n": "4,5"}, []string{"oracle"}
		p.Arms = []plan.Several{{Name: "both", Set: []string{"b.md", "a.md"}}, {Name: "in turn", Chain: []string{"b.md", "b.md", "b.md"}}}
		return p
	}
	d, err := several().Design(read)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range d.Arms {
		names = append(names, a.Name)
	}
	want := []string{
		"a.md n=4", "a.md n=4 without oracle", "a.md n=5", "a.md n=5 without oracle",
		"both n=4", "both n=4 without oracle", "both n=5", "both n=5 without oracle", "in turn", "in turn without oracle",
	}
	if !slices.Equal(names, want) {
		t.Fatalf("%q", names)
	}
	if n := d.Lives(); n != (4*1+4*2+2*3)*4 || len(d.Runs()) != 10*4 {
		t.Errorf("%d lives in %d runs", n, len(d.Runs()))
	}
	both, turn := d.Arms[6], d.Arms[8]
	if both.Form != plan.Set || turn.Form != plan.Chain || d.Arms[0].Form != plan.Alone {
		t.Errorf("forms %q and %q", both.Form, turn.Form)
	}
	if a, b := string(both.Members[1].Text), string(both.Members[0].Text); !strings.Contains(a, "n = 5\n") || !strings.Contains(b, "amount = 5\n") || strings.Contains(b, "n = 5") {
		t.Errorf("%s\n%s", a, b)
	}
	if !slices.Equal(both.Folders(), []string{"1", "2"}) || !slices.Equal(d.Arms[0].Folders(), []string{""}) || !slices.Equal(both.Names(), []string{"b.md", "a.md"}) || len(turn.Names()) != 3 {
		t.Errorf("%q %q %q", both.Folders(), both.Names(), turn.Names())
	}
	hash := d.Hash("", "")
	for what, change := range map[string]func(*plan.Plan){
		"order": func(p *plan.Plan) { p.Arms[0].Set = []string{"a.md", "b.md"} }, "name": func(p *plan.Plan) { p.Arms[0].Name = "all" },
		"form": func(p *plan.Plan) { p.Arms[0].Set, p.Arms[0].Chain = nil, p.Arms[0].Set }, "length": func(p *plan.Plan) { p.Arms[1].Chain = p.Arms[1].Chain[1:] },
	} {
		p := several()
		change(&p)
		other, err := p.Design(read)
		if err != nil {
			t.Fatal(err)
		}
		if other.Hash("", "") == hash {
			t.Errorf("another %s has the same hash", what)
		}
	}
	p := several()
	slices.Reverse(p.Arms)
	if other, err := p.Design(read); err != nil || other.Hash("", "") != hash {
		t.Errorf("in another order it is another plan (%v)", err)
	}
}

// Spans and shares leave nothing out, and give nothing twice.
func TestAnArmIsDividedAmongItsMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := plan.Arm{Name: "x", Members: make([]plan.Member, rapid.IntRange(2, 9).Draw(t, "members"))}
		from, days := rapid.IntRange(1, 5).Draw(t, "from"), rapid.IntRange(1, 60).Draw(t, "days")
		spans, err := a.Spans(from, from+days-1)
		if (err != nil) != (days < len(a.Members)) {
			t.Fatalf("%d days: %v", days, err)
		}
		next, longest := from, 0
		for _, s := range spans {
			length := s.To - s.From + 1
			if s.From != next || length < days/len(a.Members) || longest > 0 && length > longest {
				t.Fatalf("%v", spans)
			}
			next, longest = s.To+1, length
		}
		if err == nil && next != from+days {
			t.Fatalf("%v of %d days", spans, days)
		}
		amount := money.USDC(rapid.Int64Range(0, 1_000_000).Draw(t, "amount"))
		shares, err := a.Shares("fund", amount)
		if (err != nil) != (amount < money.USDC(len(a.Members))) {
			t.Fatalf("%s: %v", amount, err)
		}
		sum := money.USDC(0)
		for i, s := range shares {
			if sum += s; s <= 0 || i > 0 && (s > shares[0] || shares[0]-s >= money.USDC(len(shares))) {
				t.Fatalf("%v", shares)
			}
		}
		if err == nil && sum != amount {
			t.Fatalf("%v is not %s", shares, amount)
		}
	})
}

// What makes no sense, no life or too many is refused before anything is made of it.
func TestWhatCannotBeLivedIsRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*plan.Plan)
		is     error
		says   string
	}{
		{func(p *plan.Plan) { p.Seeds = "1-1000000000" }, plan.ErrMany, "7 arms, 2 markets and 1000000000 seeds are 1.4e+10 lives, and a sweep has 100000 at most"},
		{func(p *plan.Plan) { p.Seeds = "0-18446744073709551615" }, plan.ErrMany, "lives"},
		{func(p *plan.Plan) { p.Parameters = map[string]string{"n": "1..1000000000:1"} }, plan.ErrMany, "n=1..1000000000:1 has more than 1000 values"},
		{func(p *plan.Plan) { p.Parameters = map[string]string{"n": "1..900:1", "band": "1..900:1"} }, plan.ErrMany, "make 8.1e+05 arms of a.md"},
		{func(p *plan.Plan) { p.Seeds = "9-3" }, plan.ErrNone, "seeds 9-3: 9 is above 3"},
		{func(p *plan.Plan) { p.Seeds = "" }, plan.ErrPlan, `seeds ""`},
		{func(p *plan.Plan) { p.Seeds = "x" }, plan.ErrPlan, `seeds "x"`},
		{func(p *plan.Plan) { p.Strategies = nil }, plan.ErrNone, "no strategy"},
		{func(p *plan.Plan) { p.Strategies = []string{"a.md", "a.md"} }, plan.ErrPlan, "a.md stands twice"},
		{func(p *plan.Plan) { p.Arms = []plan.Several{{Set: []string{"a.md", "b.md"}}} }, plan.ErrPlan, "arm 1 of [[arms]] has no name"},
		{func(p *plan.Plan) { p.Arms = []plan.Several{{Name: "x"}} }, plan.ErrPlan, `the arm "x": give exactly one of set and chain`},
		{func(p *plan.Plan) {
			p.Arms = []plan.Several{{Name: "x", Set: []string{"a.md", "b.md"}, Chain: []string{"a.md", "b.md"}}}
		}, plan.ErrPlan, `the arm "x": give exactly one of set and chain`},
		{func(p *plan.Plan) { p.Arms = []plan.Several{{Name: "x", Set: []string{"a.md"}}} }, plan.ErrPlan, `the arm "x" has one strategy`},
		{func(p *plan.Plan) { p.Arms = []plan.Several{{Name: "x", Set: make([]string, 65)}} }, plan.ErrMany, `the arm "x" has 65 strategies`},
		{func(p *plan.Plan) { p.Arms = []plan.Several{{Name: "x", Set: []string{"a.md", "c.md"}}} }, os.ErrNotExist, `the arm "x": `},
		{func(p *plan.Plan) {
			p.Arms = []plan.Several{{Name: "x", Set: []string{"a.md", "b.md"}}, {Name: "x", Chain: []string{"a.md", "b.md"}}}
		}, plan.ErrPlan, `two arms are named "x"`},
		{func(p *plan.Plan) { p.Arms = []plan.Several{{Name: "b.md", Set: []string{"b.md", "b.md"}}} }, plan.ErrPlan, `two arms are named "b.md"`},
		{func(p *plan.Plan) { p.Strategies = []string{"a.md", "./a.md"} }, plan.ErrPlan, "two arms are named"},
		{func(p *plan.Plan) { p.Strategies = []string{"c.md"} }, os.ErrNotExist, "not exist"},
		{func(p *plan.Plan) { p.Worlds = nil }, plan.ErrNone, "neither a world nor a history"},
		{func(p *plan.Plan) { p.History = "data" }, plan.ErrPlan, "worlds and a history"},
		{func(p *plan.Plan) { p.Days = 0 }, plan.ErrPlan, "days is 0"},
		{func(p *plan.Plan) { p.FromDay = 0 }, plan.ErrPlan, "from_day is 0"},
		{func(p *plan.Plan) { p.FromDay, p.ToDay = 2, 1 }, plan.ErrPlan, "to_day is 1, and from_day 2"},
		{func(p *plan.Plan) { p.Parameters["bnad"] = "1" }, plan.ErrPlan, `no strategy has a parameter "bnad"; there are amount, band, n, window`},
		{func(p *plan.Plan) { p.Parameters["n"] = "3..1:1" }, plan.ErrNone, "begins above its end"},
		{func(p *plan.Plan) { p.Parameters["n"] = "1..3:0" }, plan.ErrPlan, "a step is above 0"},
		{func(p *plan.Plan) { p.Parameters["n"] = "1..3" }, plan.ErrPlan, "in which steps, as in n=1..3:0.5"},
		{func(p *plan.Plan) { p.Parameters["n"] = "1..x:1" }, plan.ErrPlan, `"x" is no number`},
		{func(p *plan.Plan) { p.Parameters["n"] = "1%..3h:1" }, plan.ErrPlan, "do not mix"},
		{func(p *plan.Plan) { p.Parameters["n"] = "4,4" }, plan.ErrPlan, "has 4 twice"},
		{func(p *plan.Plan) { p.Parameters["n"] = "4," }, plan.ErrPlan, "empty value"},
		{func(p *plan.Plan) { p.Judge.Against = "luck" }, plan.ErrPlan, `cash or holding, and not "luck"`},
		{func(p *plan.Plan) { p.Judge.Untouched = 91 }, plan.ErrPlan, "91 % untouched"},
		{func(p *plan.Plan) { p.Without = []string{"mind"} }, plan.ErrPlan, `nothing is called "mind" that can be left out; there are epistemic, oracle, stochastic`},
		{func(p *plan.Plan) { p.Without = []string{"oracle", "oracle"} }, plan.ErrPlan, "oracle is left out twice"},
		{func(p *plan.Plan) { p.Judge.Tried = 6 }, plan.ErrPlan, "6 arms were tried in all, and here are 7"},
		{func(p *plan.Plan) { p.Worlds, p.History = nil, "data" }, plan.ErrPlan, "recorded days are one market whatever the seed"},
		{func(p *plan.Plan) { p.Judge.WalkForward = 3 }, plan.ErrPlan, "over recorded days"},
	} {
		p := usual()
		c.change(&p)
		if _, err := p.Design(read); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %v with %q", err, c.is, c.says)
		}
	}
}

// Every arm is also lived without each faculty, with settings that differ in that alone.
func TestAFacultyIsLeftOut(t *testing.T) {
	p := usual()
	p.Strategies, p.Parameters, p.Without = []string{"b.md"}, nil, []string{"stochastic", "oracle", "epistemic"}
	d, err := p.Design(read)
	if err != nil {
		t.Fatal(err)
	}
	all := config.Default()
	want, hashes := []string{"b.md", "b.md without epistemic", "b.md without oracle", "b.md without stochastic"}, map[string]bool{}
	for i, a := range d.Arms {
		c, err := a.Settings(all)
		if err != nil || a.Name != want[i] {
			t.Fatalf("%s: %v", a.Name, err)
		}
		hashes[strings.Join(conf.Values(&c), "\n")] = true
		off := map[string]bool{"oracle": !c.Oracle.Enabled, "epistemic": !c.Mortality.Epistemic.Enabled, "stochastic": !c.Mortality.Stochastic.Enabled}
		for name, is := range off {
			if is != (name == a.Without) {
				t.Errorf("%s: %s is off: %v", a.Name, name, is)
			}
		}
	}
	if len(d.Arms) != 4 || len(hashes) != 4 || !all.Oracle.Enabled {
		t.Errorf("%d arms with %d settings", len(d.Arms), len(hashes))
	}
	all.Oracle.Enabled = false
	if _, err := d.Arms[2].Settings(all); !errors.Is(err, plan.ErrPlan) || !strings.Contains(err.Error(), "oracle.enabled is off in the settings") {
		t.Error(err)
	}
}

// Values of a range are exact, and keep the unit of the file where they say none.
func TestAParameterTakesItsValues(t *testing.T) {
	for given, want := range map[string]string{
		"-3..-1:0.5": "-3% -2.5% -2% -1.5% -1%", "0.1..0.3:0.1": "0.1% 0.2% 0.3%", "-0.5..0.5:0.5": "-0.5% 0% 0.5%", "30bps..40bps:5bps": "30bps 35bps 40bps",
		"1..2:0.75": "1% 1.75%", "2..2:1": "2%", "1,30bps": "1% 30bps", "10..10:1": "10%",
	} {
		p := usual()
		p.Strategies, p.Parameters = []string{"a.md"}, map[string]string{"band": given}
		d, err := p.Design(read)
		if err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		var got []string
		for _, a := range d.Arms {
			got = append(got, a.Set[0].Value)
		}
		wanted := strings.Fields(want)
		slices.Sort(got)
		if slices.Sort(wanted); !slices.Equal(got, wanted) {
			t.Errorf("%s: %v, want %v", given, got, wanted)
		}
	}
}

// Two strategies of one name are told apart by their folders.
func TestStrategiesOfOneNameAreToldApart(t *testing.T) {
	if got := plan.Names([]string{"a.md", "elsewhere/a.md", "x/b.md"}); !slices.Equal(got, []string{"a.md", "elsewhere/a.md", "b.md"}) {
		t.Errorf("%q", got)
	}
}

// A file says what flags say, and what it says wrongly is told with its line.
func TestAPlanIsReadFromAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.toml")
	put := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("strategies = [\"a.md\", \"b.md\"]\nworlds = [\"chop\", \"trend\"]\nseeds = \"7,1000-1002\"\n[parameters]\nband = \"-3..-2:0.5\"\nn = \"4,5\"\n")
	p := plan.New()
	if err := p.Read(path); err != nil {
		t.Fatal(err)
	}
	filed, err := p.Design(read)
	if err != nil {
		t.Fatal(err)
	}
	flagged, err := usual().Design(read)
	if err != nil || filed.Hash("", "") != flagged.Hash("", "") {
		t.Errorf("a file is another plan than flags (%v)", err)
	}
	for text, says := range map[string]string{
		"worlds = [\"chop\"]\n[[arms]]\nname = \"x\"\nste = [\"a.md\"]\n": ":4: unknown key arms.ste", "[[arms]]\nset = \"a.md\"\n": ":2:",
		"worlds = [\"chop\"]\nsead = \"1\"\n": ":2: unknown key sead", "days = \"two\"\n": ":1:", "days = \n": ":1:",
	} {
		put(text)
		p := plan.New()
		if err := p.Read(path); !errors.Is(err, plan.ErrPlan) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := p.Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// Whatever is written of seeds and values, it is a design within bounds or an error of its kind.
func FuzzDesign(f *testing.F) {
	f.Add("1000-1199", "-3..-1:0.5")
	f.Add("0-18446744073709551615", "1h,2h")
	f.Add("3,7-9,8", "0.000000001..1:0.1%")
	f.Add("-", "..:")
	f.Fuzz(func(t *testing.T, seeds, values string) {
		p := usual()
		p.Seeds, p.Parameters = seeds, map[string]string{"band": values}
		d, err := p.Design(read)
		if err != nil {
			var wrong strategy.Problems
			if !errors.Is(err, plan.ErrPlan) && !errors.Is(err, plan.ErrMany) && !errors.Is(err, plan.ErrNone) && !errors.As(err, &wrong) {
				t.Fatalf("%q %q: %v", seeds, values, err)
			}
			return
		}
		if n := len(d.Runs()); n == 0 || n > plan.Most || n != len(d.Arms)*len(d.Places) {
			t.Fatalf("%q %q: %d lives", seeds, values, n)
		}
	})
}
