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

// UniswapV2FactoryMetaData contains all meta data concerning the UniswapV2Factory contract.
var UniswapV2FactoryMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"_feeToSetter\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"constant\":true,\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"getPair\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":false,\"inputs\":[{\"internalType\":\"address\",\"name\":\"tokenA\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"tokenB\",\"type\":\"address\"}],\"name\":\"createPair\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"pair\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"allPairsLength\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"allPairs\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"feeTo\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":false,\"inputs\":[{\"internalType\":\"address\",\"name\":\"_feeTo\",\"type\":\"address\"}],\"name\":\"setFeeTo\",\"outputs\":[],\"payable\":false,\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"token0\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"token1\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"pair\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"PairCreated\",\"type\":\"event\"}]",
	ID:  "UniswapV2Factory",
}

// UniswapV2Factory is an auto generated Go binding around an Ethereum contract.
type UniswapV2Factory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV2Factory) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV2Factory creates a new instance of UniswapV2Factory.
func NewUniswapV2Factory() *UniswapV2Factory {
	parsed, err := UniswapV2FactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV2Factory{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _feeToSetter) returns()
func (uniswapV2Factory *UniswapV2Factory) PackConstructor(_feeToSetter common.Address) []byte {
	enc, err := uniswapV2Factory.abi.Pack("", _feeToSetter)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllPairs is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e3dd18b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allPairs(uint256 ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) PackAllPairs(arg0 *big.Int) []byte {
	enc, err := uniswapV2Factory.abi.Pack("allPairs", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAllPairs is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1e3dd18b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allPairs(uint256 ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) TryPackAllPairs(arg0 *big.Int) ([]byte, error) {
	return uniswapV2Factory.abi.Pack("allPairs", arg0)
}

// UnpackAllPairs is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1e3dd18b.
//
// Solidity: function allPairs(uint256 ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) UnpackAllPairs(data []byte) (common.Address, error) {
	out, err := uniswapV2Factory.abi.Unpack("allPairs", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackAllPairsLength is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x574f2ba3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allPairsLength() view returns(uint256)
func (uniswapV2Factory *UniswapV2Factory) PackAllPairsLength() []byte {
	enc, err := uniswapV2Factory.abi.Pack("allPairsLength")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAllPairsLength is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x574f2ba3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allPairsLength() view returns(uint256)
func (uniswapV2Factory *UniswapV2Factory) TryPackAllPairsLength() ([]byte, error) {
	return uniswapV2Factory.abi.Pack("allPairsLength")
}

// UnpackAllPairsLength is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x574f2ba3.
//
// Solidity: function allPairsLength() view returns(uint256)
func (uniswapV2Factory *UniswapV2Factory) UnpackAllPairsLength(data []byte) (*big.Int, error) {
	out, err := uniswapV2Factory.abi.Unpack("allPairsLength", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackCreatePair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc9c65396.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createPair(address tokenA, address tokenB) returns(address pair)
func (uniswapV2Factory *UniswapV2Factory) PackCreatePair(tokenA common.Address, tokenB common.Address) []byte {
	enc, err := uniswapV2Factory.abi.Pack("createPair", tokenA, tokenB)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCreatePair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc9c65396.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function createPair(address tokenA, address tokenB) returns(address pair)
func (uniswapV2Factory *UniswapV2Factory) TryPackCreatePair(tokenA common.Address, tokenB common.Address) ([]byte, error) {
	return uniswapV2Factory.abi.Pack("createPair", tokenA, tokenB)
}

// UnpackCreatePair is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc9c65396.
//
// Solidity: function createPair(address tokenA, address tokenB) returns(address pair)
func (uniswapV2Factory *UniswapV2Factory) UnpackCreatePair(data []byte) (common.Address, error) {
	out, err := uniswapV2Factory.abi.Unpack("createPair", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackFeeTo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x017e7e58.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeTo() view returns(address)
func (uniswapV2Factory *UniswapV2Factory) PackFeeTo() []byte {
	enc, err := uniswapV2Factory.abi.Pack("feeTo")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFeeTo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x017e7e58.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function feeTo() view returns(address)
func (uniswapV2Factory *UniswapV2Factory) TryPackFeeTo() ([]byte, error) {
	return uniswapV2Factory.abi.Pack("feeTo")
}

// UnpackFeeTo is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x017e7e58.
//
// Solidity: function feeTo() view returns(address)
func (uniswapV2Factory *UniswapV2Factory) UnpackFeeTo(data []byte) (common.Address, error) {
	out, err := uniswapV2Factory.abi.Unpack("feeTo", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe6a43905.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPair(address , address ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) PackGetPair(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := uniswapV2Factory.abi.Pack("getPair", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe6a43905.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPair(address , address ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) TryPackGetPair(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return uniswapV2Factory.abi.Pack("getPair", arg0, arg1)
}

// UnpackGetPair is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe6a43905.
//
// Solidity: function getPair(address , address ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) UnpackGetPair(data []byte) (common.Address, error) {
	out, err := uniswapV2Factory.abi.Unpack("getPair", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetFeeTo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf46901ed.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setFeeTo(address _feeTo) returns()
func (uniswapV2Factory *UniswapV2Factory) PackSetFeeTo(feeTo common.Address) []byte {
	enc, err := uniswapV2Factory.abi.Pack("setFeeTo", feeTo)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetFeeTo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf46901ed.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setFeeTo(address _feeTo) returns()
func (uniswapV2Factory *UniswapV2Factory) TryPackSetFeeTo(feeTo common.Address) ([]byte, error) {
	return uniswapV2Factory.abi.Pack("setFeeTo", feeTo)
}

// UniswapV2FactoryPairCreated represents a PairCreated event raised by the UniswapV2Factory contract.
type UniswapV2FactoryPairCreated struct {
	Token0 common.Address
	Token1 common.Address
	Pair   common.Address
	Arg3   *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

const UniswapV2FactoryPairCreatedEventName = "PairCreated"

// ContractEventName returns the user-defined event name.
func (UniswapV2FactoryPairCreated) ContractEventName() string {
	return UniswapV2FactoryPairCreatedEventName
}

// UnpackPairCreatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PairCreated(address indexed token0, address indexed token1, address pair, uint256 arg3)
func (uniswapV2Factory *UniswapV2Factory) UnpackPairCreatedEvent(log *types.Log) (*UniswapV2FactoryPairCreated, error) {
	event := "PairCreated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Factory.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV2FactoryPairCreated)
	if len(log.Data) > 0 {
		if err := uniswapV2Factory.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Factory.abi.Events[event].Inputs {
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
