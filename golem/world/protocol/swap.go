package protocol

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
)

// Traded refuses a swap of other tokens than those of the pool that was read: a router would
// find a pool for any two, and only those were judged.
func (o Order) Traded() error {
	for _, token := range []common.Address{o.Action.TokenIn, o.Action.TokenOut} {
		if token != o.Seen.Pool.Token0.Address && token != o.Seen.Pool.Token1.Address {
			return fmt.Errorf("NO_ADAPTER: pool %s does not trade token %s", o.Seen.Pool.Address, token)
		}
	}
	return nil
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
