package lives

import (
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
)

// thinEvery is how often a market is so thin that large swaps go in parts.
const thinEvery = 4

// thin lets a life be lived in a pool of about 60,000 USDC (safety §17).
func (l *life) thin() {
	l.world.BendBy(agenttest.Bend{Reading: thinAs})
}

// holds has the market hold so much liquidity.
func holds(r *turn.Reading, liquidity uint64) {
	m := r.Primary()
	m.Range.Liquidity = *uint256.NewInt(liquidity)
	m.Depth = uniswap.Depth(&m.Range.SqrtPriceX96, &m.Range.Liquidity, m.Range.Inverse)
}

// inParts counts the swaps of a record that were parts of an order, and those of them that
// went on with what an earlier tick began.
func inParts(r *turn.Record) (parts, rests int) {
	for _, t := range r.Thought {
		if strings.Contains(t.Summary, ", part ") {
			parts++
		}
	}
	for _, a := range r.Actions {
		if _, rest := play.Rested(a.Proposal.Cause); rest {
			rests++
		}
	}
	return parts, rests
}

// largest is the largest swap of a record, as a share of the pool's quote side.
func largest(r *turn.Record) (share float64) {
	p := r.Seen.Reading.Primary()
	quote := p.Range.Liquidity.Float64() * 79228162514264337593543950336.0 / p.Range.SqrtPriceX96.Float64()
	for _, a := range r.Actions {
		if a.Status != turn.StatusExecuted || !strings.HasPrefix(string(a.Proposal.Body), `{"type":"swap"`) {
			continue
		}
		for _, d := range a.Execution.Deltas {
			if d.Token == p.Quote.Address {
				share = max(share, d.Units.Float64()/quote)
			}
		}
	}
	return share
}
