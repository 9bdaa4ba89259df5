package strategy

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/mind/strategy/series"
	"bardo.run/bardo/strategies"
)

// spec: heartbeat §16: templates
func TestTheTemplatesCompileWithoutAWarning(t *testing.T) {
	if got := strings.Join(strategies.Names(), " "); got != "basket breakout concentration dca exchanges grid lenders liquidity mean-reversion tier-liquidity tiers" {
		t.Errorf("templates %s", got)
	}
	for _, name := range strategies.Names() {
		text, ok := strategies.Template(name)
		if !ok || strategies.About(name) == "" || strings.Count(string(text), "#") < 5 {
			t.Fatalf("%s is no commented template", name)
		}
		s := mustCompile(t, string(text))
		if found := s.Review(); len(found) > 0 || len(s.Rules) == 0 || s.Name == "" {
			t.Errorf("%s: %v", name, found)
		}
	}
	if _, ok := strategies.Template("nonsense"); ok || strategies.About("nonsense") != "" {
		t.Error("nonsense is a template")
	}
}

// reviewed is what the review says of one rule, without its line.
func reviewed(t *testing.T, risk, ruled string) string {
	t.Helper()
	s := mustCompile(t, "+++\nobjective = \"x\"\n[risk]\n"+risk+"\n+++\n```rule "+ruled+"\n```\n")
	var out []string
	for _, p := range s.Review() {
		out = append(out, fmt.Sprintf("%d %s", p.Line, p.Message))
	}
	return strings.Join(out, "\n")
}

func TestAReviewNamesWhatWillDisappoint(t *testing.T) {
	const gated, cool = `gate = "enforce"`, "\ndo buy 1% of cash\ncooldown 1h"
	for _, c := range []struct{ risk, rule, want string }{
		{gated, "entry a\nwhen price > high(4h) * 1.01" + cool, "7 entry a never triggers"},
		{gated, "entry a\nwhen price >= high(4h) * 0.99" + cool, ""},
		{gated, "entry a\nwhen price / high(4h) - 1 > 0" + cool, "never triggers"},
		{gated, "entry a\nwhen low(4h) > sma(4h)" + cool, "never triggers"},
		{gated, "entry a\nwhen low(4h) > sma(8h)" + cool, ""},
		{gated, "entry a\nwhen high(1h) > high(4h)" + cool, "never triggers"},
		{gated, "entry a\nwhen high(4h) > high(1h)" + cool, ""},
		{gated, "entry a\nwhen rsi(14m) < 30 and rsi(14m) > 70" + cool, "never triggers"},
		{gated, "entry a\nwhen rsi(14m) < 30 or rsi(14m) > 70" + cool, ""},
		{gated, "entry a\nwhen zscore(5m) < -2.1" + cool, "never triggers"},
		{gated, "entry a\nwhen zscore(6m) < -2.1" + cool, ""},
		{gated, "entry a\nwhen hour == 24" + cool, "never triggers"},
		{gated, "entry a\nwhen not (hour < 24)" + cool, "never triggers"},
		{gated, "exit a\nwhen exposure > 100%\ndo sell all", "exit a never triggers"},
		{gated, "exit a\nwhen exposure > 99%\ndo sell all", ""},
		{"max_position = \"20%\"", "entry a\nwhen exposure > 20%" + cool, "entry a never acts"},
		{"max_position = \"20%\"", "entry a\nwhen exposure >= 20%" + cool, ""},
		{"max_drawdown = \"5%\"", "entry a\nwhen drawdown > 5%" + cool, "entry a never acts"},
		{"max_drawdown = \"5%\"", "exit a\nwhen drawdown > 5%\ndo sell all", ""},
		{"", "entry a\nwhen price > 1 usdc\ndo buy 1% of cash", "acts once each time"},
		{"", "entry a\nwhen price > 0 usdc\ndo buy 1% of cash", "acts once in its life"},
		{"", "entry a\nwhen price > 1 usdc\ndo hold", ""},
		{"", "exit a\nwhen price > 1 usdc\ndo sell all", ""},
		{"", "entry a\nwhen change(1h) > 1%" + cool, "bets on a forecast"},
		{"", "entry a\nwhen regime == range_bound" + cool, "bets on a forecast"},
		{"", "entry a\nwhen lp_count == 0\ndo provide 5% of cash within 2%\ncooldown 1h", "bets on a forecast"},
		{`gate = "off"`, "entry a\nwhen change(1h) > 1%" + cool, "bets on a forecast"},
		{`gate = "shadow"`, "entry a\nwhen change(1h) > 1%" + cool, ""},
		{"", "exit a\nwhen change(1h) > 1%\ndo sell all", ""},
	} {
		got := reviewed(t, c.risk, c.rule)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" || strings.Contains(got, "\n") {
			t.Errorf("%s under %s:\n%q\nwant %q", c.rule, c.risk, got, c.want)
		}
	}
}

