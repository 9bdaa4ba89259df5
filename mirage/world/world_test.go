package world_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

func generate(t *testing.T, name string, s seed.Seed, days int) history.Market {
	t.Helper()
	m, err := world.Generate(name, s, days)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// rowsHash is a hash of every number of a market's rows.
func rowsHash(m history.Market) string {
	h := sha256.New()
	for _, r := range m.Minutes {
		fmt.Fprintln(h, r.Time.Unix(), r.Missing, r.Open, r.Low, r.High, r.Close, r.In0.Dec(), r.In1.Dec(), r.Liquidity.Dec(), r.GasPrice.Dec())
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// Old generated lives replay only while the rows stay the same.
func TestRowsArePinned(t *testing.T) {
	want := map[string]string{
		"calm":        "26bb20a140305bb2",
		"trend":       "c9ff83555515fe11",
		"chop":        "da80cafa85da429b",
		"walk":        "b0bbd719c2f646cc",
		"flash-crash": "0997aa919e54a9df",
		"depeg":       "3593797272f4e027",
		"dead":        "3e575e25f2c41018",
	}
	for _, name := range world.Names() {
		if got := rowsHash(generate(t, name, 7, 2)); got != want[name] {
			t.Errorf("%q: %q,", name, got)
		}
	}
}

func TestSameSeedSameRowsOtherSeedOtherRows(t *testing.T) {
	for _, name := range world.Names() {
		a, b, c := generate(t, name, 3, 1), generate(t, name, 3, 1), generate(t, name, 4, 1)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the same seed gave other rows", name)
		}
		if rowsHash(a) == rowsHash(c) {
			t.Errorf("%s: another seed gave the same rows", name)
		}
	}
}

func TestEveryWorldIsOfTheKindThatLoads(t *testing.T) {
	for _, name := range world.Names() {
		t.Run(name, func(t *testing.T) {
			m := generate(t, name, 11, 2)
			dir := t.TempDir()
			if err := history.Export(dir, m); err != nil {
				t.Fatal(err)
			}
			again, err := history.Load(dir, history.Gas{})
			if err != nil {
				t.Fatal(err)
			}
			if again.Spec != m.Spec || !reflect.DeepEqual(again.Minutes, m.Minutes) {
				t.Error("exported and loaded, the world is another")
			}
			if len(again.Notes) != 0 {
				t.Errorf("notes on a generated world: %q", again.Notes)
			}
		})
	}
}

// returns are the logarithmic returns of the closing ticks.
func returns(m history.Market) []float64 {
	var out []float64
	for i := 1; i < len(m.Minutes); i++ {
		out = append(out, float64(m.Minutes[i].Close-m.Minutes[i-1].Close)*math.Log(1.0001))
	}
	return out
}

func TestRealisedVolatilityIsTheParameter(t *testing.T) {
	for _, w := range world.Worlds() {
		if !slices.Contains([]string{"calm", "trend", "chop", "walk"}, w.Name) {
			continue
		}
		sum, n := 0.0, 0
		for _, r := range returns(generate(t, w.Name, 5, 20)) {
			sum += r * r
			n++
		}
		got := math.Sqrt(sum / float64(n) * 365 * 24 * 60)
		t.Logf("%s: realised %.4f, parameter %.4f", w.Name, got, w.Volatility)
		if math.Abs(got/w.Volatility-1) > 0.05 {
			t.Errorf("%s: realised volatility %.4f, parameter %.4f", w.Name, got, w.Volatility)
		}
	}
}

func TestWorldsAreWhatTheySay(t *testing.T) {
	price := func(m history.Market, i int) float64 { return m.Spec.Price(m.Minutes[i].Close) }
	for s := range seed.Seed(3) {
		dead := generate(t, "dead", s, 1)
		for _, m := range dead.Minutes {
			if m.Low != m.High || m.Close != dead.Minutes[0].Close || !m.In0.IsZero() || !m.In1.IsZero() {
				t.Fatalf("seed %d: the dead market moved at %s", s, m.Time)
			}
		}
		crash := generate(t, "flash-crash", s, 2)
		middle := len(crash.Minutes) / 2
		if fall := 1 - price(crash, middle+10)/price(crash, middle-1); fall < 0.15 || fall > 0.21 {
			t.Errorf("seed %d: the crash took %.3f", s, fall)
		}
		if regained := price(crash, middle+250)/price(crash, middle+10) - 1; regained < 0.08 || regained > 0.18 {
			t.Errorf("seed %d: regained %.3f", s, regained)
		}
		depeg := generate(t, "depeg", s, 2)
		if rise := price(depeg, middle+359)/price(depeg, middle-1) - 1; rise < 0.08 || rise > 0.20 {
			t.Errorf("seed %d: the price in a coin off its peg rose by %.3f", s, rise)
		}
		trend := generate(t, "trend", s, 9)
		if way := math.Abs(math.Log(price(trend, len(trend.Minutes)-1) / price(trend, 0))); way < 0.05 || way > 0.55 {
			t.Errorf("seed %d: 9 days of trend went %.3f", s, way)
		}
		chop := generate(t, "chop", s, 5)
		for i := range chop.Minutes {
			if off := math.Abs(math.Log(price(chop, i) / price(chop, 0))); off > 0.08 {
				t.Fatalf("seed %d: chop left its mean by %.3f", s, off)
			}
		}
	}
}

// In a random walk nothing is foreseen: a price is expected to be what it is, and an hour says nothing of
// the next. In chop it does. The margins are five standard errors.
func TestARandomWalkIsAFairGame(t *testing.T) {
	const seeds = 400
	var expected float64
	of := map[string]float64{}
	for s := range seed.Seed(seeds) {
		for _, name := range []string{"walk", "chop"} {
			m := generate(t, name, s, 1)
			var hours []float64
			for i := 60; i < len(m.Minutes); i += 60 {
				hours = append(hours, math.Log(m.Spec.Price(m.Minutes[i].Close)/m.Spec.Price(m.Minutes[i-60].Close)))
			}
			var both, square float64
			for i := 1; i < len(hours); i++ {
				both, square = both+hours[i]*hours[i-1], square+hours[i]*hours[i]
			}
			of[name] += both / square / seeds
			if name == "walk" {
				expected += m.Spec.Price(m.Minutes[len(m.Minutes)-1].Close) / m.Spec.Price(m.Minutes[0].Open) / seeds
			}
		}
	}
	if math.Abs(expected-1) > 5*0.72/math.Sqrt(365*seeds) {
		t.Errorf("after a day a price of 1 is expected to be %.4f", expected)
	}
	if margin := 5 / math.Sqrt(22*seeds); math.Abs(of["walk"]) > margin || of["chop"] > -margin {
		t.Errorf("an hour tells the next by %.3f, in chop by %.3f; the margin is %.3f", of["walk"], of["chop"], margin)
	}
}

func TestMostMinutesStandStillAndFewAreShort(t *testing.T) {
	m := generate(t, "chop", 7, 5)
	planner := history.Planner{Spec: m.Spec, Seed: 7}
	plan := planner.Plan(history.Opening(m), m.Minutes[0])
	still, short := 0, 0
	for _, minute := range m.Minutes {
		plan = planner.Plan(plan.Path[history.PhaseClose], minute)
		if plan.Moves == [history.Phases]bool{} {
			still++
		}
		if plan.Short {
			short++
		}
		if plan.Silent {
			t.Fatalf("%s moves without any inflow", minute.Time)
		}
	}
	n := len(m.Minutes)
	if still < n*6/10 || still > n*8/10 {
		t.Errorf("%d of %d minutes stand still", still, n)
	}
	if short < n/100 || short > n*5/100 {
		t.Errorf("%d of %d minutes are short", short, n)
	}
}

func TestBadRequestsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		days int
		want string
	}{
		{"boom", 1, `no world is named "boom": choose one of calm, trend, chop, walk, flash-crash, depeg, dead`},
		{"calm", 0, "world calm: days is 0, want 1 to 366"},
		{"calm", 367, "world calm: days is 367, want 1 to 366"},
	} {
		if _, err := world.Generate(c.name, 1, c.days); err == nil || err.Error() != c.want {
			t.Errorf("%s for %d days: %v", c.name, c.days, err)
		}
	}
	for _, w := range world.Worlds() {
		if w.About == "" || strings.Contains(w.About, "\n") {
			t.Errorf("%s has no line about it", w.Name)
		}
	}
}
