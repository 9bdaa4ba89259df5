package luck_test

import (
	"encoding/json"
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
	if !reflect.DeepEqual(first, judge(t, trials, luck.Rules{Seed: 7, Significance: 0.05, Resamples: 999, Parts: 10})) {
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

// What all strategies gained with the market is no edge against holding it.

// The intervals of all strategies hold at once about as often as they say.

func TestIntervalsHoldTogether(t *testing.T) {
	const sweeps = 300
	missed, m := int64(0), small
	m.freedom, m.follow = 30, 0
	for i := range sweeps {
		v := judge(t, m.trials(seed.Seed(5000+i).Stream("sweep")), luck.Rules{Seed: seed.Seed(i), Significance: 0.1, Resamples: 199, Parts: 2})
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
