package history_test

import (
	"math"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/history"
)

// pulled is how far a pool stands above its twin's in a world without the manipulator.
func pulled(w, twin *history.World, i, markets int) float64 {
	price := history.MarketPrice
	if i >= markets {
		price, i = history.FollowerPrice, i-markets
	}
	return 2 * math.Log(price(w, i).Float64()/price(twin, i).Float64())
}

// A manipulator pulls pools away for a block, a minute and longer, beginning in every phase; the
// others stay, the record is kept around it, and the twin is the same world without it.
func TestAManipulatorHoldsPoolsApart(t *testing.T) {
	const minutes, markets = 24, 3
	config := history.Config{Markets: three(t, minutes), Followers: followers()[:3]}
	twin := openAll(t, config)
	config.Pulls = []history.Pull{
		{Start: 9, Blocks: 1, Pools: []string{"weth-usdc-5"}, By: 0.25},
		{Start: 15, Blocks: 1, Pools: []string{"weth-usdc-5"}, By: -0.2}, // in a close
		{Start: 20, Blocks: 4, Pools: []string{"weth-usdc-30-v2"}, By: 0.25},
		{Start: 34, Blocks: 30, Pools: []string{"weth-usdc-5", "weth-usdc-30", "weth-usdc-30-v2"}, By: 0.25},
		{Start: 35, Blocks: 40, Pools: []string{"wbtc-weth-30"}, By: -0.2},
	}
	w := openAll(t, config)
	names := []string{"weth-usdc-5", "wbtc-weth-30", "link-usdc-30", "weth-usdc-30", "weth-usdc-30-v2", "wbtc-weth-5-v4"}
	held := 0
	for i := range minutes * history.Phases {
		for _, x := range []*history.World{w, twin} {
			if _, err := x.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		any := false
		for k, name := range names {
			want := 0.0
			for _, p := range config.Pulls {
				for _, pool := range p.Pools {
					if pool == name && p.Start <= i && i < p.Start+p.Blocks {
						want, any = math.Log1p(p.By), true
					}
				}
			}
			if name != "wbtc-weth-30" && name != "wbtc-weth-5-v4" { // USDC is token0, and a higher price a lower tick
				want = -want
			}
			if got := pulled(w, twin, k, markets); math.Abs(got-want) > 0.012 {
				t.Errorf("block %d: %s stands %.4f above its twin, want %.4f", i, name, got, want)
			}
		}
		if any {
			held++
		}
	}
	stats, calm := w.Stats(), twin.Stats()
	if stats.Held != held || stats.Pulls < 40 || calm.Held != 0 || calm.Pulls != 0 {
		t.Errorf("%d blocks and %d swaps of the manipulator, want %d blocks", stats.Held, stats.Pulls, held)
	}
	for _, f := range append([]history.Figures{stats.Figures}, stats.More...) {
		if f.Minutes != minutes || f.Others != 0 || f.Days[0].Off() > 0.01 || f.Days[0].Off() < -0.01 {
			t.Errorf("figures are %+v", f)
		}
	}
	for _, f := range stats.Followers {
		if f.Others != 0 || f.Profit.Sign() <= 0 {
			t.Errorf("figures are %+v", f)
		}
	}
	if lines := strings.Join(stats.Assumptions(), "\n"); !strings.Contains(lines, "a manipulator, who is no part of the record") {
		t.Errorf("assumptions are %s", lines)
	}
}

// However long followers are held away, by a manipulator who sells the same token block after
// block, they come back as soon as it lets go.
func TestFollowersComeBackFromALongPull(t *testing.T) {
	const minutes, markets = 20, 3
	config := history.Config{Markets: three(t, minutes), Followers: followers()[:3]}
	twin := openAll(t, config)
	pair := []string{"weth-usdc-5", "weth-usdc-30", "weth-usdc-30-v2"}
	config.Pulls = []history.Pull{{Start: 3, Blocks: 70, Pools: pair, By: -0.25}}
	w := openAll(t, config)
	for i := range minutes * history.Phases {
		for _, x := range []*history.World{w, twin} {
			if _, err := x.Next(t.Context()); err != nil {
				t.Fatalf("block %d: %v", i, err)
			}
		}
		for k := range markets + len(config.Followers) {
			away := math.Abs(pulled(w, twin, k, markets))
			if i >= 73 && away > 0.012 {
				t.Errorf("block %d: market %d stands %.4f from its twin", i, k, away)
			}
			if held := k == 0 || k == markets || k == markets+1; held && i == 72 && away < 0.27 {
				t.Errorf("market %d stands %.4f from its twin at the end of its pull", k, away)
			}
		}
	}
	for _, f := range w.Stats().Followers {
		if f.Bare != 0 {
			t.Errorf("the arbitrageur lacked tokens %d times: %+v", f.Bare, f)
		}
	}
}

func TestPullsThatCannotBeAreNamed(t *testing.T) {
	for _, c := range []struct {
		name  string
		pulls []history.Pull
		want  string
	}{
		{"no such pool", []history.Pull{{Blocks: 1, Pools: []string{"weth-usdc-100"}, By: 0.25}}, "no market is weth-usdc-100"},
		{"no block", []history.Pull{{Pools: []string{"weth-usdc-5"}, By: 0.25}}, "at least one block"},
		{"nowhere", []history.Pull{{Blocks: 1, Pools: []string{"weth-usdc-5"}}}, "by 0"},
		{"too far", []history.Pull{{Blocks: 1, Pools: []string{"weth-usdc-5"}, By: -0.6}}, "a factor of two"},
		{"for months", []history.Pull{{Blocks: 30_000, Pools: []string{"weth-usdc-30-v2"}, By: 0.25}}, "fees of the pulls would make weth-usdc-30-v2 more than 1000 times as deep"},
		{"not a number", []history.Pull{{Blocks: 1, Pools: []string{"weth-usdc-5"}, By: math.NaN()}}, "a factor of two"},
		{"two at once", []history.Pull{{Blocks: 5, Pools: []string{"weth-usdc-5"}, By: 0.2}, {Start: 5, Blocks: 1, Pools: []string{"weth-usdc-5"}, By: 0.2}}, "pulled by another"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := history.Config{Markets: three(t, 5), Followers: followers(), Pulls: c.pulls}
			if err := config.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
