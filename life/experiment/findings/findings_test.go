package findings_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/performance"
)

// lived is a life in the chop world of a seed that returned so much each hour and traded.
func lived(t testing.TB, of uint64, hours []float64) outcome.Outcome {
	t.Helper()
	points := []performance.Point{{Price: 100, Equity: 1000}}
	for i, r := range hours {
		last := points[i]
		points = append(points, performance.Point{Time: int64(i+1) * outcome.Hour, Price: last.Price * 1.0001, Equity: last.Equity * (1 + r)})
	}
	end := int64(len(hours)) * outcome.Hour
	o := outcome.Outcome{
		Golem: "g", Dir: "d", Command: "bardo replay d", Period: outcome.Hour, Hours: performance.Returns(points, outcome.Hour),
		Place: outcome.Place{Kind: "world", Name: "chop", Days: 2, Seed: of, Market: "m"},
		Span:  outcome.Span{To: end, Until: end, Cause: "ttl"}, Did: outcome.Did{Orders: 2, Trades: 2, Trips: 1, Won: 3},
		Numeraire: "USDC", Held: []string{"WETH"}, Assumed: []string{"nobody reacts to it"},
	}
	holding, _ := performance.Instead(points)
	o.Holding = performance.Returns(holding, outcome.Hour)
	var err error
	o.Figures, err = statistics.Compare(statistics.Life{Points: points, Period: outcome.Hour, Activity: &statistics.Activity{
		Bought: 10, Sold: 10, Invested: make([]float64, len(points)), Trips: []float64{3}, Costs: []statistics.Cost{{Kind: "gas", Amount: 1}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// noise is so many returns around a mean.
func noise(rng *rand.Rand, hours int, mean float64) []float64 {
	all := make([]float64, hours)
	for i := range all {
		all[i] = mean + rng.NormFloat64()/1000
	}
	return all
}

func arm(t testing.TB, name string, hours ...[]float64) findings.Arm {
	t.Helper()
	a := findings.Arm{Name: name}
	for i, h := range hours {
		a.Lives = append(a.Lives, lived(t, uint64(1000+i), h))
	}
	return a
}

func ask(t testing.TB, q findings.Question) findings.Findings {
	t.Helper()
	f, err := findings.Of(q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func has(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not in %q", w, text)
		}
	}
}

// A difference that is there in every hour is found and given its interval; one that noise makes is
// said to be perhaps luck.
func TestTheFirstSentenceSaysWhichIsBetterAndHowSure(t *testing.T) {
	rng := seed.Seed(1).Stream("lives")
	base := noise(rng, 96, 0)
	better := make([]float64, len(base))
	for i, r := range base {
		better[i] = r + 0.0005 + rng.NormFloat64()/10_000
	}
	f := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "worse.md", base), arm(t, "better.md", better)}, Against: findings.Cash})
	has(t, f.Says, "better.md did better than worse.md: ", " in 4 days of world chop, seed 1000, ", "percentage points more; with 95 % it lies between +", "which luck alone seldom shows", "assumed is that")
	p := f.Pairs[0]
	low, _ := p.Low.Get()
	high, _ := p.High.Get()
	if d, _ := p.Difference.Get(); len(f.Pairs) != 1 || !(0 < low && low < d && d < high) || d < 0.04 || d > 0.06 {
		t.Errorf("%+v", p)
	}
	f = ask(t, findings.Question{Arms: []findings.Arm{arm(t, "a.md", base), arm(t, "b.md", noise(rng, 96, 0))}, Against: findings.Cash})
	has(t, f.Says, "so that it may be luck")
}

// The interval is that of package luck for the mean of the paired differences, of a whole life.
func TestTheIntervalIsThatOfThePairedDifferences(t *testing.T) {
	rng := seed.Seed(2).Stream("lives")
	x, y := noise(rng, 60, 0.001), noise(rng, 60, 0)
	trials := luck.Trials{Names: []string{"x − y"}, Returns: [][]float64{{}}, PerYear: 8760}
	for i := range x {
		trials.Returns[0] = append(trials.Returns[0], x[i]-y[i])
	}
	v, err := luck.Judge(trials, luck.Rules{Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	from, _ := v.Strategies[0].Low.Get()
	to, _ := v.Strategies[0].High.Get()
	p := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "x", x), arm(t, "y", y)}, Seed: 9}).Pairs[0]
	low, _ := p.Low.Get()
	high, _ := p.High.Get()
	if got, want := high-low, (to-from)*60/8760; got < want*(1-1e-9) || got > want*(1+1e-9) {
		t.Errorf("an interval of %v, want %v", got, want)
	}
}

