package signer

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"
)

// minTip is the least tip, 0.001 gwei.
const minTip = 1_000_000

// ErrFee: the fee does not fit 256 bits; the base fee cannot be true.
var ErrFee = errors.New("fee out of range")

// Fees is what a transaction offers, in wei per gas.
type Fees struct {
	Max uint256.Int // at most this, base fee and tip together
	Tip uint256.Int // of it to the block's producer
}

// ChooseFees returns the fees to offer in the block after one with the given
// base fee: twice the base fee plus the tip, the tip being the median of the
// fee history but at least 0.001 gwei.
//
// spec: chain §8
func ChooseFees(baseFee, medianTip *uint256.Int) (Fees, error) {
	f := Fees{Tip: *uint256.NewInt(minTip)}
	if medianTip.Gt(&f.Tip) {
		f.Tip = *medianTip
	}
	_, over1 := f.Max.MulOverflow(baseFee, uint256.NewInt(2))
	if _, over2 := f.Max.AddOverflow(&f.Max, &f.Tip); over1 || over2 {
		return Fees{}, fmt.Errorf("%w: base fee %s, tip %s", ErrFee, baseFee.Dec(), medianTip.Dec())
	}
	return f, nil
}

// Replacement returns the fees of a transaction that replaces one with these:
// 12.5 % more, rounded up, which is above the 10 % that nodes ask for.
//
// spec: chain §8
func (f Fees) Replacement() (Fees, error) {
	maxFee, err := bump(&f.Max)
	if err != nil {
		return Fees{}, err
	}
	tip, err := bump(&f.Tip)
	return Fees{Max: maxFee, Tip: tip}, err
}

// AtLeast returns the higher of both in each part.
func (f Fees) AtLeast(g Fees) Fees {
	if g.Max.Gt(&f.Max) {
		f.Max = g.Max
	}
	if g.Tip.Gt(&f.Tip) {
		f.Tip = g.Tip
	}
	return f
}

// bump returns ceil(fee·9/8).
func bump(fee *uint256.Int) (uint256.Int, error) {
	var more uint256.Int
	eighth := new(uint256.Int).Rsh(fee, 3)
	if fee.Uint64()&7 != 0 {
		eighth.AddUint64(eighth, 1)
	}
	if _, over := more.AddOverflow(fee, eighth); over {
		return more, fmt.Errorf("%w: raise %s", ErrFee, fee.Dec())
	}
	return more, nil
}
