package history_test

import (
	"os"
	"testing"
	"time"

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

// A whole day of the manipulated basket, for which the arbitrageur's and the manipulator's
// money has to do.
func TestAManipulatedDayKeepsTheHistoryRules(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("a whole day of eleven markets runs with BARDO_LONG=1")
	}
	w := openAll(t, hours(t, "manipulated", 24*time.Hour))
	if _, err := w.Advance(t.Context(), w.Market().End()); err != nil {
		t.Fatal(err)
	}
	stats := w.Stats()
	for _, f := range append([]history.Figures{stats.Figures}, stats.More...) {
		if f.Days[0].Off() > 0.01 || f.Days[0].Off() < -0.01 {
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
