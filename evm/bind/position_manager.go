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

// INonfungiblePositionManagerCollectParams is an auto generated low-level Go binding around an user-defined struct.
type INonfungiblePositionManagerCollectParams struct {
	TokenId    *big.Int
	Recipient  common.Address
	Amount0Max *big.Int
	Amount1Max *big.Int
}

// INonfungiblePositionManagerDecreaseLiquidityParams is an auto generated low-level Go binding around an user-defined struct.
type INonfungiblePositionManagerDecreaseLiquidityParams struct {
	TokenId    *big.Int
	Liquidity  *big.Int
	Amount0Min *big.Int
	Amount1Min *big.Int
	Deadline   *big.Int
}

// INonfungiblePositionManagerIncreaseLiquidityParams is an auto generated low-level Go binding around an user-defined struct.
type INonfungiblePositionManagerIncreaseLiquidityParams struct {
	TokenId        *big.Int
	Amount0Desired *big.Int
	Amount1Desired *big.Int
	Amount0Min     *big.Int
	Amount1Min     *big.Int
	Deadline       *big.Int
}

// INonfungiblePositionManagerMintParams is an auto generated low-level Go binding around an user-defined struct.
type INonfungiblePositionManagerMintParams struct {
	Token0         common.Address
	Token1         common.Address
	Fee            *big.Int
	TickLower      *big.Int
	TickUpper      *big.Int
	Amount0Desired *big.Int
	Amount1Desired *big.Int
	Amount0Min     *big.Int
	Amount1Min     *big.Int
	Recipient      common.Address
	Deadline       *big.Int
}

// NonfungiblePositionManagerMetaData contains all meta data concerning the NonfungiblePositionManager contract.
var NonfungiblePositionManagerMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"_factory\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"_WETH9\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"_tokenDescriptor_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"WETH9\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"positions\",\"outputs\":[{\"internalType\":\"uint96\",\"name\":\"nonce\",\"type\":\"uint96\"},{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token0\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token1\",\"type\":\"address\"},{\"internalType\":\"uint24\",\"name\":\"fee\",\"type\":\"uint24\"},{\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"feeGrowthInside0LastX128\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"feeGrowthInside1LastX128\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"tokensOwed0\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"tokensOwed1\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ownerOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"index\",\"type\":\"uint256\"}],\"name\":\"tokenOfOwnerByIndex\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"token0\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token1\",\"type\":\"address\"},{\"internalType\":\"uint24\",\"name\":\"fee\",\"type\":\"uint24\"},{\"internalType\":\"int24\",\"name\":\"tickLower\",\"type\":\"int24\"},{\"internalType\":\"int24\",\"name\":\"tickUpper\",\"type\":\"int24\"},{\"internalType\":\"uint256\",\"name\":\"amount0Desired\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1Desired\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount0Min\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1Min\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"}],\"internalType\":\"structINonfungiblePositionManager.MintParams\",\"name\":\"params\",\"type\":\"tuple\"}],\"name\":\"mint\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount0Desired\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1Desired\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount0Min\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1Min\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"}],\"internalType\":\"structINonfungiblePositionManager.IncreaseLiquidityParams\",\"name\":\"params\",\"type\":\"tuple\"}],\"name\":\"increaseLiquidity\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"amount0Min\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1Min\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"}],\"internalType\":\"structINonfungiblePositionManager.DecreaseLiquidityParams\",\"name\":\"params\",\"type\":\"tuple\"}],\"name\":\"decreaseLiquidity\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"internalType\":\"uint128\",\"name\":\"amount0Max\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"amount1Max\",\"type\":\"uint128\"}],\"internalType\":\"structINonfungiblePositionManager.CollectParams\",\"name\":\"params\",\"type\":\"tuple\"}],\"name\":\"collect\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"burn\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes[]\",\"name\":\"data\",\"type\":\"bytes[]\"}],\"name\":\"multicall\",\"outputs\":[{\"internalType\":\"bytes[]\",\"name\":\"results\",\"type\":\"bytes[]\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amountMinimum\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"}],\"name\":\"unwrapWETH9\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amountMinimum\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"}],\"name\":\"sweepToken\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"refundETH\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"name\":\"IncreaseLiquidity\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint128\",\"name\":\"liquidity\",\"type\":\"uint128\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"name\":\"DecreaseLiquidity\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"recipient\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"name\":\"Collect\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"}]",
	ID:  "NonfungiblePositionManager",
}

// NonfungiblePositionManager is an auto generated Go binding around an Ethereum contract.
type NonfungiblePositionManager struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *NonfungiblePositionManager) GetABI() abi.ABI {
	return c.abi
}

