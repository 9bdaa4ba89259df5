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

// V4StateViewMetaData contains all meta data concerning the V4StateView contract.
var V4StateViewMetaData = MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"_poolManager\",\"type\":\"address\",\"internalType\":\"contractIPoolManager\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"poolManager\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"contractIPoolManager\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getSlot0\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"}],\"outputs\":[{\"name\":\"sqrtPriceX96\",\"type\":\"uint160\",\"internalType\":\"uint160\"},{\"name\":\"tick\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"protocolFee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"lpFee\",\"type\":\"uint24\",\"internalType\":\"uint24\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getLiquidity\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"}],\"outputs\":[{\"name\":\"liquidity\",\"type\":\"uint128\",\"internalType\":\"uint128\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getTickInfo\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"},{\"name\":\"tick\",\"type\":\"int24\",\"internalType\":\"int24\"}],\"outputs\":[{\"name\":\"liquidityGross\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"liquidityNet\",\"type\":\"int128\",\"internalType\":\"int128\"},{\"name\":\"feeGrowthOutside0X128\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"feeGrowthOutside1X128\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getTickLiquidity\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"},{\"name\":\"tick\",\"type\":\"int24\",\"internalType\":\"int24\"}],\"outputs\":[{\"name\":\"liquidityGross\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"liquidityNet\",\"type\":\"int128\",\"internalType\":\"int128\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getTickBitmap\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"},{\"name\":\"tick\",\"type\":\"int16\",\"internalType\":\"int16\"}],\"outputs\":[{\"name\":\"tickBitmap\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getFeeGrowthGlobals\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"}],\"outputs\":[{\"name\":\"feeGrowthGlobal0\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"feeGrowthGlobal1\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getFeeGrowthInside\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"},{\"name\":\"tickLower\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"tickUpper\",\"type\":\"int24\",\"internalType\":\"int24\"}],\"outputs\":[{\"name\":\"feeGrowthInside0X128\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"feeGrowthInside1X128\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getPositionInfo\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"},{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"},{\"name\":\"tickLower\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"tickUpper\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"salt\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"liquidity\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"feeGrowthInside0LastX128\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"feeGrowthInside1LastX128\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getPositionLiquidity\",\"inputs\":[{\"name\":\"poolId\",\"type\":\"bytes32\",\"internalType\":\"PoolId\"},{\"name\":\"positionId\",\"type\":\"bytes32\",\"internalType\":\"bytes32\"}],\"outputs\":[{\"name\":\"liquidity\",\"type\":\"uint128\",\"internalType\":\"uint128\"}],\"stateMutability\":\"view\"}]",
	ID:  "V4StateView",
}

// V4StateView is an auto generated Go binding around an Ethereum contract.
type V4StateView struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *V4StateView) GetABI() abi.ABI {
	return c.abi
}

