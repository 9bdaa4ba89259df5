package permit

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// exiting proposes to sell half a WETH, of which the wallet is given one.
func exiting(o *outside, slippage int) turn.Proposal {
	o.holds(weth, 1e18)
	return turn.Proposal{Origin: turn.OriginRule, Cause: "rule:exit@1", Body: swaps("weth", "usdc", "500000000000000000", slippage)}
}

func sold(back uint64) turn.Simulation {
	s := bought(0, 0)
	s.Value = 1_000 * money.One
	s.Deltas = []turn.Delta{{Token: weth, Out: true, Units: *uint256.NewInt(5e17)}, {Token: usdc, Units: *uint256.NewInt(back)}}
	return s
}

// spec: safety §4.3, §7.1 — an exit is permitted within the limits on slippage and impact, and
// committed on what it still brings: two hundred basis points less, and not a unit more, is
// what it was permitted for.
func TestAnExitIsHeldToItsPreviewToTheUnit(t *testing.T) {
	for name, c := range map[string]struct {
		slippage      int
		impact, later money.BPS
		back          uint64
		preview, now  wire.Code
	}{
		"as it was previewed":                    {50, 0, 0, 1_000_000_000, "", ""},
		"slippage at the limit":                  {100, 0, 0, 1_000_000_000, "", ""},
		"slippage a basis point above":           {101, 0, 0, 1_000_000_000, wire.CodeSafetySlippage, ""},
		"impact at the limit":                    {50, 100, 100, 1_000_000_000, "", ""},
		"impact a basis point above":             {50, 101, 0, 1_000_000_000, wire.CodeSafetyPriceImpact, ""},
		"impact above the limit at the commit":   {50, 0, 101, 1_000_000_000, "", wire.CodeSafetyPriceImpact},
		"200 basis points less at the commit":    {50, 0, 0, 980_000_000, "", ""},
		"a unit below them":                      {50, 0, 0, 979_999_999, "", wire.CodeSafetySimulationDiverged},
		"200 basis points more at the commit":    {50, 0, 0, 1_020_000_000, "", ""},
		"a unit above them":                      {50, 0, 0, 1_020_000_001, "", wire.CodeSafetySimulationDiverged},
		"one unit of what was previewed":         {50, 0, 0, 1, "", wire.CodeSafetySimulationDiverged},
		"nothing of what was previewed":          {50, 0, 0, 0, "", wire.CodeSafetySimulationDiverged},
		"an exit without a tolerance of its own": {0, 0, 0, 1_000_000_000, "", ""},
	} {
		d, o, _ := setUp()
		o.sim = sold(1_000_000_000)
		o.sim.ImpactBPS = c.impact
		p, err := d.Preview(t.Context(), exiting(o, c.slippage))
		if err != nil || codeOf(p.Refusal) != string(c.preview) {
			t.Errorf("%s: the preview says %+v (%v)", name, p.Refusal, err)
			continue
		}
		if c.preview != "" {
			continue
		}
		o.head.Number, o.head.Hash[0] = o.head.Number+1, 8 // so that it is simulated again
		o.sim = sold(c.back)
		o.sim.Block, o.sim.ImpactBPS = o.head, c.later
		x, err := d.Commit(t.Context(), p.PermitID)
		sent := o.executions.Load()
		if err != nil || codeOf(x.Refusal) != string(c.now) || (sent == 1) != (c.now == "") {
			t.Errorf("%s: the commit says %+v, and sent %d (%v)", name, x.Refusal, sent, err)
		}
		if c.now != "" {
			if again, err := d.Commit(t.Context(), p.PermitID); err != nil || codeOf(again.Refusal) != string(wire.CodePermitNotActive) {
				t.Errorf("%s: the permit is good still: %+v (%v)", name, again.Refusal, err)
			}
		}
	}
}