// NewNonfungiblePositionManager creates a new instance of NonfungiblePositionManager.
func NewNonfungiblePositionManager() *NonfungiblePositionManager {
	parsed, err := NonfungiblePositionManagerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &NonfungiblePositionManager{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _factory, address _WETH9, address _tokenDescriptor_) returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) PackConstructor(_factory common.Address, _WETH9 common.Address, _tokenDescriptor_ common.Address) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("", _factory, _WETH9, _tokenDescriptor_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWETH9 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4aa4a4fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function WETH9() view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackWETH9() []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("WETH9")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWETH9 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4aa4a4fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function WETH9() view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackWETH9() ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("WETH9")
}

// UnpackWETH9 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4aa4a4fc.
//
// Solidity: function WETH9() view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackWETH9(data []byte) (common.Address, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("WETH9", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackBalanceOf(owner common.Address) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("balanceOf", owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackBalanceOf(owner common.Address) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("balanceOf", owner)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42966c68.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function burn(uint256 tokenId) payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) PackBurn(tokenId *big.Int) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("burn", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42966c68.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function burn(uint256 tokenId) payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackBurn(tokenId *big.Int) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("burn", tokenId)
}

// PackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfc6f7865.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function collect((uint256,address,uint128,uint128) params) payable returns(uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackCollect(params INonfungiblePositionManagerCollectParams) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("collect", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfc6f7865.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function collect((uint256,address,uint128,uint128) params) payable returns(uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackCollect(params INonfungiblePositionManagerCollectParams) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("collect", params)
}

// NonfungiblePositionManagerCollectOutput serves as a container for the return parameters of contract
// method Collect.
type NonfungiblePositionManagerCollectOutput struct {
	Amount0 *big.Int
	Amount1 *big.Int
}

