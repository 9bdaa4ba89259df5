package deploy

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
)

// Steps is an ordered list of what the market account does in one transaction,
// in the packed form that Market.sol reads. The zero value is empty. Like append, a
// method may write into its receiver's memory: go on with what it returns.
type Steps []byte

// Operation bytes, equal to Market.sol's.
const (
	opSwapTo  = 1
	opMint    = 2
	opBurn    = 3
	opCollect = 4
)

// SwapTo adds a swap that ends exactly at the price; no step where the pool
// stands there already. The price is a Uniswap √P·2^96 strictly inside the pool's
// range.
func (s Steps) SwapTo(sqrtPriceX96 *uint256.Int) Steps {
	b := sqrtPriceX96.Bytes20()
	return append(append(s, opSwapTo), b[:]...)
}

// Mint adds liquidity to the market's full-range position. Only the low 128 bits
// of the amount count; zero does nothing.
func (s Steps) Mint(liquidity *uint256.Int) Steps {
	b := liquidity.Bytes32()
	return append(append(s, opMint), b[16:]...)
}

// Burn takes liquidity from the position; what it frees waits in the pool for
// Collect. It reverts above what the position has.
func (s Steps) Burn(liquidity *uint256.Int) Steps {
	b := liquidity.Bytes32()
	return append(append(s, opBurn), b[16:]...)
}

// Collect brings the position's fees up to date and moves everything owed to it
// into the market account.
func (s Steps) Collect() Steps { return append(s, opCollect) }

// Calldata is the call of Market.run with the steps.
func (s Steps) Calldata() ([]byte, error) { return market.TryPackRun(s) }

var market = bind.NewMarket()
