package luck_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/statistics"
)

// small is a market that a test has time for.
var small = market{strategies: 10, periods: 240, common: 0.3, family: 0.1, follow: 0.1, freedom: 5, crowded: 0.8}

// planted has one strategy, the fourth, with an edge.
func planted(of seed.Seed, sharpe float64) luck.Trials {
	t := small.trials(of.Stream("sweep"))
	plant(t, 3, sharpe)
	return t
}

func judge(t testing.TB, trials luck.Trials, r luck.Rules) luck.Verdict {
	t.Helper()
	v, err := luck.Judge(trials, r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v)
	if err != nil || strings.Contains(string(text), "null") != strings.Contains(string(text), `"why"`) {
		t.Fatalf("%s, %v", text, err)
	}
	return v
}

func get(t testing.TB, f statistics.Figure) float64 {
	t.Helper()
	x, ok := f.Get()
	if !ok {
		t.Fatalf("unknown: %s", f.Why)
	}
	return x
}

func TestAnEdgeIsFoundAndEveryFigureIsThere(t *testing.T) {
	v := judge(t, planted(1000, 9), luck.Rules{Seed: 1})
	if !v.Better || v.Best != "s3" || len(v.Reasons) != 3 || v.Tried != 10 || v.Periods != 240 || v.Still != 0 {
		t.Fatalf("%+v", v)
	}
	best := v.Strategies[3]
	if get(t, best.Sharpe) != get(t, v.Sharpe) || get(t, best.Probability) != get(t, v.Probability) || get(t, v.Probability) > 0.05 {
		t.Errorf("%+v", best)
	}
	for _, s := range v.Strategies {
		if low, mean, high := get(t, s.Low), get(t, s.Mean), get(t, s.High); !(low < mean && mean < high) {
			t.Errorf("%s: %v, %v, %v", s.Name, low, mean, high)
		}
	}
	if get(t, best.Low) <= 0 {
		t.Errorf("the interval of the best one reaches down to %v", get(t, best.Low))
	}
	if years := get(t, v.MinimumYears); years <= 0 || years >= 240.0/365 {
		t.Errorf("it takes %v years", years)
	}
	if !(get(t, v.Deflated) < get(t, v.Probabilistic)) || !(v.Independent <= 240) || v.Block < 1 {
		t.Errorf("%+v", v)
	}
	mean, deviation := 0.0, 0.0
	for _, x := range planted(1000, 9).Returns[3] {
		mean += x / 240
	}
	for _, x := range planted(1000, 9).Returns[3] {
		deviation += (x - mean) * (x - mean) / 239
	}
	if want := mean / math.Sqrt(deviation) * math.Sqrt(365); math.Abs(get(t, v.Sharpe)-want) > 1e-9 || math.Abs(get(t, best.Mean)-mean*365) > 1e-9 {
		t.Errorf("a year has a ratio of %v and a mean of %v, want %v and %v", get(t, v.Sharpe), get(t, best.Mean), want, mean*365)
	}
}

// The same trials, rules and seed give the same verdict; in another order too, but for chance.
func TestAVerdictFollowsFromItsSeed(t *testing.T) {
	trials := planted(1001, 6)
	first := judge(t, trials, luck.Rules{Seed: 7})
	if !reflect.DeepEqual(first, judge(t, trials, luck.Rules{Seed: 7})) {
		t.Error("the same seed gave another verdict")
	}
	if reflect.DeepEqual(first, judge(t, trials, luck.Rules{Seed: 8})) {
		t.Error("chance does not come from the seed")
	}
	if !reflect.DeepEqual(first, judge(t, trials, luck.Rules{Seed: 7, Level: 0.05, Resamples: 999, Parts: 10})) {
		t.Error("the usual rules are other ones")
	}
	slices.Reverse(trials.Names)
	slices.Reverse(trials.Returns)
	again := judge(t, trials, luck.Rules{Seed: 7})
	if again.Best != first.Best || math.Abs(get(t, again.Deflated)-get(t, first.Deflated)) > 1e-9 || math.Abs(get(t, again.Probability)-get(t, first.Probability)) > 1e-9 {
		t.Errorf("in another order %+v, want %+v", again, first)
	}
}

// What was tried elsewhere and thrown away makes a winner worth less.
func TestWhatWasThrownAwayCounts(t *testing.T) {
	trials := planted(1002, 5)
	few := judge(t, trials, luck.Rules{Seed: 1})
	trials.Tried = 400
	many := judge(t, trials, luck.Rules{Seed: 1})
	if want := min(1, 40*get(t, few.Probability)); math.Abs(get(t, many.Probability)-want) > 1e-12 || many.Tried != 400 {
		t.Errorf("of 400: %v, want %v", get(t, many.Probability), want)
	}
	if !(get(t, many.Deflated) < get(t, few.Deflated)) || !(get(t, many.ExpectedBest) > get(t, few.ExpectedBest)) {
		t.Errorf("deflated %v, before %v", get(t, many.Deflated), get(t, few.Deflated))
	}
}