// UnpackCollect is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfc6f7865.
//
// Solidity: function collect((uint256,address,uint128,uint128) params) payable returns(uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackCollect(data []byte) (NonfungiblePositionManagerCollectOutput, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("collect", data)
	outstruct := new(NonfungiblePositionManagerCollectOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackDecreaseLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0c49ccbe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decreaseLiquidity((uint256,uint128,uint256,uint256,uint256) params) payable returns(uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackDecreaseLiquidity(params INonfungiblePositionManagerDecreaseLiquidityParams) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("decreaseLiquidity", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDecreaseLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0c49ccbe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decreaseLiquidity((uint256,uint128,uint256,uint256,uint256) params) payable returns(uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackDecreaseLiquidity(params INonfungiblePositionManagerDecreaseLiquidityParams) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("decreaseLiquidity", params)
}

// NonfungiblePositionManagerDecreaseLiquidityOutput serves as a container for the return parameters of contract
// method DecreaseLiquidity.
type NonfungiblePositionManagerDecreaseLiquidityOutput struct {
	Amount0 *big.Int
	Amount1 *big.Int
}

// UnpackDecreaseLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0c49ccbe.
//
// Solidity: function decreaseLiquidity((uint256,uint128,uint256,uint256,uint256) params) payable returns(uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackDecreaseLiquidity(data []byte) (NonfungiblePositionManagerDecreaseLiquidityOutput, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("decreaseLiquidity", data)
	outstruct := new(NonfungiblePositionManagerDecreaseLiquidityOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackFactory() []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function factory() view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackFactory() ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("factory")
}

// UnpackFactory is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc45a0155.
//
// Solidity: function factory() view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackFactory(data []byte) (common.Address, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("factory", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackIncreaseLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x219f5d17.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256) params) payable returns(uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackIncreaseLiquidity(params INonfungiblePositionManagerIncreaseLiquidityParams) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("increaseLiquidity", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIncreaseLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x219f5d17.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256) params) payable returns(uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackIncreaseLiquidity(params INonfungiblePositionManagerIncreaseLiquidityParams) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("increaseLiquidity", params)
}

// NonfungiblePositionManagerIncreaseLiquidityOutput serves as a container for the return parameters of contract
// method IncreaseLiquidity.
type NonfungiblePositionManagerIncreaseLiquidityOutput struct {
	Liquidity *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
}

// UnpackIncreaseLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x219f5d17.
//
// Solidity: function increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256) params) payable returns(uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackIncreaseLiquidity(data []byte) (NonfungiblePositionManagerIncreaseLiquidityOutput, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("increaseLiquidity", data)
	outstruct := new(NonfungiblePositionManagerIncreaseLiquidityOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Liquidity = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Amount0 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x88316456.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256) params) payable returns(uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackMint(params INonfungiblePositionManagerMintParams) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("mint", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x88316456.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256) params) payable returns(uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackMint(params INonfungiblePositionManagerMintParams) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("mint", params)
}

// NonfungiblePositionManagerMintOutput serves as a container for the return parameters of contract
// method Mint.
type NonfungiblePositionManagerMintOutput struct {
	TokenId   *big.Int
	Liquidity *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
}

// UnpackMint is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x88316456.
//
// Solidity: function mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256) params) payable returns(uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackMint(data []byte) (NonfungiblePositionManagerMintOutput, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("mint", data)
	outstruct := new(NonfungiblePositionManagerMintOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.TokenId = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Liquidity = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Amount0 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.Amount1 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackMulticall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xac9650d8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function multicall(bytes[] data) payable returns(bytes[] results)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackMulticall(data [][]byte) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("multicall", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMulticall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xac9650d8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function multicall(bytes[] data) payable returns(bytes[] results)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackMulticall(data [][]byte) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("multicall", data)
}

// UnpackMulticall is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xac9650d8.
//
// Solidity: function multicall(bytes[] data) payable returns(bytes[] results)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackMulticall(data []byte) ([][]byte, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("multicall", data)
	if err != nil {
		return *new([][]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([][]byte)).(*[][]byte)
	return out0, nil
}

// PackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackOwnerOf(tokenId *big.Int) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("ownerOf", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackOwnerOf(tokenId *big.Int) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("ownerOf", tokenId)
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPositions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x99fbab88.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function positions(uint256 tokenId) view returns(uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackPositions(tokenId *big.Int) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("positions", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPositions is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x99fbab88.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function positions(uint256 tokenId) view returns(uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackPositions(tokenId *big.Int) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("positions", tokenId)
}

// NonfungiblePositionManagerPositionsOutput serves as a container for the return parameters of contract
// method Positions.
type NonfungiblePositionManagerPositionsOutput struct {
	Nonce                    *big.Int
	Operator                 common.Address
	Token0                   common.Address
	Token1                   common.Address
	Fee                      *big.Int
	TickLower                *big.Int
	TickUpper                *big.Int
	Liquidity                *big.Int
	FeeGrowthInside0LastX128 *big.Int
	FeeGrowthInside1LastX128 *big.Int
	TokensOwed0              *big.Int
	TokensOwed1              *big.Int
}

// UnpackPositions is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x99fbab88.
//
// Solidity: function positions(uint256 tokenId) view returns(uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackPositions(data []byte) (NonfungiblePositionManagerPositionsOutput, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("positions", data)
	outstruct := new(NonfungiblePositionManagerPositionsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Nonce = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Operator = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	outstruct.Token0 = *abi.ConvertType(out[2], new(common.Address)).(*common.Address)
	outstruct.Token1 = *abi.ConvertType(out[3], new(common.Address)).(*common.Address)
	outstruct.Fee = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.TickLower = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	outstruct.TickUpper = abi.ConvertType(out[6], new(big.Int)).(*big.Int)
	outstruct.Liquidity = abi.ConvertType(out[7], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside0LastX128 = abi.ConvertType(out[8], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthInside1LastX128 = abi.ConvertType(out[9], new(big.Int)).(*big.Int)
	outstruct.TokensOwed0 = abi.ConvertType(out[10], new(big.Int)).(*big.Int)
	outstruct.TokensOwed1 = abi.ConvertType(out[11], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackRefundETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x12210e8a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refundETH() payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) PackRefundETH() []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("refundETH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefundETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x12210e8a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refundETH() payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackRefundETH() ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("refundETH")
}

// PackSweepToken is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdf2ab5bb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sweepToken(address token, uint256 amountMinimum, address recipient) payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) PackSweepToken(token common.Address, amountMinimum *big.Int, recipient common.Address) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("sweepToken", token, amountMinimum, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSweepToken is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdf2ab5bb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sweepToken(address token, uint256 amountMinimum, address recipient) payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackSweepToken(token common.Address, amountMinimum *big.Int, recipient common.Address) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("sweepToken", token, amountMinimum, recipient)
}

// PackTokenOfOwnerByIndex is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f745c59.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tokenOfOwnerByIndex(address owner, uint256 index) view returns(uint256)
func (nonfungiblePositionManager *NonfungiblePositionManager) PackTokenOfOwnerByIndex(owner common.Address, index *big.Int) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("tokenOfOwnerByIndex", owner, index)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTokenOfOwnerByIndex is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f745c59.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokenOfOwnerByIndex(address owner, uint256 index) view returns(uint256)
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackTokenOfOwnerByIndex(owner common.Address, index *big.Int) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("tokenOfOwnerByIndex", owner, index)
}

// UnpackTokenOfOwnerByIndex is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2f745c59.
//
// Solidity: function tokenOfOwnerByIndex(address owner, uint256 index) view returns(uint256)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackTokenOfOwnerByIndex(data []byte) (*big.Int, error) {
	out, err := nonfungiblePositionManager.abi.Unpack("tokenOfOwnerByIndex", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackUnwrapWETH9 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49404b7c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function unwrapWETH9(uint256 amountMinimum, address recipient) payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) PackUnwrapWETH9(amountMinimum *big.Int, recipient common.Address) []byte {
	enc, err := nonfungiblePositionManager.abi.Pack("unwrapWETH9", amountMinimum, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUnwrapWETH9 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49404b7c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function unwrapWETH9(uint256 amountMinimum, address recipient) payable returns()
func (nonfungiblePositionManager *NonfungiblePositionManager) TryPackUnwrapWETH9(amountMinimum *big.Int, recipient common.Address) ([]byte, error) {
	return nonfungiblePositionManager.abi.Pack("unwrapWETH9", amountMinimum, recipient)
}

// NonfungiblePositionManagerCollect represents a Collect event raised by the NonfungiblePositionManager contract.
type NonfungiblePositionManagerCollect struct {
	TokenId   *big.Int
	Recipient common.Address
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const NonfungiblePositionManagerCollectEventName = "Collect"

// ContractEventName returns the user-defined event name.
func (NonfungiblePositionManagerCollect) ContractEventName() string {
	return NonfungiblePositionManagerCollectEventName
}

// UnpackCollectEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackCollectEvent(log *types.Log) (*NonfungiblePositionManagerCollect, error) {
	event := "Collect"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != nonfungiblePositionManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(NonfungiblePositionManagerCollect)
	if len(log.Data) > 0 {
		if err := nonfungiblePositionManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range nonfungiblePositionManager.abi.Events[event].Inputs {
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

// NonfungiblePositionManagerDecreaseLiquidity represents a DecreaseLiquidity event raised by the NonfungiblePositionManager contract.
type NonfungiblePositionManagerDecreaseLiquidity struct {
	TokenId   *big.Int
	Liquidity *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const NonfungiblePositionManagerDecreaseLiquidityEventName = "DecreaseLiquidity"

// ContractEventName returns the user-defined event name.
func (NonfungiblePositionManagerDecreaseLiquidity) ContractEventName() string {
	return NonfungiblePositionManagerDecreaseLiquidityEventName
}

// UnpackDecreaseLiquidityEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackDecreaseLiquidityEvent(log *types.Log) (*NonfungiblePositionManagerDecreaseLiquidity, error) {
	event := "DecreaseLiquidity"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != nonfungiblePositionManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(NonfungiblePositionManagerDecreaseLiquidity)
	if len(log.Data) > 0 {
		if err := nonfungiblePositionManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range nonfungiblePositionManager.abi.Events[event].Inputs {
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

// NonfungiblePositionManagerIncreaseLiquidity represents a IncreaseLiquidity event raised by the NonfungiblePositionManager contract.
type NonfungiblePositionManagerIncreaseLiquidity struct {
	TokenId   *big.Int
	Liquidity *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const NonfungiblePositionManagerIncreaseLiquidityEventName = "IncreaseLiquidity"

// ContractEventName returns the user-defined event name.
func (NonfungiblePositionManagerIncreaseLiquidity) ContractEventName() string {
	return NonfungiblePositionManagerIncreaseLiquidityEventName
}

// UnpackIncreaseLiquidityEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackIncreaseLiquidityEvent(log *types.Log) (*NonfungiblePositionManagerIncreaseLiquidity, error) {
	event := "IncreaseLiquidity"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != nonfungiblePositionManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(NonfungiblePositionManagerIncreaseLiquidity)
	if len(log.Data) > 0 {
		if err := nonfungiblePositionManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range nonfungiblePositionManager.abi.Events[event].Inputs {
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

// NonfungiblePositionManagerTransfer represents a Transfer event raised by the NonfungiblePositionManager contract.
type NonfungiblePositionManagerTransfer struct {
	From    common.Address
	To      common.Address
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const NonfungiblePositionManagerTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (NonfungiblePositionManagerTransfer) ContractEventName() string {
	return NonfungiblePositionManagerTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
func (nonfungiblePositionManager *NonfungiblePositionManager) UnpackTransferEvent(log *types.Log) (*NonfungiblePositionManagerTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != nonfungiblePositionManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(NonfungiblePositionManagerTransfer)
	if len(log.Data) > 0 {
		if err := nonfungiblePositionManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range nonfungiblePositionManager.abi.Events[event].Inputs {
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
