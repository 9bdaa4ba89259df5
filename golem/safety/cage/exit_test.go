package cage

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// exits are the actions that lower a risk and name a slippage.
func exits() map[string]grammar.Action {
	part := leave(7)
	part.Percent = 50
	return map[string]grammar.Action{"a sale": sell(), "leaving a position": leave(7), "leaving half of one": part}
}

// spec: safety §7.1, §1.4 S-7 — leaving is free of the limits on what is opened, and not of the
// one on slippage: who may sell at any price has no exit, but a gift to whoever bends it.
func TestAnExitsSlippageIsHeldToTheLimit(t *testing.T) {
	p := limits() // 1 %
	r := seen()
	r.Assets[1].Units, r.Positions = *uint256.NewInt(1e18), []turn.Position{{ID: "7"}}
	for name, a := range exits() {
		for slippage, want := range map[money.BPS]wire.Code{0: "", 99: "", 100: "", 101: CodeSlippage, 9_999: CodeSlippage, 10_000: CodeSlippage} {
			a.Slippage = slippage
			says(t, New(p).Before(Case{Action: a, Seen: r, Now: noon}), want, "%s with a slippage of %s", name, slippage)
			k := Case{Action: a, Seen: r, Now: noon, Dying: true, Phase: turn.Terminal}
			says(t, New(p).Before(k), want, "%s with a slippage of %s at a death", name, slippage)
		}
	}
}

// The same for what an exit moves the price by.
func TestAnExitsImpactIsHeldToTheLimit(t *testing.T) {
	r := seen()
	r.Assets[1].Units, r.Positions = *uint256.NewInt(1e18), []turn.Position{{ID: "7"}}
	for name, a := range exits() {
		for impact, want := range map[money.BPS]wire.Code{0: "", 100: "", 101: CodeImpact, 10_000: CodeImpact} {
			s := got(a, 9_990)
			s.ImpactBPS = impact
			says(t, New(limits()).After(Case{Action: a, Seen: r, Now: noon}, s), want, "%s with an impact of %s", name, impact)
		}
	}
}

// spec: DESIGN §12.29 — the least that a sale takes is held to the unit: to what one move may
// lose while there is room in the day, and to the exit's bound when there is none.
func TestAnExitsMinimumIsHeldToTheUnit(t *testing.T) {
	for name, c := range map[string]struct {
		lost     money.USDC // of the 240 that the day may lose
		slippage money.BPS
		back     uint64 // micro-USDC that the simulation brought for 1,000 USDC worth
		want     wire.Code
	}{
		"at a move's bound":                         {0, 0, 980_000_000, ""},
		"a unit below it":                           {0, 0, 979_999_999, CodeLoss},
		"at it by its slippage":                     {0, 100, 989_898_990, ""},
		"a unit below it by its slippage":           {0, 100, 989_898_989, CodeLoss},
		"at the exit's bound, the day spent":        {240 * money.One, 0, 990_000_000, ""},
		"a unit below it, the day spent":            {240 * money.One, 0, 989_999_999, CodeLoss},
		"at it by its slippage, the day spent":      {240 * money.One, 50, 994_974_875, ""},
		"a unit below, by its slippage, day spent":  {240 * money.One, 50, 994_974_874, CodeLoss},
		"more than its worth, the day spent":        {240 * money.One, 0, 1_000_000_001, ""},
		"a minimum of one unit":                     {0, 0, 1, CodeLoss},
		"a minimum of nothing":                      {0, 0, 0, CodeLoss},
		"a minimum of nothing, the day spent":       {240 * money.One, 0, 0, CodeLoss},
		"all of it let go by its slippage":          {0, 10_000, 1_000_000_000, CodeLoss},
		"what the day has left, and the exit's too": {230 * money.One, 0, 990_000_000, ""},
	} {
		cage, r := New(bounded()), rich(true, 0)
		r.Assets[0].Units = *uint256.NewInt(10_000e6)
		r.Assets[1].Units = *uint256.NewInt(1e18)
		open := Case{Action: buy(), Seen: r, Now: noon}
		if c.lost > 0 {
			cage.lose("before", open, c.lost, noon)
		}
		k := Case{Action: sell(), Seen: r, Now: noon}
		k.Action.Slippage = c.slippage
		s := got(k.Action, 10_000)
		s.Deltas[1].Units = *uint256.NewInt(c.back)
		if got := code(cage.CheckLoss(k, s)); got != c.want {
			t.Errorf("%s: %q, want %q (%+v)", name, got, c.want, cage.CheckLoss(k, s))
		}
	}
	k := Case{Action: sell(), Seen: seen(), Now: noon}
	s := got(k.Action, 10_000)
	s.Deltas = s.Deltas[:1]
	says(t, New(bounded()).CheckLoss(k, s), CodeLoss, "a sale that brings nothing at all")
}