// Lives of several worlds are resampled each within its own: the interval is that of the same differences
// with the worlds told, and not of one long life.
func TestTheIntervalOfSeveralLivesKeepsTheirWorldsApart(t *testing.T) {
	rng := seed.Seed(12).Stream("lives")
	a, b := arm(t, "a", noise(rng, 60, 0.001), noise(rng, 50, -0.001)), arm(t, "b", noise(rng, 60, 0), noise(rng, 50, 0))
	trials := luck.Trials{Names: []string{"a − b"}, Returns: [][]float64{{}}, PerYear: 8760, Worlds: []int{0, 60}}
	for i := range a.Lives {
		for j, r := range a.Lives[i].Hours {
			trials.Returns[0] = append(trials.Returns[0], r-b.Lives[i].Hours[j])
		}
	}
	width := func(worlds []int) float64 {
		trials.Worlds = worlds
		v, err := luck.Judge(trials, luck.Rules{Seed: 9})
		if err != nil {
			t.Fatal(err)
		}
		from, _ := v.Strategies[0].Low.Get()
		to, _ := v.Strategies[0].High.Get()
		return (to - from) * 55 / 8760 // hours of a life on average
	}
	p := ask(t, findings.Question{Arms: []findings.Arm{a, b}, Seed: 9}).Pairs[0]
	low, _ := p.Low.Get()
	high, _ := p.High.Get()
	if got, want := high-low, width([]int{0, 60}); math.Abs(got-want) > want*1e-9 {
		t.Errorf("an interval of %v, want %v; of one long life it is %v", got, want, width(nil))
	}
	if one := width(nil); math.Abs(one-(high-low)) < one*1e-6 {
		t.Error("the worlds make no difference here: the test proves nothing")
	}
}

// Of several lives the fall is the deepest, wherever it was, and what was turned over is the mean.
func TestTheSummaryOfSeveralLives(t *testing.T) {
	calm, fall := make([]float64, 48), make([]float64, 48)
	fall[20], fall[21] = -0.2, 0.1
	for name, hours := range map[string][][]float64{"the last": {calm, fall}, "the first": {fall, calm}} {
		a := arm(t, "a.md", hours...)
		a.Lives[1].Figures.Life.Did.Turnover = statistics.Known(9)
		one, _ := a.Lives[0].Figures.Life.Did.Turnover.Get()
		s := findings.Pool(a.Lives, outcome.Hour)
		turned, _ := s.Did.Turnover.Get()
		if d := s.Risk.Drawdown.Depth; math.Abs(d-0.2) > 1e-9 || math.Abs(turned-(one+9)/2) > 1e-9 {
			t.Errorf("%s fell: the deepest fall is %v, turned over %v", name, d, turned)
		}
	}
}

// The best of losers is no winner: the first sentence says first that cash, or holding, did better. An
// arm that did nothing is never the best, and the test that fails is named.
func TestTheBestOfLosersIsNoWinner(t *testing.T) {
	rng := seed.Seed(21).Stream("lives")
	var losers []findings.Arm
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		losers = append(losers, arm(t, name, noise(rng, 48, -0.001), noise(rng, 48, -0.001)))
	}
	has(t, ask(t, findings.Question{Arms: losers, Many: true, Against: findings.Cash}).Says, "None of 3 arms did better than cash: ", " was the best by its Sharpe ratio, −", "where holding returned +0.48 % and cash nothing")
	idle := arm(t, "idle.md", make([]float64, 48), make([]float64, 48))
	idle.Lives[0].Did.Orders, idle.Lives[1].Did.Orders = 0, 0
	for _, against := range []string{findings.Cash, findings.Holding} {
		f := ask(t, findings.Question{Arms: append([]findings.Arm{idle}, losers...), Many: true, Against: against})
		has(t, f.Says, "None of 4 arms did better than "+against+": ")
		if f.Verdict.Best == "idle.md" || f.Verdict.Tried != 4 {
			t.Errorf("against %s: %+v", against, f.Verdict)
		}
	}
}