// The last part chooses nothing: a winner that loses there is not better than luck.
func TestTheUntouchedPartIsLookedAtOnce(t *testing.T) {
	trials := planted(1003, 12)
	alone, _ := luck.Judge(luck.Trials{Names: trials.Names, PerYear: 365, Returns: firsts(trials.Returns, 180)}, luck.Rules{Seed: 1})
	v := judge(t, trials, luck.Rules{Seed: 1, Untouched: 60})
	if !v.Better || v.Periods != 180 || v.Untouched == nil || v.Untouched.Periods != 60 || len(v.Reasons) != 4 {
		t.Fatalf("%+v", v)
	}
	if get(t, v.Deflated) != get(t, alone.Deflated) || get(t, v.Probability) != get(t, alone.Probability) {
		t.Error("the last part changed what was chosen before")
	}
	for k := 180; k < 240; k++ {
		trials.Returns[3][k] = -trials.Returns[3][k]
	}
	v = judge(t, trials, luck.Rules{Seed: 1, Untouched: 60})
	if v.Better || v.Reasons[3].Passed || get(t, v.Untouched.Return) >= 0 || get(t, v.Untouched.Probabilistic) > 0.5 {
		t.Errorf("it lost in the last part: %+v", v.Untouched)
	}
	for k := 180; k < 240; k++ {
		trials.Returns[3][k] = 0
	}
	if v = judge(t, trials, luck.Rules{Seed: 1, Untouched: 60}); v.Better || v.Untouched.Probabilistic.Why == "" {
		t.Errorf("it did nothing in the last part: %+v", v.Untouched)
	}
}

func firsts(returns [][]float64, n int) (cut [][]float64) {
	for _, r := range returns {
		cut = append(cut, r[:n])
	}
	return cut
}

func TestWhatCannotBeJudgedIsNotBetter(t *testing.T) {
	still := luck.Trials{Names: []string{"a", "b"}, PerYear: 365, Returns: [][]float64{make([]float64, 100), make([]float64, 100)}}
	if v := judge(t, still, luck.Rules{}); v.Better || v.Still != 2 || v.Best != "" || v.Reasons[0].Test != "movement" {
		t.Errorf("%+v", v)
	}
	short := planted(1004, 50)
	short.Returns = firsts(short.Returns, 39)
	if v := judge(t, short, luck.Rules{}); v.Better || len(v.Reasons) != 1 || !strings.Contains(v.Reasons[0].Says, "39 periods are too few") {
		t.Errorf("%+v", v)
	}
	one := planted(1005, 9)
	one.Names, one.Returns = one.Names[3:4], one.Returns[3:4]
	if v := judge(t, one, luck.Rules{Seed: 2}); !v.Better || get(t, v.ExpectedBest) != 0 || v.Overfitting.Probability.Why == "" {
		t.Errorf("one strategy with an edge: %+v", v.Reasons)
	}
	one.Tried = 50
	if v := judge(t, one, luck.Rules{Seed: 2}); v.Better {
		t.Errorf("one that is left of fifty has nothing to be compared with: %+v", v.Reasons)
	}
}

