package rollup

import (
	"math/big"

	"github.com/holiman/uint256"
)

// The line that Fjord drew through the sizes of compressed transactions, in
// millionths of a byte.
const (
	perFastLZ = 836_500
	intercept = -42_585_600
	smallest  = 100_000_000
)

// DataFee is what a signed transaction, as it is sent, is charged for its data, in
// wei, rounded down.
func (p Params) DataFee(signed []byte) *uint256.Int { return p.FeeOf(FastLZ(signed)) }

// FeeOf is what so many bytes after FastLZ are charged.
func (p Params) FeeOf(fastLZ int) *uint256.Int {
	size := max(smallest, perFastLZ*int64(fastLZ)+intercept)
	perByte := new(big.Int).Mul(p.BaseFee.ToBig(), big.NewInt(16*int64(p.BaseFeeScalar)))
	perByte.Add(perByte, new(big.Int).Mul(p.BlobBaseFee.ToBig(), big.NewInt(int64(p.BlobBaseFeeScalar))))
	fee := perByte.Mul(perByte, big.NewInt(size))
	return saturated(fee.Quo(fee, big.NewInt(1e12)))
}

// OperatorFee is what the operator charges for gas, in wei.
func (p Params) OperatorFee(gas uint64) *uint256.Int {
	fee := new(big.Int).Mul(new(big.Int).SetUint64(gas), big.NewInt(int64(p.OperatorScalar)))
	if p.Jovian {
		fee.Mul(fee, big.NewInt(100))
	} else {
		fee.Quo(fee, big.NewInt(1e6))
	}
	return saturated(fee.Add(fee, new(big.Int).SetUint64(p.OperatorConstant)))
}

// saturated is n, or the most there is: nobody can pay that either.
func saturated(n *big.Int) *uint256.Int {
	fee, over := uint256.FromBig(n)
	if over {
		return new(uint256.Int).SetAllOne()
	}
	return fee
}
