package adversarial

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/weth9"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// owns shows positions in the wallet that the chain does not have.
func owns(n int) agenttest.Bend {
	return agenttest.Bend{Reading: func(r *turn.Reading) {
		for i := range n {
			r.Positions = append(r.Positions, turn.Position{ID: fmt.Sprint(700 + i), Protocol: uniswapv3.Name, Market: onPool, Kind: "lp", Lower: 199_000, Upper: 203_000, Value: 1})
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
	return agenttest.Bend{Reading: func(r *turn.Reading) {
		r.Markets[0].Range.SqrtPriceX96.Clear()
		r.Markets[0].Rate.Clear()
		r.Assets[1].Rate.Clear()
	}}
}

// unlisted has assets and markets in each reading that nobody approved, and that look as if
// somebody had: a token that is called nearly as another, with a market of its own, and the approved
// tokens at another fee, and on another exchange. One of the tokens stands for the coin, by a
// protocol that nobody approved or by one that does no such thing.
func unlisted(rng rnd) agenttest.Bend {
	token, beside, pair := like(rng, agenttest.WETH.Address), like(rng, agenttest.Pool), like(rng, agenttest.Pool)
	wrapper := turn.Wrapper{Token: pick(rng, agenttest.WETH.Address, token), Protocol: pick(rng, weth9.Name, uniswapv3.Name)}
	return agenttest.Bend{Reading: func(r *turn.Reading) {
		r.Wrapper = wrapper
		fake := r.Assets[1]
		fake.Token.Address, fake.Token.Symbol = token, "WETH.e"
		fake.Units.Clear()
		fake.Value = 0
		r.Assets = append(r.Assets, fake)
		for handle, at := range map[string]common.Address{fakePool: beside, feePool: beside, offList: pair} {
			m := r.Markets[0]
			own := *m.Range
			m.Handle, m.Address, m.Range = handle, at, &own
			switch handle {
			case fakePool:
				m.Base = fake.Token
			case offList:
				m.Protocol, m.Range = uniswapv2.Name, nil
			}
			r.Markets = append(r.Markets, m)
		}
		slices.SortStableFunc(r.Markets[1:], func(a, b turn.Market) int { return strings.Compare(a.Handle, b.Handle) })
	}}
}

// unless are the codes of what names something unlisted: where nobody put that into the readings,
// it is no name.
func unless(b turn.Brief, code wire.Code) []wire.Code {
	if _, ok := b.Seen.Reading.Named(fakeToken); !ok {
		return schema
	}
	return []wire.Code{code}
}

// Names in an unlisted reading that nobody approved.
const (
	fakeToken = "weth.e"
	fakePool  = "weth.e-usdc-5"
	feePool   = "weth-usdc-1"
	offList   = "weth-usdc-30-v5"
)

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