func TestWhatAreNoTrialsIsRefused(t *testing.T) {
	good := func() luck.Trials {
		return luck.Trials{Names: []string{"a", "b"}, PerYear: 365, Returns: [][]float64{make([]float64, 50), make([]float64, 50)}}
	}
	for name, edit := range map[string]func(*luck.Trials){
		"nothing":         func(t *luck.Trials) { *t = luck.Trials{PerYear: 1} },
		"a name missing":  func(t *luck.Trials) { t.Names = t.Names[:1] },
		"a name twice":    func(t *luck.Trials) { t.Names[1] = "a" },
		"other lengths":   func(t *luck.Trials) { t.Returns[1] = t.Returns[1][1:] },
		"not a number":    func(t *luck.Trials) { t.Returns[1][4] = math.NaN() },
		"too large":       func(t *luck.Trials) { t.Returns[0][0] = -1e10 },
		"no year":         func(t *luck.Trials) { t.PerYear = 0 },
		"fewer than here": func(t *luck.Trials) { t.Tried = 1 },
		"no first world":  func(t *luck.Trials) { t.Worlds = []int{3} },
		"worlds go back":  func(t *luck.Trials) { t.Worlds = []int{0, 9, 9} },
		"a world outside": func(t *luck.Trials) { t.Worlds = []int{0, 50} },
	} {
		trials := good()
		edit(&trials)
		if _, err := luck.Judge(trials, luck.Rules{}); !errors.Is(err, luck.ErrTrials) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, r := range map[string]luck.Rules{
		"a level above":     {Level: 0.6},
		"a level below":     {Level: -0.1},
		"few resamples":     {Resamples: 18},
		"too many":          {Resamples: 1e7},
		"odd parts":         {Parts: 7},
		"too many parts":    {Parts: 22},
		"all untouched":     {Untouched: 50},
		"blocks beyond":     {Block: 51},
		"blocks of nothing": {Block: 0.5},
	} {
		if _, err := luck.Judge(good(), r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := good().Against(make([]float64, 49)); !errors.Is(err, luck.ErrTrials) {
		t.Errorf("against another length: %v", err)
	}
}

// What all strategies gained with the market is no edge against holding it.
func TestAgainstHoldingTheMarketIsNoEdge(t *testing.T) {
	trials := small.trials(seed.Seed(1006).Stream("sweep"))
	holding := make([]float64, 240)
	for k := range holding {
		holding[k] = 0.01 + 0.001*float64(k%3)
		for _, r := range trials.Returns {
			r[k] += holding[k]
		}
	}
	if v := judge(t, trials, luck.Rules{Seed: 1}); get(t, v.Sharpe) < 5 {
		t.Errorf("the market gained too little: %v", get(t, v.Sharpe))
	}
	above, err := trials.Against(holding)
	if err != nil {
		t.Fatal(err)
	}
	if v := judge(t, above, luck.Rules{Seed: 1}); v.Better {
		t.Errorf("better than luck against it: %+v", v.Reasons)
	}
}

func TestObservationsArePairedBySeedAndDay(t *testing.T) {
	all := []luck.Observation{
		{"b", 2, 1, 0.5},
		{"a", 2, 0, 0.3},
		{"a", 1, 0, 0.1},
		{"b", 1, 0, 0.2},
		{"a", 2, 1, 0.4},
		{"b", 2, 0, 0.6},
	}
	got, err := luck.Pair(all, 365)
	want := luck.Trials{Names: []string{"a", "b"}, PerYear: 365, Worlds: []int{0, 1}, Returns: [][]float64{{0.1, 0.3, 0.4}, {0.2, 0.6, 0.5}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v, %v", got, err)
	}
	for name, bad := range map[string][]luck.Observation{
		"a day missing":      all[1:],
		"a day twice":        append(slices.Clone(all), all[1]),
		"the second's twice": append(slices.Clone(all), all[0]),
		"another day":        append(slices.Clone(all), luck.Observation{"a", 3, 0, 0}, luck.Observation{"b", 3, 1, 0}),
		"nothing":            nil,
	} {
		if _, err := luck.Pair(bad, 365); !errors.Is(err, luck.ErrTrials) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The intervals of all strategies hold at once about as often as they say.
func TestIntervalsHoldTogether(t *testing.T) {
	const sweeps = 300
	missed, m := int64(0), small
	m.freedom, m.follow = 30, 0
	for i := range sweeps {
		v := judge(t, m.trials(seed.Seed(5000+i).Stream("sweep")), luck.Rules{Seed: seed.Seed(i), Level: 0.1, Resamples: 199, Parts: 2})
		if slices.ContainsFunc(v.Strategies, func(s luck.Strategy) bool { return get(t, s.Low) > 0 || get(t, s.High) < 0 }) {
			missed++
		}
	}
	if t.Logf("%d of %d", missed, sweeps); missed >= beyond(sweeps, 0.13) || missed <= sweeps/50 {
		t.Errorf("in %d of %d one does not hold nothing, about a tenth should", missed, sweeps)
	}
}

// Whatever the trials are, a verdict is written without what is no number, and is better only
// where every test passed.
func TestAVerdictHoldsWhatItPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, periods := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(1, 90).Draw(t, "periods")
		trials := luck.Trials{PerYear: 365}
		for i := range n {
			trials.Names = append(trials.Names, string(rune('a'+i)))
			r := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1, 1), rapid.Just(0.0), rapid.Float64Range(-1e9, 1e9)), periods, periods).Draw(t, "returns")
			trials.Returns = append(trials.Returns, r)
		}
		v, err := luck.Judge(trials, luck.Rules{Resamples: 39, Parts: 4, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := json.Marshal(v); err != nil {
			t.Fatalf("%s, %v", text, err)
		}
		passed := len(v.Reasons) > 0
		for _, r := range v.Reasons {
			passed = passed && r.Passed
			if r.Says == "" || r.Test == "" {
				t.Fatalf("%+v", r)
			}
		}
		if v.Better != passed {
			t.Fatalf("%+v", v)
		}
	})
}