// What was tried before and thrown away counts.
func TestWhatWasTriedBeforeCounts(t *testing.T) {
	few := ask(t, findings.Question{Arms: many(t, 8, 0.0004), Many: true, Against: findings.Cash})
	more := ask(t, findings.Question{Arms: many(t, 8, 0.0004), Many: true, Against: findings.Cash, Tried: 400})
	p, _ := few.Verdict.Probability.Get()
	q, _ := more.Verdict.Probability.Get()
	if few.Verdict.Tried != 8 || more.Verdict.Tried != 400 || q <= p || !strings.Contains(more.Says, "the best of 400 ") {
		t.Errorf("%d tried, %v; %d tried, %v: %s", few.Verdict.Tried, p, more.Verdict.Tried, q, more.Says)
	}
}

func TestWhatCannotBeSaidSaysWhy(t *testing.T) {
	rng := seed.Seed(3).Stream("lives")
	brief := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "a.md", noise(rng, 39, 0)), arm(t, "b.md", noise(rng, 39, 0))}})
	has(t, brief.Says, "how sure that is cannot be said, because 39 hours are too few for an interval, it takes 40")

	var crowd []findings.Arm
	for i := range 14 {
		crowd = append(crowd, arm(t, string(rune('a'+i)), noise(rng, 0, 0)))
	}
	for _, q := range []findings.Question{{Arms: crowd, Many: true}, {Arms: crowd}, {Arms: crowd[:1], Many: true}} {
		has(t, ask(t, q).Says, "better than cash: ", "0.00 % in 0 minutes", "because 0 hours are too few")
	}

	far := arm(t, "b.md", noise(rng, 96, 0))
	far.Lives[0].Place.Seed = 7
	apart := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "a.md", noise(rng, 96, 0)), far}})
	has(t, apart.Says, "Which is better cannot be said: a.md lived world chop, seed 1000 and b.md lived world chop, seed 7")
	if len(apart.Pairs) != 0 || len(apart.Columns) != 6 {
		t.Errorf("%d pairs, %d columns", len(apart.Pairs), len(apart.Columns))
	}

	chain := arm(t, "b.md", noise(rng, 96, 0))
	chain.Lives[0].Place = outcome.Place{Kind: "live", Name: "on chain 8453"}
	has(t, ask(t, findings.Question{Arms: []findings.Arm{chain, chainOf(t, rng)}}).Says, "lived on a chain")

	still := arm(t, "a.md", make([]float64, 96))
	still.Lives[0].Did.Orders = 0
	both := ask(t, findings.Question{Arms: []findings.Arm{still}, Many: true})
	has(t, both.Says, "No life traded", "bardo report DIR says why")
	has(t, strings.Join(both.Notes, " "), "a.md traded nothing: bardo report d says why.")
	if both.Verdict != nil || len(both.Notes) != 1 {
		t.Errorf("%+v", both)
	}

	for why, q := range map[string]findings.Question{
		"no life":                 {},
		"stands twice":            {Arms: []findings.Arm{still, still}},
		"no life to compare of c": {Arms: []findings.Arm{{Name: "c"}}},
	} {
		if _, err := findings.Of(q); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func chainOf(t *testing.T, rng *rand.Rand) findings.Arm {
	a := arm(t, "a.md", noise(rng, 96, 0))
	a.Lives[0].Place = outcome.Place{Kind: "live", Name: "on chain 8453"}
	return a
}

// Lives that ended before their time, and such that go on, are told; what is compared is what all
// have lived.
func TestALifeThatGoesOnIsComparedAsFarAsItIs(t *testing.T) {
	rng := seed.Seed(4).Stream("lives")
	a, b := arm(t, "a.md", noise(rng, 96, 0)), arm(t, "b.md", noise(rng, 72, 0))
	b.Lives[0].Span.Cause = ""
	a.Lives[0].Span.To -= outcome.Day
	f := ask(t, findings.Question{Arms: []findings.Arm{a, b}})
	has(t, f.Says, "in 3 days of world chop")
	has(t, strings.Join(f.Notes, " "), "1 life of b.md goes on", "1 life of a.md died before the paid time was over")
}

// A life that is longer is compared as far as the other is: what came of it later is no edge.
func TestALifeThatIsLongerIsNoBetterForThat(t *testing.T) {
	const hours = 48
	rng := seed.Seed(9).Stream("lives")
	short, long := noise(rng, hours, 0), noise(rng, hours+24, 0)
	for i := hours; i < len(long); i++ {
		long[i] = 0.01
	}
	f := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "long.md", long), arm(t, "short.md", short)}})
	cut := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "long.md", long[:hours]), arm(t, "short.md", short)}})
	if fmt.Sprint(f.Pairs) != fmt.Sprint(cut.Pairs) || f.Says != strings.Replace(cut.Says, "; holding returned +0.48 %", "", 1) {
		t.Errorf("%s\n%+v\nand cut to the same hours\n%s\n%+v", f.Says, f.Pairs, cut.Says, cut.Pairs)
	}
	has(t, strings.Join(f.Notes, " "), "long.md lived longer than others")
	if len(cut.Notes) > 0 {
		t.Errorf("notes of lives of one length: %q", cut.Notes)
	}
}

