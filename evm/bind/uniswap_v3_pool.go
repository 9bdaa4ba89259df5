// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package bind

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// UniswapV3PoolMetaData contains all meta data concerning the UniswapV3Pool contract.
var UniswapV3PoolMetaData = MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"fee\",\"outputs\":[{\"internalType\":\"uint24\",\"name\":\"\",\"type\":\"uint24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"tickSpacing\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"maxLiquidityPerTick\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"slot0\",\"outputs\":[{\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"},{\"internalType\":\"uint16\",\"name\":\"observationIndex\",\"type\":\"uint16\"},{\"internalType\":\"uint16\",\"name\":\"observationCardinality\",\"type\":\"uint16\"},{\"internalType\":\"uint16\",\"name\":\"observationCardinalityNext\",\"type\":\"uint16\"},{\"internalType\":\"uint8\",\"name\":\"feeProtocol\",\"type\":\"uint8\"},{\"internalType\":\"bool\",\"name\":\"unlocked\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"liquidity\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"name\":\"ticks\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"liquidityGross\",\"type\":\"uint128\"},{\"internalType\":\"int128\",\"name\":\"liquidityNet\",\"type\":\"int128\"},{\"internalType\":\"uint256\",\"name\":\"feeGrowthOutside0X128\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"feeGrowthOutside1X128\",\"type\":\"uint256\"},{\"internalType\":\"int56\",\"name\":\"tickCumulativeOutside\",\"type\":\"int56\"},{\"internalType\":\"uint160\",\"name\":\"secondsPerLiquidityOutsideX128\",\"type\":\"uint160\"},{\"internalType\":\"uint32\",\"name\":\"secondsOutside\",\"type\":\"uint32\"},{\"internalType\":\"bool\",\"name\":\"initialized\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int16\",\"name\":\"\",\"type\":\"int16\"}],\"name\":\"tickBitmap\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"positions\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"feeGrowthInside0LastX128\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"feeGrowthInside1LastX128\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"tokensOwed0\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"tokensOwed1\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"feeGrowthGlobal0X128\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"feeGrowthGlobal1X128\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"protocolFees\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"token0\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"token1\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint32[]\",\"name\":\"secondsAgos\",\"type\":\"uint32[]\"}],\"name\":\"observe\",\"outputs\":[{\"internalType\":\"int56[]\",\"name\":\"tickCumulatives\",\"type\":\"int56[]\"},{\"internalType\":\"uint160[]\",\"name\":\"secondsPerLiquidityCumulativeX128s\",\"type\":\"uint160[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"}],\"name\":\"initialize\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"mint\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"}],\"name\":\"burn\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"internalType\":\"uint128\",\"name\":\"amount0Requested\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"amount1Requested\",\"type\":\"uint128\"}],\"name\":\"collect\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"amount0\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"amount1\",\"type\":\"uint128\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"zeroForOne\",\"type\":\"bool\"},{\"internalType\":\"int256\",\"name\":\"amountSpecified\",\"type\":\"int256\"},{\"internalType\":\"uint160\",\"name\":\"sqrtPriceLimitX96\",\"type\":\"uint160\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"swap\",\"outputs\":[{\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"indexed\":false,\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"}],\"name\":\"Initialize\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"indexed\":true,\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"name\":\"Mint\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"indexed\":true,\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"name\":\"Burn\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"indexed\":true,\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount0\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"amount1\",\"type\":\"uint128\"}],\"name\":\"Collect\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"indexed\":false,\"internalType\":\"uint160\",\"name\":\"sqrtPriceX96\",\"type\":\"uint160\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"}],\"name\":\"Swap\",\"type\":\"event\"}]",
	ID:  "UniswapV3Pool",
}

// UniswapV3Pool is an auto generated Go binding around an Ethereum contract.
type UniswapV3Pool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV3Pool) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV3Pool creates a new instance of UniswapV3Pool.
func NewUniswapV3Pool() *UniswapV3Pool {
	parsed, err := UniswapV3PoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV3Pool{abi: *parsed}
}

// PackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa34123a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function burn(int24 tickLower, int24 tickUpper, uint128 amount) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackBurn(tickLower *big.Int, tickUpper *big.Int, amount *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("burn", tickLower, tickUpper, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa34123a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function burn(int24 tickLower, int24 tickUpper, uint128 amount) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) TryPackBurn(tickLower *big.Int, tickUpper *big.Int, amount *big.Int) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("burn", tickLower, tickUpper, amount)
}

// UniswapV3PoolBurnOutput serves as a container for the return parameters of contract
// method Burn.
type UniswapV3PoolBurnOutput struct {
	Amount0 *big.Int
	Amount1 *big.Int
}

// UnpackBurn is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa34123a7.
//
// Solidity: function burn(int24 tickLower, int24 tickUpper, uint128 amount) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackBurn(data []byte) (UniswapV3PoolBurnOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("burn", data)
	outstruct := new(UniswapV3PoolBurnOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f1eb3d8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function collect(address recipient, int24 tickLower, int24 tickUpper, uint128 amount0Requested, uint128 amount1Requested) returns(uint128 amount0, uint128 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackCollect(recipient common.Address, tickLower *big.Int, tickUpper *big.Int, amount0Requested *big.Int, amount1Requested *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("collect", recipient, tickLower, tickUpper, amount0Requested, amount1Requested)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f1eb3d8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function collect(address recipient, int24 tickLower, int24 tickUpper, uint128 amount0Requested, uint128 amount1Requested) returns(uint128 amount0, uint128 amount1)
func (uniswapV3Pool *UniswapV3Pool) TryPackCollect(recipient common.Address, tickLower *big.Int, tickUpper *big.Int, amount0Requested *big.Int, amount1Requested *big.Int) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("collect", recipient, tickLower, tickUpper, amount0Requested, amount1Requested)
}

// UniswapV3PoolCollectOutput serves as a container for the return parameters of contract
// method Collect.
type UniswapV3PoolCollectOutput struct {
	Amount0 *big.Int
	Amount1 *big.Int
}

// UnpackCollect is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4f1eb3d8.
//
// Solidity: function collect(address recipient, int24 tickLower, int24 tickUpper, uint128 amount0Requested, uint128 amount1Requested) returns(uint128 amount0, uint128 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackCollect(data []byte) (UniswapV3PoolCollectOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("collect", data)
	outstruct := new(UniswapV3PoolCollectOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fee() view returns(uint24)
func (uniswapV3Pool *UniswapV3Pool) PackFee() []byte {
	enc, err := uniswapV3Pool.abi.Pack("fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fee() view returns(uint24)
func (uniswapV3Pool *UniswapV3Pool) TryPackFee() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("fee")
}

// UnpackFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xddca3f43.
//
// Solidity: function fee() view returns(uint24)
func (uniswapV3Pool *UniswapV3Pool) UnpackFee(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackFeeGrowthGlobal0X128 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf3058399.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeGrowthGlobal0X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) PackFeeGrowthGlobal0X128() []byte {
	enc, err := uniswapV3Pool.abi.Pack("feeGrowthGlobal0X128")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFeeGrowthGlobal0X128 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf3058399.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function feeGrowthGlobal0X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) TryPackFeeGrowthGlobal0X128() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("feeGrowthGlobal0X128")
}

// UnpackFeeGrowthGlobal0X128 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf3058399.
//
// Solidity: function feeGrowthGlobal0X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) UnpackFeeGrowthGlobal0X128(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("feeGrowthGlobal0X128", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackFeeGrowthGlobal1X128 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x46141319.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeGrowthGlobal1X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) PackFeeGrowthGlobal1X128() []byte {
	enc, err := uniswapV3Pool.abi.Pack("feeGrowthGlobal1X128")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFeeGrowthGlobal1X128 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x46141319.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function feeGrowthGlobal1X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) TryPackFeeGrowthGlobal1X128() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("feeGrowthGlobal1X128")
}

// UnpackFeeGrowthGlobal1X128 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x46141319.
//
// Solidity: function feeGrowthGlobal1X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) UnpackFeeGrowthGlobal1X128(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("feeGrowthGlobal1X128", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf637731d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(uint160 sqrtPriceX96) returns()
func (uniswapV3Pool *UniswapV3Pool) PackInitialize(sqrtPriceX96 *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("initialize", sqrtPriceX96)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf637731d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function initialize(uint160 sqrtPriceX96) returns()
func (uniswapV3Pool *UniswapV3Pool) TryPackInitialize(sqrtPriceX96 *big.Int) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("initialize", sqrtPriceX96)
}

// PackLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a686502.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function liquidity() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) PackLiquidity() []byte {
	enc, err := uniswapV3Pool.abi.Pack("liquidity")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a686502.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function liquidity() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) TryPackLiquidity() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("liquidity")
}

// UnpackLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1a686502.
//
// Solidity: function liquidity() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) UnpackLiquidity(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("liquidity", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackMaxLiquidityPerTick is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70cf754a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function maxLiquidityPerTick() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) PackMaxLiquidityPerTick() []byte {
	enc, err := uniswapV3Pool.abi.Pack("maxLiquidityPerTick")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMaxLiquidityPerTick is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70cf754a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function maxLiquidityPerTick() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) TryPackMaxLiquidityPerTick() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("maxLiquidityPerTick")
}

// UnpackMaxLiquidityPerTick is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70cf754a.
//
// Solidity: function maxLiquidityPerTick() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) UnpackMaxLiquidityPerTick(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("maxLiquidityPerTick", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c8a7d8d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes data) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackMint(recipient common.Address, tickLower *big.Int, tickUpper *big.Int, amount *big.Int, data []byte) []byte {
	enc, err := uniswapV3Pool.abi.Pack("mint", recipient, tickLower, tickUpper, amount, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c8a7d8d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes data) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) TryPackMint(recipient common.Address, tickLower *big.Int, tickUpper *big.Int, amount *big.Int, data []byte) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("mint", recipient, tickLower, tickUpper, amount, data)
}

// UniswapV3PoolMintOutput serves as a container for the return parameters of contract
// method Mint.
type UniswapV3PoolMintOutput struct {
	Amount0 *big.Int
	Amount1 *big.Int
}

