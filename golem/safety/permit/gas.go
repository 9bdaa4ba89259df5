package permit

import (
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// gasBound is what the order can cost at most, in micro-USDC rounded up: the gas
// limits of its transactions at the most they offer per gas, in wei, and what a rollup
// may charge beside it. Where that overflows it is all there is, and no purse holds it.
func (p Permit) gasBound(offer *uint256.Int) money.USDC {
	most, over := Most(offer, Gas(p.Simulation), p.Simulation)
	if over {
		return math.MaxInt64
	}
	return money.OfCoin(most, p.judged.Seen.NativePrice)
}

// Most is what transactions with so much gas can cost at an offer per gas, in wei: all
// of the gas, and twice what the simulation says that the chain charges beside it. That
// fee follows the base fee of the chain below until a block takes the transaction, and
// no offer bounds it.
//
// spec: chain §7 point 8
func Most(offer *uint256.Int, gas uint64, s turn.Simulation) (wei *uint256.Int, over bool) {
	wei, over = new(uint256.Int).MulOverflow(offer, uint256.NewInt(gas))
	for range 2 {
		var carry bool
		wei, carry = wei.AddOverflow(wei, &s.DataFee)
		over = over || carry
	}
	return wei, over
}

// Gas is the gas limit of all transactions of an order that was simulated.
func Gas(s turn.Simulation) (limit uint64) {
	for i := range s.CallGas {
		limit += GasLimit(s.CallGas, i)
	}
	return limit
}

// GasLimit is the gas limit of an order's i-th transaction: half more than the
// simulation used, for state that moves in between.
func GasLimit(used []uint64, i int) uint64 {
	const floor = 100_000
	if i < len(used) {
		return used[i]*3/2 + floor/2
	}
	return floor
}
