package biography

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
)

const careful = `+++
name = "careful"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3"]
[risk]
max_position = "7%"
max_drawdown = "50%"
+++

# Objective

Little at a time.

` + "```rule entry dip\nwhen price > 1 usdc\ndo buy 5% of equity\n```\n"

// Of two limits the report shows the one that was in force, and says whose it is.
func TestTheLimitsOfTheReportAreTheTighterOnes(t *testing.T) {
	boot := agent.Boot{Policy: cage.Policy{MaxPosition: 2500, MaxConcentration: 3000, MaxSlippage: 100, MaxDrawdown: 1300, Caps: cage.Caps{Assets: []cage.Cap{{Name: "weth", Share: 2_000}}, Protocols: []cage.Cap{{Name: "aave-v3", Share: 2_550}}}}}
	boot.Strategy.Text, boot.Strategy.Policy = []byte(careful), strategy.DefaultPolicy()
	if s, err := strategy.Compile(boot.Strategy.Text, boot.Strategy.Policy); err != nil || s.Bounds.MaxPosition != 700 {
		t.Fatalf("%+v (%v)", s, err)
	}
	rows := map[string]string{}
	for _, l := range own(boot) {
		rows[l.Name] = l.Value + " by " + l.By
	}
	for name, want := range map[string]string{
		"one position": "7.00% of equity by the program, by the strategy; the policy allows 25.00%",
		"drawdown":     "13.00% by the program",
		"slippage":     "1.00% by the program",

		"the most in weth":    "20.00% of equity by the program",
		"the most in aave-v3": "25.50% of equity by the program",
	} {
		if rows[name] != want {
			t.Errorf("%s: %q, want %q", name, rows[name], want)
		}
	}
	for _, name := range []string{"spent at once", "spent in 24 hours", "spent in one run"} {
		if !strings.HasSuffix(rows[name], " USDC by the program") {
			t.Errorf("%s: %q has no unit", name, rows[name])
		}
	}
}