// UnpackMint is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3c8a7d8d.
//
// Solidity: function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes data) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackMint(data []byte) (UniswapV3PoolMintOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("mint", data)
	outstruct := new(UniswapV3PoolMintOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackObserve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x883bdbfd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function observe(uint32[] secondsAgos) view returns(int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)
func (uniswapV3Pool *UniswapV3Pool) PackObserve(secondsAgos []uint32) []byte {
	enc, err := uniswapV3Pool.abi.Pack("observe", secondsAgos)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackObserve is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x883bdbfd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function observe(uint32[] secondsAgos) view returns(int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)
func (uniswapV3Pool *UniswapV3Pool) TryPackObserve(secondsAgos []uint32) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("observe", secondsAgos)
}

// UniswapV3PoolObserveOutput serves as a container for the return parameters of contract
// method Observe.
type UniswapV3PoolObserveOutput struct {
	TickCumulatives                    []*big.Int
	SecondsPerLiquidityCumulativeX128s []*big.Int
}

// UnpackObserve is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x883bdbfd.
//
// Solidity: function observe(uint32[] secondsAgos) view returns(int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)
func (uniswapV3Pool *UniswapV3Pool) UnpackObserve(data []byte) (UniswapV3PoolObserveOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("observe", data)
	outstruct := new(UniswapV3PoolObserveOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.TickCumulatives = *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	outstruct.SecondsPerLiquidityCumulativeX128s = *abi.ConvertType(out[1], new([]*big.Int)).(*[]*big.Int)
	return *outstruct, nil
}

// PackPositions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x514ea4bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function positions(bytes32 ) view returns(uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)
func (uniswapV3Pool *UniswapV3Pool) PackPositions(arg0 [32]byte) []byte {
	enc, err := uniswapV3Pool.abi.Pack("positions", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPositions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x514ea4bf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function positions(bytes32 ) view returns(uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)
func (uniswapV3Pool *UniswapV3Pool) TryPackPositions(arg0 [32]byte) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("positions", arg0)
}

// UniswapV3PoolPositionsOutput serves as a container for the return parameters of contract
// method Positions.
type UniswapV3PoolPositionsOutput struct {
	Liquidity                *big.Int
	FeeGrowthInside0LastX128 *big.Int
	FeeGrowthInside1LastX128 *big.Int
	TokensOwed0              *big.Int
	TokensOwed1              *big.Int
}

// UnpackPositions is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x514ea4bf.
//
// Solidity: function positions(bytes32 ) view returns(uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)
func (uniswapV3Pool *UniswapV3Pool) UnpackPositions(data []byte) (UniswapV3PoolPositionsOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("positions", data)
	outstruct := new(UniswapV3PoolPositionsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Liquidity = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside0LastX128 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside1LastX128 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.TokensOwed0 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.TokensOwed1 = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1ad8b03b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function protocolFees() view returns(uint128 token0, uint128 token1)
func (uniswapV3Pool *UniswapV3Pool) PackProtocolFees() []byte {
	enc, err := uniswapV3Pool.abi.Pack("protocolFees")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1ad8b03b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function protocolFees() view returns(uint128 token0, uint128 token1)
func (uniswapV3Pool *UniswapV3Pool) TryPackProtocolFees() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("protocolFees")
}

// UniswapV3PoolProtocolFeesOutput serves as a container for the return parameters of contract
// method ProtocolFees.
type UniswapV3PoolProtocolFeesOutput struct {
	Token0 *big.Int
	Token1 *big.Int
}

// UnpackProtocolFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1ad8b03b.
//
// Solidity: function protocolFees() view returns(uint128 token0, uint128 token1)
func (uniswapV3Pool *UniswapV3Pool) UnpackProtocolFees(data []byte) (UniswapV3PoolProtocolFeesOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("protocolFees", data)
	outstruct := new(UniswapV3PoolProtocolFeesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Token0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Token1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)
func (uniswapV3Pool *UniswapV3Pool) PackSlot0() []byte {
	enc, err := uniswapV3Pool.abi.Pack("slot0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)
func (uniswapV3Pool *UniswapV3Pool) TryPackSlot0() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("slot0")
}

// UniswapV3PoolSlot0Output serves as a container for the return parameters of contract
// method Slot0.
type UniswapV3PoolSlot0Output struct {
	SqrtPriceX96               *big.Int
	Tick                       *big.Int
	ObservationIndex           uint16
	ObservationCardinality     uint16
	ObservationCardinalityNext uint16
	FeeProtocol                uint8
	Unlocked                   bool
}

// UnpackSlot0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3850c7bd.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)
func (uniswapV3Pool *UniswapV3Pool) UnpackSlot0(data []byte) (UniswapV3PoolSlot0Output, error) {
	out, err := uniswapV3Pool.abi.Unpack("slot0", data)
	outstruct := new(UniswapV3PoolSlot0Output)
	if err != nil {
		return *outstruct, err
	}
	outstruct.SqrtPriceX96 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Tick = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.ObservationIndex = *abi.ConvertType(out[2], new(uint16)).(*uint16)
	outstruct.ObservationCardinality = *abi.ConvertType(out[3], new(uint16)).(*uint16)
	outstruct.ObservationCardinalityNext = *abi.ConvertType(out[4], new(uint16)).(*uint16)
	outstruct.FeeProtocol = *abi.ConvertType(out[5], new(uint8)).(*uint8)
	outstruct.Unlocked = *abi.ConvertType(out[6], new(bool)).(*bool)
	return *outstruct, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x128acb08.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data) returns(int256 amount0, int256 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackSwap(recipient common.Address, zeroForOne bool, amountSpecified *big.Int, sqrtPriceLimitX96 *big.Int, data []byte) []byte {
	enc, err := uniswapV3Pool.abi.Pack("swap", recipient, zeroForOne, amountSpecified, sqrtPriceLimitX96, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x128acb08.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data) returns(int256 amount0, int256 amount1)
func (uniswapV3Pool *UniswapV3Pool) TryPackSwap(recipient common.Address, zeroForOne bool, amountSpecified *big.Int, sqrtPriceLimitX96 *big.Int, data []byte) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("swap", recipient, zeroForOne, amountSpecified, sqrtPriceLimitX96, data)
}

// UniswapV3PoolSwapOutput serves as a container for the return parameters of contract
// method Swap.
type UniswapV3PoolSwapOutput struct {
	Amount0 *big.Int
	Amount1 *big.Int
}

// UnpackSwap is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x128acb08.
//
// Solidity: function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data) returns(int256 amount0, int256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackSwap(data []byte) (UniswapV3PoolSwapOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("swap", data)
	outstruct := new(UniswapV3PoolSwapOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackTickBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5339c296.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickBitmap(int16 ) view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) PackTickBitmap(arg0 int16) []byte {
	enc, err := uniswapV3Pool.abi.Pack("tickBitmap", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTickBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5339c296.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tickBitmap(int16 ) view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) TryPackTickBitmap(arg0 int16) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("tickBitmap", arg0)
}

// UnpackTickBitmap is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5339c296.
//
// Solidity: function tickBitmap(int16 ) view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) UnpackTickBitmap(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("tickBitmap", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickSpacing() view returns(int24)
func (uniswapV3Pool *UniswapV3Pool) PackTickSpacing() []byte {
	enc, err := uniswapV3Pool.abi.Pack("tickSpacing")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tickSpacing() view returns(int24)
func (uniswapV3Pool *UniswapV3Pool) TryPackTickSpacing() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("tickSpacing")
}

// UnpackTickSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0c93a7c.
//
// Solidity: function tickSpacing() view returns(int24)
func (uniswapV3Pool *UniswapV3Pool) UnpackTickSpacing(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("tickSpacing", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTicks is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf30dba93.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ticks(int24 ) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128, int56 tickCumulativeOutside, uint160 secondsPerLiquidityOutsideX128, uint32 secondsOutside, bool initialized)
func (uniswapV3Pool *UniswapV3Pool) PackTicks(arg0 *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("ticks", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTicks is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf30dba93.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ticks(int24 ) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128, int56 tickCumulativeOutside, uint160 secondsPerLiquidityOutsideX128, uint32 secondsOutside, bool initialized)
func (uniswapV3Pool *UniswapV3Pool) TryPackTicks(arg0 *big.Int) ([]byte, error) {
	return uniswapV3Pool.abi.Pack("ticks", arg0)
}

// UniswapV3PoolTicksOutput serves as a container for the return parameters of contract
// method Ticks.
type UniswapV3PoolTicksOutput struct {
	LiquidityGross                 *big.Int
	LiquidityNet                   *big.Int
	FeeGrowthOutside0X128          *big.Int
	FeeGrowthOutside1X128          *big.Int
	TickCumulativeOutside          *big.Int
	SecondsPerLiquidityOutsideX128 *big.Int
	SecondsOutside                 uint32
	Initialized                    bool
}

// UnpackTicks is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf30dba93.
//
// Solidity: function ticks(int24 ) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128, int56 tickCumulativeOutside, uint160 secondsPerLiquidityOutsideX128, uint32 secondsOutside, bool initialized)
func (uniswapV3Pool *UniswapV3Pool) UnpackTicks(data []byte) (UniswapV3PoolTicksOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("ticks", data)
	outstruct := new(UniswapV3PoolTicksOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.LiquidityGross = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.LiquidityNet = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthOutside0X128 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthOutside1X128 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.TickCumulativeOutside = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.SecondsPerLiquidityOutsideX128 = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	outstruct.SecondsOutside = *abi.ConvertType(out[6], new(uint32)).(*uint32)
	outstruct.Initialized = *abi.ConvertType(out[7], new(bool)).(*bool)
	return *outstruct, nil
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) PackToken0() []byte {
	enc, err := uniswapV3Pool.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token0() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) TryPackToken0() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("token0")
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) UnpackToken0(data []byte) (common.Address, error) {
	out, err := uniswapV3Pool.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token1() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) PackToken1() []byte {
	enc, err := uniswapV3Pool.abi.Pack("token1")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token1() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) TryPackToken1() ([]byte, error) {
	return uniswapV3Pool.abi.Pack("token1")
}

// UnpackToken1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd21220a7.
//
// Solidity: function token1() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) UnpackToken1(data []byte) (common.Address, error) {
	out, err := uniswapV3Pool.abi.Unpack("token1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UniswapV3PoolBurn represents a Burn event raised by the UniswapV3Pool contract.
type UniswapV3PoolBurn struct {
	Owner     common.Address
	TickLower *big.Int
	TickUpper *big.Int
	Amount    *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const UniswapV3PoolBurnEventName = "Burn"

// ContractEventName returns the user-defined event name.
func (UniswapV3PoolBurn) ContractEventName() string {
	return UniswapV3PoolBurnEventName
}

// UnpackBurnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackBurnEvent(log *types.Log) (*UniswapV3PoolBurn, error) {
	event := "Burn"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolBurn)
	if len(log.Data) > 0 {
		if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolCollect represents a Collect event raised by the UniswapV3Pool contract.
type UniswapV3PoolCollect struct {
	Owner     common.Address
	Recipient common.Address
	TickLower *big.Int
	TickUpper *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const UniswapV3PoolCollectEventName = "Collect"

// ContractEventName returns the user-defined event name.
func (UniswapV3PoolCollect) ContractEventName() string {
	return UniswapV3PoolCollectEventName
}

// UnpackCollectEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackCollectEvent(log *types.Log) (*UniswapV3PoolCollect, error) {
	event := "Collect"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolCollect)
	if len(log.Data) > 0 {
		if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolInitialize represents a Initialize event raised by the UniswapV3Pool contract.
type UniswapV3PoolInitialize struct {
	SqrtPriceX96 *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const UniswapV3PoolInitializeEventName = "Initialize"

// ContractEventName returns the user-defined event name.
func (UniswapV3PoolInitialize) ContractEventName() string {
	return UniswapV3PoolInitializeEventName
}

// UnpackInitializeEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Initialize(uint160 sqrtPriceX96, int24 tick)
func (uniswapV3Pool *UniswapV3Pool) UnpackInitializeEvent(log *types.Log) (*UniswapV3PoolInitialize, error) {
	event := "Initialize"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolInitialize)
	if len(log.Data) > 0 {
		if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolMint represents a Mint event raised by the UniswapV3Pool contract.
type UniswapV3PoolMint struct {
	Sender    common.Address
	Owner     common.Address
	TickLower *big.Int
	TickUpper *big.Int
	Amount    *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const UniswapV3PoolMintEventName = "Mint"

// ContractEventName returns the user-defined event name.
func (UniswapV3PoolMint) ContractEventName() string {
	return UniswapV3PoolMintEventName
}

// UnpackMintEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackMintEvent(log *types.Log) (*UniswapV3PoolMint, error) {
	event := "Mint"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolMint)
	if len(log.Data) > 0 {
		if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolSwap represents a Swap event raised by the UniswapV3Pool contract.
type UniswapV3PoolSwap struct {
	Sender       common.Address
	Recipient    common.Address
	Amount0      *big.Int
	Amount1      *big.Int
	SqrtPriceX96 *big.Int
	Liquidity    *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const UniswapV3PoolSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (UniswapV3PoolSwap) ContractEventName() string {
	return UniswapV3PoolSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
func (uniswapV3Pool *UniswapV3Pool) UnpackSwapEvent(log *types.Log) (*UniswapV3PoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolSwap)
	if len(log.Data) > 0 {
		if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}
