package history_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// hours composes the first hours of a world of several markets.
func hours(t testing.TB, name string, d time.Duration) history.Config {
	t.Helper()
	c, err := world.Compose(name, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Markets {
		c.Markets[i] = between(t, c.Markets[i], world.Start, world.Start.Add(d))
	}
	return c
}

// A generated basket is lived like a recording, and its followers with it.
func TestABasketKeepsTheHistoryRules(t *testing.T) {
	w := openAll(t, hours(t, "basket", 40*time.Minute))
	if _, err := w.Advance(t.Context(), w.Market().End()); err != nil {
		t.Fatal(err)
	}
	stats := w.Stats()
	for _, f := range append([]history.Figures{stats.Figures}, stats.More...) {
		if f.Minutes != 40 || f.Swaps < 20 || f.Silent > 0 || f.Days[0].Off() > 0.01 || f.Days[0].Off() < -0.01 {
			t.Errorf("figures are %+v", f)
		}
	}
	swaps := 0
	for _, f := range stats.Followers {
		swaps += f.Swaps
		if f.Profit.Sign() < 0 || f.Bare > 0 {
			t.Errorf("figures are %+v", f)
		}
	}
	if len(w.Book().Pools) != 11 || swaps < 5 {
		t.Errorf("%d markets, %d swaps of the arbitrageur", len(w.Book().Pools), swaps)
	}
}

// Whole days of the manipulated basket: the markets keep their records, and every follower is
// back at its market's price when a pull is over, at the end of the day as well.
func TestManipulatedDaysKeepTheHistoryRules(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("whole days of eleven markets run with BARDO_LONG=1")
	}
	for _, s := range []seed.Seed{3, 4, 5, 7} {
		t.Run(fmt.Sprint(uint64(s)), func(t *testing.T) { manipulatedDay(t, s) })
	}
}

func manipulatedDay(t *testing.T, s seed.Seed) {
	config, err := world.Compose("manipulated", s, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := openAll(t, config)
	for i := range len(config.Markets[0].Minutes) * history.Phases {
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		for k, f := range config.Followers {
			if i%history.Phases != history.PhaseClose || pulledIn(config, i, f) {
				continue
			}
			// A market may rise above its follower by the fee, and what gas makes of it.
			if away := gap(history.FollowerPrice(w, k), history.MarketPrice(w, f.Of)); away > float64(f.Fee)/1e6+0.002 {
				t.Fatalf("block %d: %s is %.4f away", i, f.Handle(config.Markets[f.Of]), away)
			}
		}
	}
	stats := w.Stats()
	for _, f := range append([]history.Figures{stats.Figures}, stats.More...) {
		if f.Days[0].Off() > 0.01 || f.Days[0].Off() < -0.01 {
			t.Errorf("figures are %+v", f)
		}
	}
	for _, f := range stats.Followers {
		if f.Bare > 0 {
			t.Errorf("figures are %+v", f)
		}
	}
	if stats.Held < 2*(1+4+240) {
		t.Errorf("pools were held in %d blocks", stats.Held)
	}
	for _, line := range stats.Assumptions() {
		t.Log(line)
	}
}

// pulledIn reports whether a follower, or the market that it follows, is held away in a block.
func pulledIn(c history.Config, block int, f history.Follower) bool {
	return slices.ContainsFunc(c.Pulls, func(p history.Pull) bool {
		return p.Start <= block && block < p.Start+p.Blocks &&
			(slices.Contains(p.Pools, f.Handle(c.Markets[f.Of])) || slices.Contains(p.Pools, c.Markets[f.Of].Spec.Handle()))
	})
}
