package outcomes

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// spec: safety §15.2: what the owner sends or takes is neither a gain nor a loss.
func TestMoneyFromOutsideMovesThePeak(t *testing.T) {
	usdc, weth := func(r turn.Reading) string { return r.Assets[0].Token.Address.Hex() }, func(r turn.Reading) string { return r.Assets[1].Token.Address.Hex() }
	for name, c := range map[string]struct {
		asset func(turn.Reading) string
		units uint64
		kind  turn.Stray
		want  float64
	}{
		"dollars come":  {usdc, 250e6, turn.StrayDeposit, 1_250},
		"dollars go":    {usdc, 250e6, turn.StrayMissing, 750},
		"they are back": {usdc, 250e6, turn.StrayReturned, 1_250},
		"ether comes":   {weth, 1e17, turn.StrayDeposit, 1_200},
		"coin goes":     {func(turn.Reading) string { return "native" }, 1e17, turn.StrayMissing, 800},
		"he takes coin": {func(turn.Reading) string { return "native" }, 1e17, turn.StrayWithdrawn, 800},
	} {
		r := turntest.Pool{
			Token0: turn.Token{Address: common.HexToAddress("0xaa"), Decimals: 6}, Token1: turn.Token{Address: common.HexToAddress("0xbb"), Decimals: 18},
			QuoteIsZero: true, SqrtPriceX96: *uint256.MustFromDecimal("1771595571142957102961017161607260"), Price: 2_000,
		}.Seen(uint256.NewInt(1_000e6), new(uint256.Int))
		r.NativeUSD = 2_000
		state, write := turn.NewState(turn.Identity{})
		write.Positions.Edit(func(p *turn.Positions) {
			for range 3 {
				r.Block.Number++
				p.Take(r)
			}
		})
		s := Strays{Positions: write.Positions}
		s.Born()
		s.moved(turn.Difference{Kind: c.kind, Asset: c.asset(r), Units: *uint256.NewInt(c.units)}, r)
		sent := 0.0
		if c.kind == turn.StrayDeposit || c.kind == turn.StrayWithdrawn {
			sent = c.want - 1_000
		}
		if peak := state.Positions().Peak; peak != c.want || s.Sent() != sent {
			t.Errorf("%s: the peak is %v, want %v; %v were sent in, want %v", name, peak, c.want, s.Sent(), sent)
		}
	}
}
