package evmtest

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Actions of v4's position manager.
const (
	v4Decrease   = "\x01"
	v4Mint       = "\x02"
	v4Burn       = "\x03"
	v4SettlePair = "\x0d"
	v4TakePair   = "\x11"
)

// FillV4 mints a position over the whole range of the v4 pool, from the account.
func (x *Exchanges) FillV4(usdc, weth *big.Int) {
	x.t.Helper()
	x.allow(permit2.Address, usdc, weth)
	for token, amount := range map[common.Address]*big.Int{x.USDC: usdc, x.WETH: weth} {
		x.must(permit2.Address, bind.NewPermit2().PackApprove(token, x.V4Positions, amount, Deadline()))
	}
	// Over the whole range liquidity is √(x·y), a little less for rounding.
	liquidity := new(big.Int).Sqrt(new(big.Int).Mul(usdc, weth))
	liquidity.Mul(liquidity, big.NewInt(9_990)).Div(liquidity, big.NewInt(10_000))
	edge := uniswap.MaxUsableTick(V4Spacing)
	x.must(x.V4Positions, x.MintV4(x.Key(), -edge, edge, liquidity, x.Account))
	x.allow(permit2.Address, new(big.Int), new(big.Int)) // it took a little less
}

// AllowV4 has Permit2 let the routers of v4 take the party's tokens, which Permit2 may take.
func (x *Exchanges) AllowV4(p *Party) {
	x.t.Helper()
	most := new(uint256.Int).Rsh(new(uint256.Int).SetAllOne(), 96).ToBig()
	for _, token := range []common.Address{x.USDC, x.WETH} {
		for _, spender := range []common.Address{x.V4, x.V4Positions} {
			p.Must(permit2.Address, bind.NewPermit2().PackApprove(token, spender, most, Deadline()))
		}
	}
}

// MintV4 encodes a new position in a v4 pool, whatever it costs.
func (x *Exchanges) MintV4(key bind.PoolKey, lower, upper int32, liquidity *big.Int, owner common.Address) []byte {
	x.t.Helper()
	most := new(uint256.Int).Rsh(new(uint256.Int).SetAllOne(), 128).ToBig()
	mint := x.pack([]string{"key", "int24", "int24", "uint256", "uint128", "uint128", "address", "bytes"},
		key, big.NewInt(int64(lower)), big.NewInt(int64(upper)), liquidity, most, most, owner, []byte{})
	return x.modify(v4Mint+v4SettlePair, mint, x.pack([]string{"address", "address"}, key.Currency0, key.Currency1))
}

// DecreaseV4 encodes that liquidity is taken out of a position, and what comes of it is to's.
func (x *Exchanges) DecreaseV4(key bind.PoolKey, id, liquidity *big.Int, to common.Address) []byte {
	x.t.Helper()
	none := new(big.Int)
	return x.modify(v4Decrease+v4TakePair,
		x.pack([]string{"uint256", "uint256", "uint128", "uint128", "bytes"}, id, liquidity, none, none, []byte{}), x.taken(key, to))
}

// BurnV4 encodes that a position is left whole.
func (x *Exchanges) BurnV4(key bind.PoolKey, id *big.Int, to common.Address) []byte {
	x.t.Helper()
	none := new(big.Int)
	return x.modify(v4Burn+v4TakePair, x.pack([]string{"uint256", "uint128", "uint128", "bytes"}, id, none, none, []byte{}), x.taken(key, to))
}

func (x *Exchanges) taken(key bind.PoolKey, to common.Address) []byte {
	return x.pack([]string{"address", "address", "address"}, key.Currency0, key.Currency1, to)
}

func (x *Exchanges) modify(actions string, parts ...[]byte) []byte {
	unlock := x.pack([]string{"bytes", "bytes[]"}, []byte(actions), parts)
	return bind.NewV4PositionManager().PackModifyLiquidities(unlock, Deadline())
}

// ProtocolFeeV4 has the pool manager take a share of its own, in hundredths of a basis
// point, of USDC and of WETH that are paid into the v4 pool.
func (x *Exchanges) ProtocolFeeV4(ofUSDC, ofWETH int64) {
	x.t.Helper()
	x.must(x.Manager, Pack("setProtocolFeeController(address)", x.Account[:]))
	x.TakeV4(x.Key(), ofUSDC, ofWETH)
}

// TakeV4 is ProtocolFeeV4 of any pool, once the account may set it.
func (x *Exchanges) TakeV4(k bind.PoolKey, ofUSDC, ofWETH int64) {
	x.t.Helper()
	word := func(n int64) []byte { return big.NewInt(n).Bytes() }
	x.must(x.Manager, Pack("setProtocolFee((address,address,uint24,int24,address),uint24)",
		k.Currency0[:], k.Currency1[:], k.Fee.Bytes(), k.TickSpacing.Bytes(), k.Hooks[:], word(ofWETH<<12|ofUSDC)))
}
