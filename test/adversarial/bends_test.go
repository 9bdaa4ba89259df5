package adversarial

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// owns shows positions in the wallet that the chain does not have.
func owns(n int) agenttest.Bend {
	return agenttest.Bend{Reading: func(r *turn.Reading) {
		for i := range n {
			r.Positions = append(r.Positions, turn.Position{ID: fmt.Sprint(700 + i), Protocol: grammar.UniswapV3, Kind: "lp", Lower: 199_000, Upper: 203_000, Value: 1})
		}
	}}
}

// shallow has a price that moves by a basis point with each unit of depth.
func shallow() agenttest.Bend {
	return agenttest.Bend{Simulation: func(a grammar.Action, s *turn.Simulation) error {
		if a.Kind == grammar.Swap && s.Success {
			s.ImpactBPS = money.BPS(int64(s.Value) / depth) //nolint:gosec // a wallet's worth
		}
		return nil
	}}
}

// behind is a node whose newest block is old, or ahead of its time.
func behind(blocks, seconds uint64) agenttest.Bend {
	return agenttest.Bend{Reading: func(r *turn.Reading) { r.Lag = turn.Lag{Behind: blocks, Ahead: seconds} }}
}

// late is a node that falls behind between the reading and the preview.
func late(blocks uint64) agenttest.Bend {
	return agenttest.Bend{Simulation: func(_ grammar.Action, s *turn.Simulation) error {
		s.Lag.Behind = blocks
		return nil
	}}
}

// priceless is a pool whose price cannot be read.
func priceless() agenttest.Bend {
	return agenttest.Bend{Reading: func(r *turn.Reading) { r.Pool.SqrtPriceX96.Clear() }}
}

// reverts has every preview fail, and say why.
func reverts(why string) agenttest.Bend {
	return agenttest.Bend{Simulation: func(_ grammar.Action, s *turn.Simulation) error {
		*s = turn.Simulation{Block: s.Block, Hash: s.Hash, Revert: why}
		return nil
	}}
}

// unsure cannot preview anything.
func unsure() agenttest.Bend {
	return agenttest.Bend{Simulation: func(grammar.Action, *turn.Simulation) error { return errors.New("the node says nothing") }}
}

// skims pays half of what any preview said.
func skims() agenttest.Bend {
	return agenttest.Bend{Got: func(got *uint256.Int) {
		got.Rsh(got, 1)
	}}
}