// NewV4StateView creates a new instance of V4StateView.
func NewV4StateView() *V4StateView {
	parsed, err := V4StateViewMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &V4StateView{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _poolManager) returns()
func (v4StateView *V4StateView) PackConstructor(_poolManager common.Address) []byte {
	enc, err := v4StateView.abi.Pack("", _poolManager)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetFeeGrowthGlobals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9ec538c8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getFeeGrowthGlobals(bytes32 poolId) view returns(uint256 feeGrowthGlobal0, uint256 feeGrowthGlobal1)
func (v4StateView *V4StateView) PackGetFeeGrowthGlobals(poolId [32]byte) []byte {
	enc, err := v4StateView.abi.Pack("getFeeGrowthGlobals", poolId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetFeeGrowthGlobals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9ec538c8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getFeeGrowthGlobals(bytes32 poolId) view returns(uint256 feeGrowthGlobal0, uint256 feeGrowthGlobal1)
func (v4StateView *V4StateView) TryPackGetFeeGrowthGlobals(poolId [32]byte) ([]byte, error) {
	return v4StateView.abi.Pack("getFeeGrowthGlobals", poolId)
}

// V4StateViewGetFeeGrowthGlobalsOutput serves as a container for the return parameters of contract
// method GetFeeGrowthGlobals.
type V4StateViewGetFeeGrowthGlobalsOutput struct {
	FeeGrowthGlobal0 *big.Int
	FeeGrowthGlobal1 *big.Int
}

// UnpackGetFeeGrowthGlobals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9ec538c8.
//
// Solidity: function getFeeGrowthGlobals(bytes32 poolId) view returns(uint256 feeGrowthGlobal0, uint256 feeGrowthGlobal1)
func (v4StateView *V4StateView) UnpackGetFeeGrowthGlobals(data []byte) (V4StateViewGetFeeGrowthGlobalsOutput, error) {
	out, err := v4StateView.abi.Unpack("getFeeGrowthGlobals", data)
	outstruct := new(V4StateViewGetFeeGrowthGlobalsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.FeeGrowthGlobal0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthGlobal1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetFeeGrowthInside is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x53e9c1fb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getFeeGrowthInside(bytes32 poolId, int24 tickLower, int24 tickUpper) view returns(uint256 feeGrowthInside0X128, uint256 feeGrowthInside1X128)
func (v4StateView *V4StateView) PackGetFeeGrowthInside(poolId [32]byte, tickLower *big.Int, tickUpper *big.Int) []byte {
	enc, err := v4StateView.abi.Pack("getFeeGrowthInside", poolId, tickLower, tickUpper)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetFeeGrowthInside is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x53e9c1fb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getFeeGrowthInside(bytes32 poolId, int24 tickLower, int24 tickUpper) view returns(uint256 feeGrowthInside0X128, uint256 feeGrowthInside1X128)
func (v4StateView *V4StateView) TryPackGetFeeGrowthInside(poolId [32]byte, tickLower *big.Int, tickUpper *big.Int) ([]byte, error) {
	return v4StateView.abi.Pack("getFeeGrowthInside", poolId, tickLower, tickUpper)
}

// V4StateViewGetFeeGrowthInsideOutput serves as a container for the return parameters of contract
// method GetFeeGrowthInside.
type V4StateViewGetFeeGrowthInsideOutput struct {
	FeeGrowthInside0X128 *big.Int
	FeeGrowthInside1X128 *big.Int
}

// UnpackGetFeeGrowthInside is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x53e9c1fb.
//
// Solidity: function getFeeGrowthInside(bytes32 poolId, int24 tickLower, int24 tickUpper) view returns(uint256 feeGrowthInside0X128, uint256 feeGrowthInside1X128)
func (v4StateView *V4StateView) UnpackGetFeeGrowthInside(data []byte) (V4StateViewGetFeeGrowthInsideOutput, error) {
	out, err := v4StateView.abi.Unpack("getFeeGrowthInside", data)
	outstruct := new(V4StateViewGetFeeGrowthInsideOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.FeeGrowthInside0X128 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside1X128 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa6793d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getLiquidity(bytes32 poolId) view returns(uint128 liquidity)
func (v4StateView *V4StateView) PackGetLiquidity(poolId [32]byte) []byte {
	enc, err := v4StateView.abi.Pack("getLiquidity", poolId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa6793d5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getLiquidity(bytes32 poolId) view returns(uint128 liquidity)
func (v4StateView *V4StateView) TryPackGetLiquidity(poolId [32]byte) ([]byte, error) {
	return v4StateView.abi.Pack("getLiquidity", poolId)
}

// UnpackGetLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfa6793d5.
//
// Solidity: function getLiquidity(bytes32 poolId) view returns(uint128 liquidity)
func (v4StateView *V4StateView) UnpackGetLiquidity(data []byte) (*big.Int, error) {
	out, err := v4StateView.abi.Unpack("getLiquidity", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetPositionInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdacf1d2f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPositionInfo(bytes32 poolId, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns(uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)
func (v4StateView *V4StateView) PackGetPositionInfo(poolId [32]byte, owner common.Address, tickLower *big.Int, tickUpper *big.Int, salt [32]byte) []byte {
	enc, err := v4StateView.abi.Pack("getPositionInfo", poolId, owner, tickLower, tickUpper, salt)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPositionInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdacf1d2f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPositionInfo(bytes32 poolId, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns(uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)
func (v4StateView *V4StateView) TryPackGetPositionInfo(poolId [32]byte, owner common.Address, tickLower *big.Int, tickUpper *big.Int, salt [32]byte) ([]byte, error) {
	return v4StateView.abi.Pack("getPositionInfo", poolId, owner, tickLower, tickUpper, salt)
}

// V4StateViewGetPositionInfoOutput serves as a container for the return parameters of contract
// method GetPositionInfo.
type V4StateViewGetPositionInfoOutput struct {
	Liquidity                *big.Int
	FeeGrowthInside0LastX128 *big.Int
	FeeGrowthInside1LastX128 *big.Int
}

// UnpackGetPositionInfo is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdacf1d2f.
//
// Solidity: function getPositionInfo(bytes32 poolId, address owner, int24 tickLower, int24 tickUpper, bytes32 salt) view returns(uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128)
func (v4StateView *V4StateView) UnpackGetPositionInfo(data []byte) (V4StateViewGetPositionInfoOutput, error) {
	out, err := v4StateView.abi.Unpack("getPositionInfo", data)
	outstruct := new(V4StateViewGetPositionInfoOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Liquidity = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside0LastX128 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside1LastX128 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetPositionLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf0928f29.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPositionLiquidity(bytes32 poolId, bytes32 positionId) view returns(uint128 liquidity)
func (v4StateView *V4StateView) PackGetPositionLiquidity(poolId [32]byte, positionId [32]byte) []byte {
	enc, err := v4StateView.abi.Pack("getPositionLiquidity", poolId, positionId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPositionLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf0928f29.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPositionLiquidity(bytes32 poolId, bytes32 positionId) view returns(uint128 liquidity)
func (v4StateView *V4StateView) TryPackGetPositionLiquidity(poolId [32]byte, positionId [32]byte) ([]byte, error) {
	return v4StateView.abi.Pack("getPositionLiquidity", poolId, positionId)
}

// UnpackGetPositionLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf0928f29.
//
// Solidity: function getPositionLiquidity(bytes32 poolId, bytes32 positionId) view returns(uint128 liquidity)
func (v4StateView *V4StateView) UnpackGetPositionLiquidity(data []byte) (*big.Int, error) {
	out, err := v4StateView.abi.Unpack("getPositionLiquidity", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc815641c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getSlot0(bytes32 poolId) view returns(uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)
func (v4StateView *V4StateView) PackGetSlot0(poolId [32]byte) []byte {
	enc, err := v4StateView.abi.Pack("getSlot0", poolId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc815641c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getSlot0(bytes32 poolId) view returns(uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)
func (v4StateView *V4StateView) TryPackGetSlot0(poolId [32]byte) ([]byte, error) {
	return v4StateView.abi.Pack("getSlot0", poolId)
}

// V4StateViewGetSlot0Output serves as a container for the return parameters of contract
// method GetSlot0.
type V4StateViewGetSlot0Output struct {
	SqrtPriceX96 *big.Int
	Tick         *big.Int
	ProtocolFee  *big.Int
	LpFee        *big.Int
}

// UnpackGetSlot0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc815641c.
//
// Solidity: function getSlot0(bytes32 poolId) view returns(uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)
func (v4StateView *V4StateView) UnpackGetSlot0(data []byte) (V4StateViewGetSlot0Output, error) {
	out, err := v4StateView.abi.Unpack("getSlot0", data)
	outstruct := new(V4StateViewGetSlot0Output)
	if err != nil {
		return *outstruct, err
	}
	outstruct.SqrtPriceX96 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Tick = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.ProtocolFee = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.LpFee = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetTickBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1c7ccb4c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTickBitmap(bytes32 poolId, int16 tick) view returns(uint256 tickBitmap)
func (v4StateView *V4StateView) PackGetTickBitmap(poolId [32]byte, tick int16) []byte {
	enc, err := v4StateView.abi.Pack("getTickBitmap", poolId, tick)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetTickBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1c7ccb4c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getTickBitmap(bytes32 poolId, int16 tick) view returns(uint256 tickBitmap)
func (v4StateView *V4StateView) TryPackGetTickBitmap(poolId [32]byte, tick int16) ([]byte, error) {
	return v4StateView.abi.Pack("getTickBitmap", poolId, tick)
}

// UnpackGetTickBitmap is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1c7ccb4c.
//
// Solidity: function getTickBitmap(bytes32 poolId, int16 tick) view returns(uint256 tickBitmap)
func (v4StateView *V4StateView) UnpackGetTickBitmap(data []byte) (*big.Int, error) {
	out, err := v4StateView.abi.Unpack("getTickBitmap", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetTickInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c40f1fe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTickInfo(bytes32 poolId, int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128)
func (v4StateView *V4StateView) PackGetTickInfo(poolId [32]byte, tick *big.Int) []byte {
	enc, err := v4StateView.abi.Pack("getTickInfo", poolId, tick)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetTickInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c40f1fe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getTickInfo(bytes32 poolId, int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128)
func (v4StateView *V4StateView) TryPackGetTickInfo(poolId [32]byte, tick *big.Int) ([]byte, error) {
	return v4StateView.abi.Pack("getTickInfo", poolId, tick)
}

// V4StateViewGetTickInfoOutput serves as a container for the return parameters of contract
// method GetTickInfo.
type V4StateViewGetTickInfoOutput struct {
	LiquidityGross        *big.Int
	LiquidityNet          *big.Int
	FeeGrowthOutside0X128 *big.Int
	FeeGrowthOutside1X128 *big.Int
}

// UnpackGetTickInfo is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7c40f1fe.
//
// Solidity: function getTickInfo(bytes32 poolId, int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128)
func (v4StateView *V4StateView) UnpackGetTickInfo(data []byte) (V4StateViewGetTickInfoOutput, error) {
	out, err := v4StateView.abi.Unpack("getTickInfo", data)
	outstruct := new(V4StateViewGetTickInfoOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.LiquidityGross = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.LiquidityNet = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthOutside0X128 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthOutside1X128 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetTickLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcaedab54.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTickLiquidity(bytes32 poolId, int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet)
func (v4StateView *V4StateView) PackGetTickLiquidity(poolId [32]byte, tick *big.Int) []byte {
	enc, err := v4StateView.abi.Pack("getTickLiquidity", poolId, tick)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetTickLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcaedab54.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getTickLiquidity(bytes32 poolId, int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet)
func (v4StateView *V4StateView) TryPackGetTickLiquidity(poolId [32]byte, tick *big.Int) ([]byte, error) {
	return v4StateView.abi.Pack("getTickLiquidity", poolId, tick)
}

// V4StateViewGetTickLiquidityOutput serves as a container for the return parameters of contract
// method GetTickLiquidity.
type V4StateViewGetTickLiquidityOutput struct {
	LiquidityGross *big.Int
	LiquidityNet   *big.Int
}

// UnpackGetTickLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcaedab54.
//
// Solidity: function getTickLiquidity(bytes32 poolId, int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet)
func (v4StateView *V4StateView) UnpackGetTickLiquidity(data []byte) (V4StateViewGetTickLiquidityOutput, error) {
	out, err := v4StateView.abi.Unpack("getTickLiquidity", data)
	outstruct := new(V4StateViewGetTickLiquidityOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.LiquidityGross = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.LiquidityNet = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackPoolManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdc4c90d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function poolManager() view returns(address)
func (v4StateView *V4StateView) PackPoolManager() []byte {
	enc, err := v4StateView.abi.Pack("poolManager")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPoolManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdc4c90d3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function poolManager() view returns(address)
func (v4StateView *V4StateView) TryPackPoolManager() ([]byte, error) {
	return v4StateView.abi.Pack("poolManager")
}

// UnpackPoolManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdc4c90d3.
//
// Solidity: function poolManager() view returns(address)
func (v4StateView *V4StateView) UnpackPoolManager(data []byte) (common.Address, error) {
	out, err := v4StateView.abi.Unpack("poolManager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}