// Lives of one market that were born at different times, or among others, are not told apart, and it
// is said why.
func TestWhyLivesStandApartIsSaid(t *testing.T) {
	rng := seed.Seed(9).Stream("lives")
	for want, change := range map[string]func(o *outcome.Outcome){
		"a.md was born at 1970-01-01 00:00 and b.md at 1970-01-01 12:00":                      func(o *outcome.Outcome) { o.Span.From += 12 * outcome.Hour },
		"a.md lived world chop, seed 1000 and b.md lived world chop, seed 1000, among others": func(o *outcome.Outcome) { o.Place.Together = "c" },
		"a.md and b.md lived world chop, seed 1000, and not the same minutes of it":           func(o *outcome.Outcome) { o.Place.Market = "other" },
	} {
		a, b := arm(t, "a.md", noise(rng, 72, 0)), arm(t, "b.md", noise(rng, 72, 0))
		change(&b.Lives[0])
		has(t, ask(t, findings.Question{Arms: []findings.Arm{a, b}}).Says, "Which is better cannot be said: "+want)
	}
}

// What the coin for gas came to is no edge of an arm that did nothing.
func TestAnArmThatDidNothingStandsStill(t *testing.T) {
	idle := arm(t, "idle.md", noise(seed.Seed(8).Stream("coin"), 96, 0.01))
	idle.Lives[0].Did.Orders = 0
	f := ask(t, findings.Question{Arms: []findings.Arm{idle, arm(t, "busy.md", noise(seed.Seed(7).Stream("lives"), 96, 0.0001))}, Many: true, Against: findings.Cash})
	if f.Verdict.Best != "busy.md" || f.Verdict.Still != 1 {
		t.Errorf("%+v", f.Verdict)
	}
}

// Of many arms that did nothing, or died early, their number is told.
func TestManyNotesAreOne(t *testing.T) {
	arms := many(t, 8, 0)
	for i := range 6 {
		arms[i].Lives[0].Span.To -= outcome.Day
		for j := range arms[i].Lives {
			arms[i].Lives[j].Did.Orders = 0
		}
	}
	notes := ask(t, findings.Question{Arms: arms, Against: findings.Cash}).Notes
	has(t, strings.Join(notes, " "), "6 of 8 arms traded nothing: bardo report DIR says why of each.", "6 lives of 6 arms died before the paid time was over")
	if len(notes) != 2 {
		t.Errorf("%q", notes)
	}
}

// many are arms of noise in so many worlds, the third of them with an edge of its own.
func many(t testing.TB, arms int, edge float64) (all []findings.Arm) {
	rng := seed.Seed(5).Stream("lives")
	for i := range arms {
		mean := 0.0
		if i == 2 {
			mean = edge
		}
		var hours [][]float64
		for range 8 {
			hours = append(hours, noise(rng, 48, mean))
		}
		all = append(all, arm(t, string(rune('a'+i))+".md", hours...))
	}
	return all
}

