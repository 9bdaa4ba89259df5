package cage

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// spec: safety §7, safety §17
func TestASwapOnAnotherExchangeIsHeldToTheSameLimits(t *testing.T) {
	begin := func() scene {
		reading := seen()
		reading.Venues = []turn.Venue{{Protocol: grammar.UniswapV2, Price: 3}}
		s := scene{limits(), Case{Action: buy(), Seen: reading, Now: noon}, spent(1000e6, 5e17)}
		s.k.Action.Protocol, s.policy.Protocols = grammar.UniswapV2, []string{Protocol, grammar.UniswapV2}
		return s
	}
	judged(t, begin, map[string]change{
		"an honest purchase passes":       {func(*scene) {}, ""},
		"the protocol is not approved":    {func(s *scene) { s.policy.Protocols = []string{Protocol, grammar.UniswapV4} }, CodeProtocol},
		"its own constraint on protocols": {func(s *scene) { s.k.Action.Constraints.Protocols = []string{Protocol} }, CodeProtocol},
		"its own constraint met passes":   {func(s *scene) { s.k.Action.Constraints.Protocols = []string{grammar.UniswapV2} }, ""},
		"no exchange is configured":       {func(s *scene) { s.k.Seen.Venues = nil }, CodeProtocol},
		"another exchange is configured":  {func(s *scene) { s.k.Seen.Venues[0].Protocol = grammar.UniswapV4 }, CodeProtocol},
		"the reference is not approved":   {func(s *scene) { s.policy.Pools = nil }, CodePool},
		"a token the pool does not trade": {func(s *scene) { s.policy.Tokens = append(s.policy.Tokens, other); s.k.Action.TokenIn = other }, CodePool},
		"a token that is not approved":    {func(s *scene) { s.policy.Tokens = s.policy.Tokens[:1] }, CodeToken},
		"slippage":                        {func(s *scene) { s.k.Action.Slippage = 101 }, CodeSlippage},
		"impact at the limit passes":      {func(s *scene) { s.sim.ImpactBPS = 100 }, ""},
		"impact":                          {func(s *scene) { s.sim.ImpactBPS = 101 }, CodeImpact},
		"above per transaction":           {func(s *scene) { s.policy.PerTransaction = s.sim.Value - 1 }, CodeSpend},
		"phase":                           {func(s *scene) { s.k.Phase = turn.Conservation }, CodePhase},
		"selling opens nothing": {func(s *scene) {
			s.k.Action = sell()
			s.k.Action.Protocol = grammar.UniswapV2
			s.k.Phase = turn.Terminal
		}, ""},
		"but a thin pair is refused": {func(s *scene) { s.k.Action = sell(); s.k.Action.Protocol = grammar.UniswapV2; s.sim.ImpactBPS = 101 }, CodeImpact},
		// 2,500 of 10,000 USDC, and a unit more; at the pool's price, whatever the pair's is.
		"at the position limit passes": {func(s *scene) { s.sim = spent(2500e6, 125e16) }, ""},
		"above the position limit":     {func(s *scene) { s.sim = spent(2500e6, 125e16+2e9) }, CodePositionSize},
	})
}
