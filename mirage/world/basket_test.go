package world_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

func compose(t *testing.T, name string, s seed.Seed, days int) history.Config {
	t.Helper()
	c, err := world.Compose(name, s, days)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBasketsArePinned(t *testing.T) {
	for name, want := range map[string][]string{
		"basket": {"weth-usdc-5 33c91e6d55d206bf", "wbtc-weth-5 ae132c221ecde914", "link-usdc-30 ee1732f8c298db08", "aave-weth-30 c3eb68bd43d153a1", "wbtc-usdc-5 d5254585bdf67eb3"},
	} {
		var got []string
		for _, m := range compose(t, name, 7, 1).Markets {
			got = append(got, m.Spec.Handle()+" "+rowsHash(m))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestComposeMakesEveryWorld(t *testing.T) {
	for _, name := range world.Names() {
		c := compose(t, name, 3, 1)
		if len(c.Markets) != 1 || rowsHash(c.Markets[0]) != rowsHash(generate(t, name, 3, 1)) || c.Seed != 3 {
			t.Errorf("%s is another world when it is composed", name)
		}
	}
	if _, err := world.Compose("boom", 1, 1); err == nil || !strings.Contains(err.Error(), "depeg, dead, basket, manipulated") {
		t.Error(err)
	}
	if _, err := world.Compose("basket", 1, 0); err == nil || !strings.Contains(err.Error(), "days is 0") {
		t.Error(err)
	}
	for _, b := range world.Baskets() {
		c := compose(t, b.Name, 5, 1)
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", b.Name, err)
		}
		if !reflect.DeepEqual(c, compose(t, b.Name, 5, 1)) || rowsHash(c.Markets[0]) == rowsHash(compose(t, b.Name, 6, 1).Markets[0]) {
			t.Errorf("%s does not follow from its seed", b.Name)
		}
		if len(c.Markets)+len(c.Followers) < 8 || len(b.Assets) != 5 || b.About == "" {
			t.Errorf("%s has %d markets and %d followers of %d assets", b.Name, len(c.Markets), len(c.Followers), len(b.Assets))
		}
	}
}

// prices are the logarithms of the closing prices of a market.
func prices(m history.Market) []float64 {
	out := make([]float64, len(m.Minutes))
	for i, x := range m.Minutes {
		out[i] = math.Log(m.Spec.Price(x.Close))
	}
	return out
}

// hourly are the changes of a series from hour to hour.
func hourly(series []float64) []float64 {
	var out []float64
	for i := 60; i < len(series); i += 60 {
		out = append(out, series[i]-series[i-60])
	}
	return out
}

func deviation(a []float64) float64 { return math.Sqrt(product(a, a)) }

func product(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum / float64(len(a))
}

// The assets move as their factors say: each with its volatility, two with the product of
// their loadings. What pulls own factors back takes a little of both within an hour.
func TestAssetsMoveTogetherAsTheirLoadingsSay(t *testing.T) {
	b := world.Baskets()[0]
	c := compose(t, b.Name, 7, 60)
	dollars := map[string][]float64{"WETH": prices(c.Markets[0])}
	for _, m := range c.Markets[1:] {
		series := prices(m)
		if m.Spec.QuoteToken().Symbol == "WETH" {
			for i := range series {
				series[i] += dollars["WETH"][i]
			}
		}
		dollars[m.Spec.Base().Symbol] = series
	}
	assets := b.Assets[1:]
	for i, a := range assets {
		x := hourly(dollars[a.Symbol])
		if got := deviation(x) * math.Sqrt(24*365); math.Abs(got/a.Volatility-1) > 0.1 {
			t.Errorf("%s has volatility %.3f, not %.3f", a.Symbol, got, a.Volatility)
		}
		for _, o := range assets[:i] {
			y := hourly(dollars[o.Symbol])
			if got, want := product(x, y)/deviation(x)/deviation(y), a.Loading*o.Loading; math.Abs(got-want) > 0.08 {
				t.Errorf("%s and %s are correlated by %.3f, not %.3f", a.Symbol, o.Symbol, got, want)
			}
		}
	}
}

// Each lender is used more and less all day, in the order of its blocks, and not by the same shares.
func TestLendersOfABasketAreUsedAnewAllDay(t *testing.T) {
	for _, b := range world.Baskets() {
		c := compose(t, b.Name, 7, 2)
		if len(c.Lenders) != 3 || reflect.DeepEqual(c.Lenders[0].Uses, compose(t, b.Name, 8, 2).Lenders[0].Uses) || reflect.DeepEqual(c.Lenders[0].Uses, c.Lenders[1].Uses) {
			t.Errorf("%s has lenders %+v", b.Name, c.Lenders)
		}
		for i, l := range c.Lenders {
			if n := len(l.Uses); n < 12 || n > 64 || l.Uses[0].Block != 0 || l.Uses[n-1].Block >= 2*24*60*history.Phases {
				t.Errorf("%s changes %d times: %+v", l.Protocol, n, l.Uses)
			}
			for _, u := range l.Uses {
				if u.Share < b.Lenders[i].Least || u.Share > b.Lenders[i].Most {
					t.Errorf("%s is used to %g", l.Protocol, u.Share)
				}
			}
		}
	}
}

// What is recorded pays for most of the walks, as in a recording.
func TestMarketsOfABasketAreAsRecordedOnes(t *testing.T) {
	for _, m := range compose(t, "basket", 7, 2).Markets {
		planner := history.Planner{Spec: m.Spec, Seed: 7}
		at := history.Opening(m)
		still, short := 0, 0
		for _, x := range m.Minutes {
			plan := planner.Plan(at, x)
			at = plan.Path[history.PhaseClose]
			if plan.Moves == [history.Phases]bool{} {
				still++
			}
			if plan.Short {
				short++
			}
			if plan.Silent {
				t.Fatalf("%s moves at %s without any inflow", m.Spec.Handle(), x.Time)
			}
		}
		n := len(m.Minutes)
		if still < n*6/10 || still > n*8/10 || short < n/100 || short > n*5/100 {
			t.Errorf("%s: of %d minutes %d stand still and %d are short", m.Spec.Handle(), n, still, short)
		}
	}
}

// The manipulated basket is the basket but for its pulls, which are of every kind each day.
func TestTheManipulatedBasketIsItsTwinAndPulls(t *testing.T) {
	c, twin := compose(t, "manipulated", 7, 2), compose(t, "basket", 7, 2)
	pulls := c.Pulls
	c.Pulls = nil
	for i := range c.Markets {
		c.Markets[i].Notes, twin.Markets[i].Notes = nil, nil
	}
	if !reflect.DeepEqual(c, twin) || len(twin.Pulls) != 0 {
		t.Error("the twin is another world")
	}
	if reflect.DeepEqual(pulls, compose(t, "manipulated", 8, 2).Pulls) {
		t.Error("another seed pulls at the same times")
	}
	kinds := map[[3]int]int{}
	for _, p := range pulls {
		kinds[[3]int{p.Start / (24 * 60 * history.Phases), p.Blocks, len(p.Pools)}]++
		if math.Abs(p.By) != 0.25 {
			t.Errorf("a pull by %g", p.By)
		}
	}
	for day := range 2 {
		for _, blocks := range []int{1, 4, 240} {
			for _, pools := range []int{1, 4} {
				if kinds[[3]int{day, blocks, pools}] != 1 {
					t.Errorf("day %d has %d pulls of %d blocks in %d pools", day, kinds[[3]int{day, blocks, pools}], blocks, pools)
				}
			}
		}
	}
}

// Every seed makes a manipulated basket that can be lived.
func TestManipulatedBasketsCanBeLived(t *testing.T) {
	for s := range seed.Seed(12) {
		c := compose(t, "manipulated", s, 1)
		if err := c.Check(); err != nil || len(c.Pulls) != 6 {
			t.Errorf("seed %d: %d pulls: %v", uint64(s), len(c.Pulls), err)
		}
	}
}