func TestTheBestOfManyIsJudgedAgainstLuck(t *testing.T) {
	f := ask(t, findings.Question{Arms: many(t, 20, 0), Many: true, Against: findings.Cash})
	has(t, f.Says, "did best of 20 arms", "a life on average, in 8 lives of 2 days each", "against cash that is no better than luck by 3 tests of 3 (the best of 20 strategies without an edge looks as good in ")
	has(t, strings.Join(f.Notes, " "), "The best of many is no better than luck here")
	has(t, strings.Join(f.Assumed, " "), "returns of whole hours, drawn again within each life in blocks of ")
	if f.Verdict == nil || f.Verdict.Better || f.Verdict.Periods != 8*48 || f.Pairs != nil {
		t.Errorf("%+v", f.Verdict)
	}
	f = ask(t, findings.Question{Arms: many(t, 20, 0.0004), Many: true, Against: findings.Cash})
	has(t, f.Says, "c.md did best of 20 arms by its Sharpe ratio: ", "where holding returned +0.48 % and cash nothing, and ", "percentage points more than", "the next by that ratio; against cash that is better than luck by every test")
	held := ask(t, findings.Question{Arms: many(t, 20, 0.0004), Many: true, Against: findings.Holding})
	has(t, held.Says, "against holding that is better than luck")
	mean, _ := f.Verdict.Strategies[2].Mean.Get()
	above, _ := held.Verdict.Strategies[2].Mean.Get()
	if less := (mean - above) / 8760; less < 0.000_099 || less > 0.000_101 {
		t.Errorf("against holding the mean is less by %v an hour, want the 0.0001 that holding gained", less)
	}
}

// Each step of a walk is chosen by what was before it, and what is untouched chooses nothing.
func TestAWalkChoosesByWhatWasBefore(t *testing.T) {
	rng := seed.Seed(6).Stream("lives")
	early, late := noise(rng, 40, 0.01), noise(rng, 40, 0)
	first := append(slices.Clone(early), noise(rng, 60, -0.01)...)
	second := append(slices.Clone(late), noise(rng, 60, 0.01)...)
	f := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "first", first), arm(t, "second", second)}, Many: true, Against: findings.Cash, Folds: 3, Untouched: 20})
	w := f.Walk
	if w == nil || len(w.Steps) != 3 || w.Steps[0].From != 20 || w.Steps[2].To != 80 {
		t.Fatalf("%+v", w)
	}
	var chosen []string
	for _, s := range w.Steps {
		chosen = append(chosen, s.Arm)
	}
	if strings.Join(chosen, " ") != "first first second" {
		t.Errorf("%v", chosen)
	}
	if got, _ := w.Chosen.Get(); got < 0.1 || got > 0.4 {
		t.Errorf("chosen came to %v", got)
	}
	if f.Verdict.Untouched == nil || f.Verdict.Untouched.Periods != 20 || f.Verdict.Periods != 80 {
		t.Errorf("%+v", f.Verdict)
	}
	brief := ask(t, findings.Question{Arms: []findings.Arm{arm(t, "a", first[:9])}, Folds: 9})
	has(t, brief.Walk.Says, "There is no walk: 9 hours cannot be walked through in 9 steps")
	if err := findings.Walkable([]int{9}, 9, 0); err == nil {
		t.Error("9 hours can be walked through")
	}
	if err := errors.Join(findings.Walkable([]int{20}, 9, 0), findings.Walkable([]int{3}, 0, 0), findings.Walkable([]int{25}, 9, 20)); err != nil {
		t.Error(err)
	}
}

// The order in which arms and lives come changes no byte.
func TestTheOrderOfArmsAndLivesChangesNothing(t *testing.T) {
	arms := many(t, 5, 0.0002)
	want, err := json.Marshal(ask(t, findings.Question{Arms: arms, Many: true, Against: findings.Cash}))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		other := rapid.Permutation(arms).Draw(t, "arms")
		for i := range other {
			other[i].Lives = rapid.Permutation(other[i].Lives).Draw(t, "lives")
		}
		f, err := findings.Of(findings.Question{Arms: other, Many: true, Against: findings.Cash})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(f); err != nil || string(got) != string(want) {
			t.Fatalf("other findings (%v)", err)
		}
	})
}
