package examples_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/life/report"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// tempted buys every few minutes, and wherever ether looks cheap.
var tempted = filepath.Join("testdata", "tempted.md")

// openings are a life's purchases.
func (l lived) openings() (all []report.Trade) {
	for _, x := range l.report.Acts.Trades {
		if x.Buy {
			all = append(all, x)
		}
	}
	return all
}

// honest fails where something was bought at a price that was far from the record of its minute, what a
// manipulator made of it, or sold far below it. It asks the record, not the Golem.
func (l lived) honest(t *testing.T, m history.Market) {
	t.Helper()
	for _, x := range l.report.Acts.Trades {
		minute := m.Minutes[min(int(time.UnixMilli(x.Time).Sub(m.Start())/time.Minute), len(m.Minutes)-1)]
		if off := x.Price/m.Spec.Price(minute.Close) - 1; x.Buy && math.Abs(off) > 0.05 || off < -0.05 {
			t.Errorf("trade %d, by %s, bought %v: at %.2f, which is %+.1f %% off the record of %s", x.Number, x.Cause, x.Buy, x.Price, 100*off, minute.Time.Format(time.DateTime))
		}
	}
}

// pulled holds a life among bent prices to what it is promised: nothing is bought at them or sold to them,
// no limit and no stop is judged by them, and the report says which price was in doubt, how long, by how much,
// and what was held back.
func (l lived) pulled(t *testing.T, m history.Market) {
	t.Helper()
	t.Log(l.told())
	if len(l.openings()) == 0 {
		t.Error("it never opened anything")
	}
	l.honest(t, m)
	for _, r := range l.report.Thought.ByRule() {
		if strings.Contains(r.Rule, "stop") {
			t.Errorf("%s was judged by a bent price %d times", r.Rule, r.Seen)
		}
	}
	for _, s := range l.report.Thought.Triggers {
		if strings.Contains(s.Code, "DRAWDOWN") {
			t.Errorf("tick %d, %s: stopped for a fall that there was not: %s", s.Tick, s.Rule, s.Code)
		}
	}
	c := l.report.Condition
	i := slices.IndexFunc(c.Doubts, func(d report.Doubt) bool { return d.Asset == "WETH" && d.Apart > 0.2 && d.Apart < 0.4 && d.Ticks > 10 })
	if i < 0 {
		t.Fatalf("the report tells of no long doubt: %+v", c.Doubts)
	}
	if d := c.Doubts[i]; len(d.Held) == 0 || d.To-d.From < 10*60_000 || !strings.Contains(d.Why, "WETH") {
		t.Errorf("it tells too little of it: %+v", d)
	}
	for _, d := range c.Doubts {
		t.Logf("%s in doubt for %s: %d ticks, %.1f %% apart, held back %v: %s", d.Asset, time.Duration(d.To-d.From)*time.Millisecond, d.Ticks, 100*d.Apart, d.Held, d.Why)
	}
}

// undisturbed holds the same life without the manipulator to trading, hardly ever in doubt.
func (l lived) undisturbed(t *testing.T, least int) {
	t.Helper()
	t.Log(l.told())
	if n := len(l.openings()); n < least {
		t.Errorf("it opened %d times, want %d", n, least)
	}
	if c := l.report.Condition; 100*c.Doubtful >= l.report.Subject.Ticks {
		t.Errorf("a price was in doubt in %d of %d ticks: %+v", c.Doubtful, l.report.Subject.Ticks, c.Doubts)
	}
}

// bent are pulls of each length in one market of the pair and in all of them, within the first hundred
// minutes.
func bent(c *history.Config) {
	pair := []string{"weth-usdc-5", "weth-usdc-30", "weth-usdc-30-v2", "weth-usdc-5-v4"}
	c.Pulls = []history.Pull{
		{Start: 80, Blocks: 1, Pools: pair[:1], By: 0.25},
		{Start: 121, Blocks: 1, Pools: pair, By: -0.25},
		{Start: 160, Blocks: 4, Pools: pair[1:2], By: -0.25},
		{Start: 200, Blocks: 8, Pools: pair, By: 0.25},
		{Start: 232, Blocks: 60, Pools: pair[:1], By: -0.25},
		{Start: 320, Blocks: 60, Pools: pair, By: -0.25},
	}
}

// spec: heartbeat §3, chain §12, safety §16.8: what a manipulator pulls apart opens nothing, and no
// limit is judged by it.
func TestNothingIsOpenedOnABentPrice(t *testing.T) {
	t.Parallel()
	bardo := program(t)
	for name, change := range map[string]func(*history.Config){"bent": bent, "calm": func(c *history.Config) { c.Pulls = nil }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, c := hours(t, "manipulated", 100*time.Minute, change)
			l := throughout(t, bardo, tempted, "--history", data)
			if name == "calm" {
				l.undisturbed(t, 20)
				return
			}
			l.pulled(t, c.Markets[0])
		})
	}
}

// The same for two days of the world as it is generated, with a pull of each length a day.
func TestNothingIsOpenedOnABentPriceForDays(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("two days of a manipulated world are lived with BARDO_LONG=1")
	}
	bardo := program(t)
	for _, name := range []string{"manipulated", "basket"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := world.Compose(name, 7, 2)
			if err != nil {
				t.Fatal(err)
			}
			l := throughout(t, bardo, tempted, "--world", name, "--days", "2")
			if name == "basket" {
				l.undisturbed(t, 20)
				return
			}
			l.pulled(t, c.Markets[0])
		})
	}
}
