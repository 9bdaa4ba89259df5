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

// PoolKey is an auto generated low-level Go binding around an user-defined struct.
type PoolKey struct {
	Currency0   common.Address
	Currency1   common.Address
	Fee         *big.Int
	TickSpacing *big.Int
	Hooks       common.Address
}

// V4PositionManagerMetaData contains all meta data concerning the V4PositionManager contract.
var V4PositionManagerMetaData = MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"_poolManager\",\"type\":\"address\",\"internalType\":\"contractIPoolManager\"},{\"name\":\"_permit2\",\"type\":\"address\",\"internalType\":\"contractIAllowanceTransfer\"},{\"name\":\"_unsubscribeGasLimit\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"_tokenDescriptor\",\"type\":\"address\",\"internalType\":\"contractIPositionDescriptor\"},{\"name\":\"_weth9\",\"type\":\"address\",\"internalType\":\"contractIWETH9\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"poolManager\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"contractIPoolManager\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"permit2\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"contractIAllowanceTransfer\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"WETH9\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"contractIWETH9\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"nextTokenId\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"ownerOf\",\"inputs\":[{\"name\":\"id\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getPoolAndPositionInfo\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"poolKey\",\"type\":\"tuple\",\"internalType\":\"structPoolKey\",\"components\":[{\"name\":\"currency0\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"currency1\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"internalType\":\"contractIHooks\"}]},{\"name\":\"info\",\"type\":\"uint256\",\"internalType\":\"PositionInfo\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"getPositionLiquidity\",\"inputs\":[{\"name\":\"tokenId\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[{\"name\":\"liquidity\",\"type\":\"uint128\",\"internalType\":\"uint128\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"balanceOf\",\"inputs\":[{\"name\":\"owner\",\"type\":\"address\",\"internalType\":\"address\"}],\"outputs\":[{\"name\":\"\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"initializePool\",\"inputs\":[{\"name\":\"key\",\"type\":\"tuple\",\"internalType\":\"structPoolKey\",\"components\":[{\"name\":\"currency0\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"currency1\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"internalType\":\"contractIHooks\"}]},{\"name\":\"sqrtPriceX96\",\"type\":\"uint160\",\"internalType\":\"uint160\"}],\"outputs\":[{\"name\":\"\",\"type\":\"int24\",\"internalType\":\"int24\"}],\"stateMutability\":\"payable\"},{\"type\":\"function\",\"name\":\"modifyLiquidities\",\"inputs\":[{\"name\":\"unlockData\",\"type\":\"bytes\",\"internalType\":\"bytes\"},{\"name\":\"deadline\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"outputs\":[],\"stateMutability\":\"payable\"},{\"type\":\"function\",\"name\":\"multicall\",\"inputs\":[{\"name\":\"data\",\"type\":\"bytes[]\",\"internalType\":\"bytes[]\"}],\"outputs\":[{\"name\":\"results\",\"type\":\"bytes[]\",\"internalType\":\"bytes[]\"}],\"stateMutability\":\"payable\"},{\"type\":\"event\",\"name\":\"Transfer\",\"inputs\":[{\"name\":\"from\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"to\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"id\",\"type\":\"uint256\",\"indexed\":true,\"internalType\":\"uint256\"}],\"anonymous\":false}]",
	ID:  "V4PositionManager",
}

// V4PositionManager is an auto generated Go binding around an Ethereum contract.
type V4PositionManager struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *V4PositionManager) GetABI() abi.ABI {
	return c.abi
}

