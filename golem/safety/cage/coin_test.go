package cage

import (
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/weth9"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// reserved is a scene in which coin for so many thousandths of a dollar is held, and for so many
// more is converted, under a reserve of ten dollars.
func reserved(kind grammar.Kind, held, units uint64) scene {
	p, r := limits(), seen()
	p.Protocols, p.GasReserve = append(p.Protocols, weth9.Name), 10*money.One
	r.NativePrice, r.Native = 2_000*money.One, *uint256.NewInt(held * 5e11)
	a := grammar.Action{Kind: kind, Protocol: weth9.Name, Asset: weth.Address, Amount: uint256.NewInt(units * 5e11)}
	coin, asset := turn.Delta{Token: turn.Coin, Units: *a.Amount}, turn.Delta{Token: weth.Address, Units: *a.Amount}
	coin.Out, asset.Out = kind == grammar.Wrap, kind == grammar.Unwrap
	return scene{p, Case{Action: a, Seen: r, Now: noon}, turn.Simulation{Success: true, Deltas: []turn.Delta{coin, asset}}}
}

// spec: safety §7.4, §1.4 S-7 — the coin is brought up to its reserve and down to it, whatever else
// is shut.
func TestTheCoinKeepsToItsReserve(t *testing.T) {
	for name, c := range map[string]struct {
		kind        grammar.Kind
		held, units uint64
		edit        func(*scene)
		want        wire.Code
	}{
		"up to the reserve":              {grammar.Unwrap, 4_000, 6_000, nil, ""},
		"beyond it":                      {grammar.Unwrap, 4_000, 6_001, nil, CodeReserve},
		"all of it":                      {grammar.Unwrap, 0, 10_000, nil, ""},
		"more than it":                   {grammar.Unwrap, 0, 10_001, nil, CodeReserve},
		"at the reserve":                 {grammar.Unwrap, 10_000, 1, nil, CodeReserve},
		"down to the reserve":            {grammar.Wrap, 15_000, 5_000, nil, ""},
		"below it":                       {grammar.Wrap, 15_000, 5_001, nil, CodeReserve},
		"more than there is":             {grammar.Wrap, 15_000, 15_001, nil, CodeReserve},
		"unwrapped without a reserve":    {grammar.Unwrap, 0, 1, func(s *scene) { s.policy.GasReserve = 0 }, CodeReserve},
		"wrapped without a reserve":      {grammar.Wrap, 9, 1, func(s *scene) { s.policy.GasReserve = 0 }, CodeReserve},
		"unwrapped without a price":      {grammar.Unwrap, 0, 1, func(s *scene) { s.k.Seen.NativePrice = 0 }, CodeReserve},
		"wrapped without a price":        {grammar.Wrap, 20_000, 1, func(s *scene) { s.k.Seen.NativePrice = 0 }, CodeReserve},
		"by what is not approved":        {grammar.Unwrap, 0, 1, func(s *scene) { s.policy.Protocols = s.policy.Protocols[:1] }, CodeProtocol},
		"of an asset that is not":        {grammar.Unwrap, 0, 1, func(s *scene) { s.policy.Tokens = s.policy.Tokens[:1] }, CodeToken},
		"unwrapped under a halt":         {grammar.Unwrap, 0, 1, func(s *scene) { s.k.Standing.Halt = turn.HaltFreeze }, ""},
		"unwrapped at the end":           {grammar.Unwrap, 0, 1, func(s *scene) { s.k.Phase = turn.Terminal }, ""},
		"unwrapped at a price in doubt":  {grammar.Unwrap, 0, 1, func(s *scene) { s.k.Seen.Assets[1].Doubt = "bent" }, CodeUnpriced},
		"wrapped at a price in doubt":    {grammar.Wrap, 20_000, 1, func(s *scene) { s.k.Seen.Assets[1].Doubt = "bent" }, CodeUnpriced},
		"unwrapped on paper":             {grammar.Unwrap, 0, 1, func(s *scene) { s.policy.Paper = true }, CodePaper},
		"wrapped beyond a position":      {grammar.Wrap, 10_000_000, 4_000_000, nil, CodePositionSize},
		"wrapped to a position's limit":  {grammar.Wrap, 10_000_000, 3_000_000, nil, ""},
		"wrapped beyond an asset's cap":  {grammar.Wrap, 1_000_000, 200_000, func(s *scene) { s.policy.Caps.Assets = []Cap{{Name: "weth", Token: weth.Address, Share: 100}} }, CodeConcentration},
		"unwrapped with a constraint":    {grammar.Unwrap, 0, 1, func(s *scene) { s.k.Action.Constraints.Protocols = []string{"uniswap-v3"} }, CodeProtocol},
		"more than the number of an int": {grammar.Unwrap, 0, 1, func(s *scene) { s.k.Action.Amount.SetAllOne() }, CodeReserve},
	} {
		s := reserved(c.kind, c.held, c.units)
		if c.edit != nil {
			c.edit(&s)
		}
		says(t, New(s.policy).judge(s.k, s.sim), c.want, "%s", name)
	}
}

// What was burnt in between makes no room: a day unwraps no more than the reserve.
func TestADayUnwrapsNoMoreThanTheReserve(t *testing.T) {
	s := reserved(grammar.Unwrap, 0, 6_000)
	c := New(s.policy)
	says(t, c.judge(s.k, s.sim), "", "the first")
	c.Committed(s.k, 0)
	says(t, c.judge(s.k, s.sim), CodeReserve, "the same again")
	less := reserved(grammar.Unwrap, 0, 4_000)
	says(t, c.judge(less.k, less.sim), "", "what the day leaves")
	c.Committed(less.k, 0)
	one := reserved(grammar.Unwrap, 0, 1)
	says(t, c.judge(one.k, one.sim), CodeReserve, "nothing is left")
	c.NewSession()
	one.k.Now = noon + day - 1
	says(t, c.judge(one.k, one.sim), CodeReserve, "a start forgets nothing, and a day is not over")
	one.k.Now++
	says(t, c.judge(one.k, one.sim), "", "a day later")
	if wrapped := reserved(grammar.Wrap, 20_000, 5_000); c.spent.unwrappedInDay(noon) != 10*money.One {
		t.Errorf("%s of %v", c.spent.unwrappedInDay(noon), wrapped)
	} else if c.Committed(wrapped.k, 5*money.One); c.spent.unwrappedInDay(noon) != 10*money.One || c.spent.inDay(noon) != 0 {
		t.Error("what is wrapped counts")
	}
}

// Whoever proposes what and whenever, whatever is burnt in between and whatever the coin costs: by
// unwrapping the coin never comes to more than the reserve, no 24 hours unwrap more than it, and by
// wrapping no less is left. What passes is counted here from the amounts alone.
//
// spec: safety §1.4 S-7
func TestNoSequenceCarriesMoreThanTheReserveOutOfTheLimits(t *testing.T) {
	passed := map[grammar.Kind]int{}
	rapid.Check(t, func(t *rapid.T) {
		type move struct{ at, worth int64 } // in thousandths of a dollar
		var unwrapped []move
		s := reserved(grammar.Unwrap, 0, 1)
		c, held, now := New(s.policy), rapid.Int64Range(0, 30_000).Draw(t, "coin"), noon
		for range rapid.IntRange(1, 60).Draw(t, "attempts") {
			now += rapid.Int64Range(0, day/6).Draw(t, "later")
			held -= min(held, rapid.Int64Range(0, 4_000).Draw(t, "burnt"))
			kind := rapid.SampledFrom([]grammar.Kind{grammar.Wrap, grammar.Unwrap}).Draw(t, "kind")
			units := rapid.Int64Range(1, 12_000).Draw(t, "units")
			s := reserved(kind, uint64(held), uint64(units))
			s.k.Now, s.k.Phase = now, turn.Phase(rapid.IntRange(0, 4).Draw(t, "phase"))
			if c.judge(s.k, s.sim) != nil {
				continue
			}
			c.Committed(s.k, 0)
			passed[kind]++
			if kind == grammar.Wrap {
				if held -= units; held < 10_000 {
					t.Fatalf("%d are left", held)
				}
				continue
			}
			held += units
			unwrapped = append(unwrapped, move{now, units})
			sum := int64(0)
			for _, m := range unwrapped {
				if m.at > now-day {
					sum += m.worth
				}
			}
			if held > 10_000 || sum > 10_000 {
				t.Fatalf("the coin is %d, a day unwrapped %d", held, sum)
			}
		}
	})
	if !testing.Short() && (passed[grammar.Wrap] == 0 || passed[grammar.Unwrap] == 0) {
		t.Errorf("nothing passed: %v", passed)
	}
}