// What is said to hold never, or always, does so on every series of prices and every
// state of the wallet.
func TestWhatIsForeseenIsTrue(t *testing.T) {
	names := []string{"price", "high(2m)", "high(5m)", "low(2m)", "low(5m)", "sma(2m)", "sma(5m)"}
	numbers := []string{"rsi(4m)", "zscore(4m)", "change(2m)", "exposure", "hour", "price / high(5m)", "low(5m) / price", "high(2m) / low(5m) * 2", "abs(change(2m))"}
	compare := rapid.Custom(func(t *rapid.T) string {
		sign := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "sign")
		if rapid.Bool().Draw(t, "money") {
			return fmt.Sprintf("%s %s %s * %s", rapid.SampledFrom(names).Draw(t, "left"), sign, rapid.SampledFrom(names).Draw(t, "right"),
				rapid.SampledFrom([]string{"1", "0.9", "1.1", "2", "(1 - 5%)"}).Draw(t, "times"))
		}
		return fmt.Sprintf("%s %s %s", rapid.SampledFrom(numbers).Draw(t, "left"), sign, rapid.SampledFrom([]string{"-1", "-1.5", "0", "1", "1.5", "1.8", "23", "50", "100"}).Draw(t, "right"))
	})
	proven := map[rule.Chance]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := compare.Draw(t, "first")
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			joint := rapid.SampledFrom([]string{"%s and %s", "%s or %s", "not (%s) and %s", "not (%s or %s)", "%s and (%[2]s or %[1]s)"}).Draw(t, "joint")
			text = fmt.Sprintf(joint, text, compare.Draw(t, "next"))
		}
		var slots rule.Slots
		r, problems := rule.Parse(rule.Entry, "", "when "+text+" do hold", 1, &slots)
		if problems != nil {
			return // price > high(2m) is refused
		}
		var ranges []rule.Range
		for _, s := range slots.All() {
			ranges = append(ranges, s.Range())
		}
		chance := r.When.Foresee(slots.All(), ranges)
		proven[chance]++
		if chance == rule.May {
			return
		}
		for range 50 {
			if cells := seen(t, slots.All()); !agrees(chance, r.When.Eval(cells)) {
				t.Fatalf("%s: foreseen %d, came to %+v of %+v", text, chance, r.When.Eval(cells), cells)
			}
		}
	})
	if proven[rule.Never] == 0 || proven[rule.Always] == 0 || proven[rule.May] == 0 {
		t.Errorf("proven %v", proven)
	}
}

func agrees(chance rule.Chance, got rule.Outcome) bool {
	return got.Why != rule.Known || got.Holds == (chance == rule.Always)
}

// seen are the values of slots after six minutes of prices.
func seen(t *rapid.T, slots []rule.Slot) []rule.Cell {
	prices := series.New()
	for m := range int64(6) {
		prices.Push(m*60_000, float64(rapid.SampledFrom([]int{90, 100, 100, 100, 101, 250}).Draw(t, "price")))
	}
	v := view{r: &turn.Reading{}, watch: &Watch{prices: prices}}
	cells := make([]rule.Cell, len(slots))
	for i, s := range slots {
		switch {
		case s.Var.IsIndicator():
			cells[i] = v.cell(s)
		case s.Var == rule.VarPrice:
			cells[i].Value, _ = prices.Last()
		case s.Var == rule.VarHour:
			cells[i].Value = float64(rapid.IntRange(0, 23).Draw(t, "hour"))
		default:
			cells[i].Value = rapid.Float64Range(0, 1).Draw(t, "share")
		}
	}
	return cells
}
