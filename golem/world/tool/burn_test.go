package tool

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

// spec: safety §1.4 S-7: whoever puts liquidity into a position in front of its exit does not
// stop the next one: that goes without the burn, which would fail again.
func TestAnExitThatSomebodyCameInFrontOfIsTriedWithoutTheBurn(t *testing.T) {
	const had = 1e15
	for name, c := range map[string]struct {
		failed  grammar.Action
		percent uint8
		success bool
		has     uint64 // liquidity, at the next try
		burns   bool
	}{
		"a unit more":                {has: had + 1},
		"left in steps, but a unit":  {has: 1},
		"as it was: the price moved": {has: had, burns: true},
		"a part":                     {percent: 99, has: had + 1, burns: true},
		"it went":                    {success: true, has: had + 1, burns: true},
		"fees":                       {failed: grammar.Action{Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12)}, has: had + 1, burns: true},
		"another position":           {failed: leave(13, 100), has: had + 1, burns: true},
	} {
		for _, steps := range []bool{false, true} {
			v := venue
			v.Steps = steps
			ad, r := on(t, v), reading()
			o := permit.Order{Action: leave(12, 100), Seen: r}
			if c.percent != 0 {
				o.Action = leave(12, c.percent)
			}
			if c.failed.Kind != "" {
				o.Action = c.failed
			}
			r.Positions = append(r.Positions, turn.Position{ID: "13", Lower: tick, Upper: tick + 10, Liquidity: *uint256.NewInt(5)})
			o.Seen.Positions = r.Positions
			(&Executor{Adapters: ad}).outcome(o, []chain.Receipt{{Found: true, Success: c.success}})
			r.Positions = []turn.Position{r.Positions[0]}
			r.Positions[0].Liquidity = *uint256.NewInt(c.has)
			want := "[decreaseLiquidity collect]"
			if c.burns {
				want = "[decreaseLiquidity collect burn]"
			}
			for range 2 { // the tries behind it are as it is
				if got := left(t, ad, r); got != want {
					t.Errorf("%s, in steps %v: %s, want %s", name, steps, got, want)
				}
			}
		}
	}
}

// Who fails twice, by the price and by somebody in front, is measured by the first time: what
// came into the position between the two is a stranger's.
func TestTheFirstExitThatFailedIsRemembered(t *testing.T) {
	ad, r := adapters(t), reading()
	fail := func() {
		(&Executor{Adapters: ad}).outcome(permit.Order{Action: leave(12, 100), Seen: r}, []chain.Receipt{{Found: true}})
	}
	fail()
	r.Positions = []turn.Position{r.Positions[0]}
	r.Positions[0].Liquidity.AddUint64(&r.Positions[0].Liquidity, 1)
	fail()
	if got := left(t, ad, r); got != "[decreaseLiquidity collect]" {
		t.Errorf("%s", got)
	}
}

func leave(id uint64, percent uint8) grammar.Action {
	return grammar.Action{Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(id), Percent: percent, Slippage: 50}
}

// left names the steps in which position 12 is left whole.
func left(t *testing.T, ad *Adapters, r turn.Reading) string {
	t.Helper()
	calls, err := ad.Calls(leave(12, 100), r, &turn.Simulation{})
	check(t, err)
	if ad.venue.Steps {
		return names(decodeAll(t, calls))
	}
	return names(stepsOf(t, calls[0]))
}