// NewV4PositionManager creates a new instance of V4PositionManager.
func NewV4PositionManager() *V4PositionManager {
	parsed, err := V4PositionManagerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &V4PositionManager{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _poolManager, address _permit2, uint256 _unsubscribeGasLimit, address _tokenDescriptor, address _weth9) returns()
func (v4PositionManager *V4PositionManager) PackConstructor(_poolManager common.Address, _permit2 common.Address, _unsubscribeGasLimit *big.Int, _tokenDescriptor common.Address, _weth9 common.Address) []byte {
	enc, err := v4PositionManager.abi.Pack("", _poolManager, _permit2, _unsubscribeGasLimit, _tokenDescriptor, _weth9)
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
func (v4PositionManager *V4PositionManager) PackWETH9() []byte {
	enc, err := v4PositionManager.abi.Pack("WETH9")
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
func (v4PositionManager *V4PositionManager) TryPackWETH9() ([]byte, error) {
	return v4PositionManager.abi.Pack("WETH9")
}

// UnpackWETH9 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4aa4a4fc.
//
// Solidity: function WETH9() view returns(address)
func (v4PositionManager *V4PositionManager) UnpackWETH9(data []byte) (common.Address, error) {
	out, err := v4PositionManager.abi.Unpack("WETH9", data)
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
func (v4PositionManager *V4PositionManager) PackBalanceOf(owner common.Address) []byte {
	enc, err := v4PositionManager.abi.Pack("balanceOf", owner)
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
func (v4PositionManager *V4PositionManager) TryPackBalanceOf(owner common.Address) ([]byte, error) {
	return v4PositionManager.abi.Pack("balanceOf", owner)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (v4PositionManager *V4PositionManager) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := v4PositionManager.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetPoolAndPositionInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7ba03aad.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPoolAndPositionInfo(uint256 tokenId) view returns((address,address,uint24,int24,address) poolKey, uint256 info)
func (v4PositionManager *V4PositionManager) PackGetPoolAndPositionInfo(tokenId *big.Int) []byte {
	enc, err := v4PositionManager.abi.Pack("getPoolAndPositionInfo", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPoolAndPositionInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7ba03aad.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPoolAndPositionInfo(uint256 tokenId) view returns((address,address,uint24,int24,address) poolKey, uint256 info)
func (v4PositionManager *V4PositionManager) TryPackGetPoolAndPositionInfo(tokenId *big.Int) ([]byte, error) {
	return v4PositionManager.abi.Pack("getPoolAndPositionInfo", tokenId)
}

// V4PositionManagerGetPoolAndPositionInfoOutput serves as a container for the return parameters of contract
// method GetPoolAndPositionInfo.
type V4PositionManagerGetPoolAndPositionInfoOutput struct {
	PoolKey PoolKey
	Info    *big.Int
}

// UnpackGetPoolAndPositionInfo is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7ba03aad.
//
// Solidity: function getPoolAndPositionInfo(uint256 tokenId) view returns((address,address,uint24,int24,address) poolKey, uint256 info)
func (v4PositionManager *V4PositionManager) UnpackGetPoolAndPositionInfo(data []byte) (V4PositionManagerGetPoolAndPositionInfoOutput, error) {
	out, err := v4PositionManager.abi.Unpack("getPoolAndPositionInfo", data)
	outstruct := new(V4PositionManagerGetPoolAndPositionInfoOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.PoolKey = *abi.ConvertType(out[0], new(PoolKey)).(*PoolKey)
	outstruct.Info = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetPositionLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1efeed33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPositionLiquidity(uint256 tokenId) view returns(uint128 liquidity)
func (v4PositionManager *V4PositionManager) PackGetPositionLiquidity(tokenId *big.Int) []byte {
	enc, err := v4PositionManager.abi.Pack("getPositionLiquidity", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPositionLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1efeed33.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPositionLiquidity(uint256 tokenId) view returns(uint128 liquidity)
func (v4PositionManager *V4PositionManager) TryPackGetPositionLiquidity(tokenId *big.Int) ([]byte, error) {
	return v4PositionManager.abi.Pack("getPositionLiquidity", tokenId)
}

// UnpackGetPositionLiquidity is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1efeed33.
//
// Solidity: function getPositionLiquidity(uint256 tokenId) view returns(uint128 liquidity)
func (v4PositionManager *V4PositionManager) UnpackGetPositionLiquidity(data []byte) (*big.Int, error) {
	out, err := v4PositionManager.abi.Unpack("getPositionLiquidity", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackInitializePool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf7020405.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initializePool((address,address,uint24,int24,address) key, uint160 sqrtPriceX96) payable returns(int24)
func (v4PositionManager *V4PositionManager) PackInitializePool(key PoolKey, sqrtPriceX96 *big.Int) []byte {
	enc, err := v4PositionManager.abi.Pack("initializePool", key, sqrtPriceX96)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackInitializePool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf7020405.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function initializePool((address,address,uint24,int24,address) key, uint160 sqrtPriceX96) payable returns(int24)
func (v4PositionManager *V4PositionManager) TryPackInitializePool(key PoolKey, sqrtPriceX96 *big.Int) ([]byte, error) {
	return v4PositionManager.abi.Pack("initializePool", key, sqrtPriceX96)
}

// UnpackInitializePool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf7020405.
//
// Solidity: function initializePool((address,address,uint24,int24,address) key, uint160 sqrtPriceX96) payable returns(int24)
func (v4PositionManager *V4PositionManager) UnpackInitializePool(data []byte) (*big.Int, error) {
	out, err := v4PositionManager.abi.Unpack("initializePool", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackModifyLiquidities is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd46508f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function modifyLiquidities(bytes unlockData, uint256 deadline) payable returns()
func (v4PositionManager *V4PositionManager) PackModifyLiquidities(unlockData []byte, deadline *big.Int) []byte {
	enc, err := v4PositionManager.abi.Pack("modifyLiquidities", unlockData, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackModifyLiquidities is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd46508f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function modifyLiquidities(bytes unlockData, uint256 deadline) payable returns()
func (v4PositionManager *V4PositionManager) TryPackModifyLiquidities(unlockData []byte, deadline *big.Int) ([]byte, error) {
	return v4PositionManager.abi.Pack("modifyLiquidities", unlockData, deadline)
}

// PackMulticall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xac9650d8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function multicall(bytes[] data) payable returns(bytes[] results)
func (v4PositionManager *V4PositionManager) PackMulticall(data [][]byte) []byte {
	enc, err := v4PositionManager.abi.Pack("multicall", data)
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
func (v4PositionManager *V4PositionManager) TryPackMulticall(data [][]byte) ([]byte, error) {
	return v4PositionManager.abi.Pack("multicall", data)
}

// UnpackMulticall is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xac9650d8.
//
// Solidity: function multicall(bytes[] data) payable returns(bytes[] results)
func (v4PositionManager *V4PositionManager) UnpackMulticall(data []byte) ([][]byte, error) {
	out, err := v4PositionManager.abi.Unpack("multicall", data)
	if err != nil {
		return *new([][]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([][]byte)).(*[][]byte)
	return out0, nil
}

// PackNextTokenId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x75794a3c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nextTokenId() view returns(uint256)
func (v4PositionManager *V4PositionManager) PackNextTokenId() []byte {
	enc, err := v4PositionManager.abi.Pack("nextTokenId")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNextTokenId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x75794a3c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nextTokenId() view returns(uint256)
func (v4PositionManager *V4PositionManager) TryPackNextTokenId() ([]byte, error) {
	return v4PositionManager.abi.Pack("nextTokenId")
}

// UnpackNextTokenId is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x75794a3c.
//
// Solidity: function nextTokenId() view returns(uint256)
func (v4PositionManager *V4PositionManager) UnpackNextTokenId(data []byte) (*big.Int, error) {
	out, err := v4PositionManager.abi.Unpack("nextTokenId", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ownerOf(uint256 id) view returns(address owner)
func (v4PositionManager *V4PositionManager) PackOwnerOf(id *big.Int) []byte {
	enc, err := v4PositionManager.abi.Pack("ownerOf", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ownerOf(uint256 id) view returns(address owner)
func (v4PositionManager *V4PositionManager) TryPackOwnerOf(id *big.Int) ([]byte, error) {
	return v4PositionManager.abi.Pack("ownerOf", id)
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 id) view returns(address owner)
func (v4PositionManager *V4PositionManager) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := v4PositionManager.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPermit2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x12261ee7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permit2() view returns(address)
func (v4PositionManager *V4PositionManager) PackPermit2() []byte {
	enc, err := v4PositionManager.abi.Pack("permit2")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPermit2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x12261ee7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function permit2() view returns(address)
func (v4PositionManager *V4PositionManager) TryPackPermit2() ([]byte, error) {
	return v4PositionManager.abi.Pack("permit2")
}

// UnpackPermit2 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x12261ee7.
//
// Solidity: function permit2() view returns(address)
func (v4PositionManager *V4PositionManager) UnpackPermit2(data []byte) (common.Address, error) {
	out, err := v4PositionManager.abi.Unpack("permit2", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPoolManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdc4c90d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function poolManager() view returns(address)
func (v4PositionManager *V4PositionManager) PackPoolManager() []byte {
	enc, err := v4PositionManager.abi.Pack("poolManager")
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
func (v4PositionManager *V4PositionManager) TryPackPoolManager() ([]byte, error) {
	return v4PositionManager.abi.Pack("poolManager")
}

// UnpackPoolManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdc4c90d3.
//
// Solidity: function poolManager() view returns(address)
func (v4PositionManager *V4PositionManager) UnpackPoolManager(data []byte) (common.Address, error) {
	out, err := v4PositionManager.abi.Unpack("poolManager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// V4PositionManagerTransfer represents a Transfer event raised by the V4PositionManager contract.
type V4PositionManagerTransfer struct {
	From common.Address
	To   common.Address
	Id   *big.Int
	Raw  *types.Log // Blockchain specific contextual infos
}

const V4PositionManagerTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (V4PositionManagerTransfer) ContractEventName() string {
	return V4PositionManagerTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 indexed id)
func (v4PositionManager *V4PositionManager) UnpackTransferEvent(log *types.Log) (*V4PositionManagerTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != v4PositionManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(V4PositionManagerTransfer)
	if len(log.Data) > 0 {
		if err := v4PositionManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range v4PositionManager.abi.Events[event].Inputs {
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
