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

// UniswapV3FactoryMetaData contains all meta data concerning the UniswapV3Factory contract.
var UniswapV3FactoryMetaData = MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint24\",\"name\":\"\",\"type\":\"uint24\"}],\"name\":\"getPool\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"tokenA\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"tokenB\",\"type\":\"address\"},{\"internalType\":\"uint24\",\"name\":\"fee\",\"type\":\"uint24\"}],\"name\":\"createPool\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint24\",\"name\":\"\",\"type\":\"uint24\"}],\"name\":\"feeAmountTickSpacing\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint24\",\"name\":\"fee\",\"type\":\"uint24\"},{\"internalType\":\"int24\",\"name\":\"tickSpacing\",\"type\":\"int24\"}],\"name\":\"enableFeeAmount\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"token0\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"token1\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint24\",\"name\":\"fee\",\"type\":\"uint24\"},{\"indexed\":false,\"internalType\":\"int24\",\"name\":\"tickSpacing\",\"type\":\"int24\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"}],\"name\":\"PoolCreated\",\"type\":\"event\"}]",
	ID:  "UniswapV3Factory",
}

// UniswapV3Factory is an auto generated Go binding around an Ethereum contract.
type UniswapV3Factory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV3Factory) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV3Factory creates a new instance of UniswapV3Factory.
func NewUniswapV3Factory() *UniswapV3Factory {
	parsed, err := UniswapV3FactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV3Factory{abi: *parsed}
}

// PackCreatePool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1671295.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createPool(address tokenA, address tokenB, uint24 fee) returns(address pool)
func (uniswapV3Factory *UniswapV3Factory) PackCreatePool(tokenA common.Address, tokenB common.Address, fee *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("createPool", tokenA, tokenB, fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCreatePool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1671295.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function createPool(address tokenA, address tokenB, uint24 fee) returns(address pool)
func (uniswapV3Factory *UniswapV3Factory) TryPackCreatePool(tokenA common.Address, tokenB common.Address, fee *big.Int) ([]byte, error) {
	return uniswapV3Factory.abi.Pack("createPool", tokenA, tokenB, fee)
}

// UnpackCreatePool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa1671295.
//
// Solidity: function createPool(address tokenA, address tokenB, uint24 fee) returns(address pool)
func (uniswapV3Factory *UniswapV3Factory) UnpackCreatePool(data []byte) (common.Address, error) {
	out, err := uniswapV3Factory.abi.Unpack("createPool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackEnableFeeAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8a7c195f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function enableFeeAmount(uint24 fee, int24 tickSpacing) returns()
func (uniswapV3Factory *UniswapV3Factory) PackEnableFeeAmount(fee *big.Int, tickSpacing *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("enableFeeAmount", fee, tickSpacing)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEnableFeeAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8a7c195f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function enableFeeAmount(uint24 fee, int24 tickSpacing) returns()
func (uniswapV3Factory *UniswapV3Factory) TryPackEnableFeeAmount(fee *big.Int, tickSpacing *big.Int) ([]byte, error) {
	return uniswapV3Factory.abi.Pack("enableFeeAmount", fee, tickSpacing)
}

// PackFeeAmountTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22afcccb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeAmountTickSpacing(uint24 ) view returns(int24)
func (uniswapV3Factory *UniswapV3Factory) PackFeeAmountTickSpacing(arg0 *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("feeAmountTickSpacing", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFeeAmountTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22afcccb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function feeAmountTickSpacing(uint24 ) view returns(int24)
func (uniswapV3Factory *UniswapV3Factory) TryPackFeeAmountTickSpacing(arg0 *big.Int) ([]byte, error) {
	return uniswapV3Factory.abi.Pack("feeAmountTickSpacing", arg0)
}

// UnpackFeeAmountTickSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x22afcccb.
//
// Solidity: function feeAmountTickSpacing(uint24 ) view returns(int24)
func (uniswapV3Factory *UniswapV3Factory) UnpackFeeAmountTickSpacing(data []byte) (*big.Int, error) {
	out, err := uniswapV3Factory.abi.Unpack("feeAmountTickSpacing", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1698ee82.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address , address , uint24 ) view returns(address)
func (uniswapV3Factory *UniswapV3Factory) PackGetPool(arg0 common.Address, arg1 common.Address, arg2 *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("getPool", arg0, arg1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1698ee82.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPool(address , address , uint24 ) view returns(address)
func (uniswapV3Factory *UniswapV3Factory) TryPackGetPool(arg0 common.Address, arg1 common.Address, arg2 *big.Int) ([]byte, error) {
	return uniswapV3Factory.abi.Pack("getPool", arg0, arg1, arg2)
}

// UnpackGetPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1698ee82.
//
// Solidity: function getPool(address , address , uint24 ) view returns(address)
func (uniswapV3Factory *UniswapV3Factory) UnpackGetPool(data []byte) (common.Address, error) {
	out, err := uniswapV3Factory.abi.Unpack("getPool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (uniswapV3Factory *UniswapV3Factory) PackOwner() []byte {
	enc, err := uniswapV3Factory.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (uniswapV3Factory *UniswapV3Factory) TryPackOwner() ([]byte, error) {
	return uniswapV3Factory.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (uniswapV3Factory *UniswapV3Factory) UnpackOwner(data []byte) (common.Address, error) {
	out, err := uniswapV3Factory.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UniswapV3FactoryPoolCreated represents a PoolCreated event raised by the UniswapV3Factory contract.
type UniswapV3FactoryPoolCreated struct {
	Token0      common.Address
	Token1      common.Address
	Fee         *big.Int
	TickSpacing *big.Int
	Pool        common.Address
	Raw         *types.Log // Blockchain specific contextual infos
}

const UniswapV3FactoryPoolCreatedEventName = "PoolCreated"

// ContractEventName returns the user-defined event name.
func (UniswapV3FactoryPoolCreated) ContractEventName() string {
	return UniswapV3FactoryPoolCreatedEventName
}

// UnpackPoolCreatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)
func (uniswapV3Factory *UniswapV3Factory) UnpackPoolCreatedEvent(log *types.Log) (*UniswapV3FactoryPoolCreated, error) {
	event := "PoolCreated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Factory.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV3FactoryPoolCreated)
	if len(log.Data) > 0 {
		if err := uniswapV3Factory.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Factory.abi.Events[event].Inputs {
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
