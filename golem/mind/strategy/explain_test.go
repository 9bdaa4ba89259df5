package strategy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/strategies"
)

// What each template is said to do, whole; every word is a promise to its owner.
func TestTheTemplatesAreExplained(t *testing.T) {
	for _, name := range strategies.Names() {
		text, _ := strategies.Template(name)
		s := mustCompile(t, string(text))
		got := explained(s)
		if again := explained(mustCompile(t, string(text))); again != got {
			t.Errorf("%s is explained twice, in different words", name)
		}
		path := filepath.Join("testdata", "explained", name+".txt")
		if *update {
			check(t, os.WriteFile(path, []byte(got), 0o644))
		}
		want, err := os.ReadFile(path)
		if err != nil || string(want) != got {
			t.Errorf("%s is explained as\n%s\n(%v); if it should, run with -update", name, got, err)
		}
	}
}

func explained(s *Strategy) string {
	var b strings.Builder
	for _, section := range s.Explain(DefaultPolicy()) {
		fmt.Fprintf(&b, "%s\n  %s\n", section.Title, strings.Join(section.Lines, "\n  "))
	}
	return b.String()
}

func TestTheExplanationIsOfWhatWasCompiled(t *testing.T) {
	const head = "+++\nobjective = \"sell everything at once\"\n[risk]\nslippage = \"20bps\"\nmax_drawdown = \"50%\"\n+++\n"
	for _, c := range []struct{ rule, want string }{
		{"entry a\nwhen price > 1 usdc\ndo buy 40% of cash on uniswap-v4", "It buys the base token for 40% of cash on uniswap-v4, or as much as the limits below leave."},
		{"entry a\nwhen price > 1 usdc\ndo buy 40% of cash", "entry a puts in at most 25% of equity each time; its order loses at most 0.05% of equity by slippage."},
		{"entry a\nwhen price > 1 usdc\ndo lend 12.5 usdc", "entry a puts in at most 12.5 USDC each time; its order loses at most 0.025 USDC by slippage."},
		{"entry a\nwhen price > 1 usdc\ndo buy 1 usdc", "No rule sells: what it opens is kept until it dies"},
		{"entry a\nwhen price > 1 usdc\ndo buy 1 usdc", "max_drawdown 13% (the policy's own)"},
		{"entry a\nwhen price > 1 usdc\ndo buy 1 usdc", "It does so once each time that becomes true."},
		{"stop a\nwhen lp_in_range\ndo withdraw liquidity then sell 12.5% of position", "It closes every liquidity position, then sells 12.5% of the base token"},
		{"stop a\nwhen not lp_in_range\ndo sell all", "When it does not hold that every liquidity position is in range."},
		{"stop a\nwhen regime != trending_up\ndo sell all", "When the market is not trending up."},
		{"stop a\nwhen (price - sma(90m)) / std(1h) < -2 or age > 1d\ndo sell all", "When (the price − the mean price of 90m) ÷ the standard deviation of the price over 1h is below -2 or the Golem's age is above 1d."},
		{"stop a\nwhen min(cash, lent) < 5 usdc\ndo sell all", "When the smaller of the cash in the wallet and the value of what is lent is below 5 usdc."},
		{"stop a\nwhen age > 1d\ndo sell all", "No rule opens anything."},
		{"manage a\nwhen age > 1d\ndo recentre within 100%\ncooldown 90m", "from the price ÷ 2 to the price × 2."},
		{"manage a\nwhen age > 1d\ndo recentre within 100%\ncooldown 90m", "again every 1h30m while it stays true"},
		{"manage a\nwhen age > 1d\ndo claim fees", "tried again every 5m while it stays true"},
	} {
		if got := explained(mustCompile(t, head+"```rule "+c.rule+"\n```\n")); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nwant %q", c.rule, got, c.want)
		}
	}
	if got := explained(mustCompile(t, head)); !strings.Contains(got, "Has no rule") || !strings.Contains(got, "No rule opens anything") {
		t.Error(got)
	}
}

func TestTheObjectiveIsProseAlone(t *testing.T) {
	s := mustCompile(t, "# Objective\n\nBuy it.\n\n```rule entry a\nwhen price > 1 usdc\ndo buy 1 usdc\n```\n\n- Keep\n  it.\n\n  ~~~\n  code\n  ~~~\n\n## Why\n\n    indented\n\n> Because.\n\n# Another\n\nNot this.\n")
	want := "What it is\n  Buy it. Keep it. Because.\n"
	if got := explained(s); !strings.HasPrefix(got, want) || len(s.Rules) != 1 {
		t.Errorf("%d rules, explained as\n%s", len(s.Rules), got)
	}
}
