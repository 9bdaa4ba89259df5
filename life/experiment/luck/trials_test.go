package luck_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/luck"
)

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
		"too significant":   {Significance: 0.6},
		"below zero":        {Significance: -0.1},
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
