package cage

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

// thin is the handle of a market on another exchange.
const thin = "weth-usdc-30-v2"

// at is an action that goes there.
func at(a grammar.Action) grammar.Action {
	a.Market, a.Protocol = thin, uniswapv2.Name
	return a
}

// spec: safety §7, safety §17
func TestASwapOnAnotherExchangeIsHeldToTheSameLimits(t *testing.T) {
	begin := func() scene {
		reading := seen()
		pair := turn.Market{Handle: thin, Protocol: uniswapv2.Name, Address: common.Address{2}, Base: weth, Quote: usdc, Price: 3}
		pair.Rate.Rsh(&reading.Markets[0].Rate, 9)
		reading.Markets = append(reading.Markets, pair)
		s := scene{limits(), Case{Action: at(buy()), Seen: reading, Now: noon}, spent(1000e6, 5e17)}
		s.policy.Protocols, s.policy.Markets = []string{uniswapv3.Name, uniswapv2.Name}, append(s.policy.Markets, Listed(pair))
		return s
	}
	judged(t, begin, map[string]change{
		"an honest purchase passes":       {func(*scene) {}, ""},
		"the protocol is not approved":    {func(s *scene) { s.policy.Protocols = []string{uniswapv3.Name, uniswapv4.Name} }, CodeProtocol},
		"its own constraint on protocols": {func(s *scene) { s.k.Action.Constraints.Protocols = []string{uniswapv3.Name} }, CodeProtocol},
		"its own constraint met passes":   {func(s *scene) { s.k.Action.Constraints.Protocols = []string{uniswapv2.Name} }, ""},
		"it was not read":                 {func(s *scene) { s.k.Seen.Markets = s.k.Seen.Markets[:1] }, CodePool},
		"another exchange was read":       {func(s *scene) { s.k.Seen.Markets[1].Protocol = uniswapv4.Name }, CodePool},
		"another address was read":        {func(s *scene) { s.k.Seen.Markets[1].Address[0]++ }, CodePool},
		"another id was read":             {func(s *scene) { s.k.Seen.Markets[1].ID[0]++ }, CodePool},
		"it is not approved":              {func(s *scene) { s.policy.Markets = s.policy.Markets[:1] }, CodePool},
		"the first need not be approved":  {func(s *scene) { s.policy.Markets = s.policy.Markets[1:] }, ""},
		"a token it does not trade":       {func(s *scene) { s.policy.Tokens = append(s.policy.Tokens, other); s.k.Action.TokenIn = other }, CodePool},
		"a token that is not approved":    {func(s *scene) { s.policy.Tokens = s.policy.Tokens[:1] }, CodeToken},
		"slippage":                        {func(s *scene) { s.k.Action.Slippage = 101 }, CodeSlippage},
		"impact at the limit passes":      {func(s *scene) { s.sim.ImpactBPS = 100 }, ""},
		"impact":                          {func(s *scene) { s.sim.ImpactBPS = 101 }, CodeImpact},
		"above per transaction":           {func(s *scene) { s.policy.PerTransaction = s.sim.Value - 1 }, CodeSpend},
		"phase":                           {func(s *scene) { s.k.Phase = turn.Conservation }, CodePhase},
		"selling opens nothing": {func(s *scene) {
			s.k.Action = at(sell())
			s.k.Phase = turn.Terminal
		}, ""},
		"but a thin pair is refused": {func(s *scene) { s.k.Action = at(sell()); s.sim.ImpactBPS = 101 }, CodeImpact},
		// 2,500 of 10,000 USDC, and a unit more; at the pool's price, whatever the pair's is.
		"at the position limit passes": {func(s *scene) { s.sim = spent(2500e6, 125e16) }, ""},
		"above the position limit":     {func(s *scene) { s.sim = spent(2500e6, 125e16+2e9) }, CodePositionSize},
	})
}
