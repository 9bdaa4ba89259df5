package protocol

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Traded returns the market of an order, as it was read. A swap of other tokens than it trades is
// refused: a router would find a pool for any two, and only those were judged.
func (o Order) Traded() (turn.Market, error) {
	m, ok := o.Seen.Market(o.Action.Market)
	if !ok {
		return turn.Market{}, Unconfigured(o.Action)
	}
	if o.Action.Kind == grammar.Swap && !m.Trades(o.Action.TokenIn, o.Action.TokenOut) {
		return *m, fmt.Errorf("NO_ADAPTER: market %s does not trade %s for %s", m.Handle, o.Action.TokenIn, o.Action.TokenOut)
	}
	return *m, nil
}

// Least is the least that a swap must bring: what its simulation brought less the slippage,
// rounded down; zero while it is previewed.
func (o Order) Least() *big.Int {
	if o.Expect != nil {
		for _, d := range o.Expect.Deltas {
			if d.Token == o.Action.TokenOut && !d.Out {
				v := d.Units.ToBig()
				v.Mul(v, big.NewInt(int64(money.Whole-o.Action.Slippage)))
				return v.Quo(v, big.NewInt(int64(money.Whole)))
			}
		}
	}
	return new(big.Int)
}
