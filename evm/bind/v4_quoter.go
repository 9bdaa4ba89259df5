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

// IV4QuoterQuoteExactParams is an auto generated low-level Go binding around an user-defined struct.
type IV4QuoterQuoteExactParams struct {
	ExactCurrency common.Address
	Path          []PathKey
	ExactAmount   *big.Int
}

// IV4QuoterQuoteExactSingleParams is an auto generated low-level Go binding around an user-defined struct.
type IV4QuoterQuoteExactSingleParams struct {
	PoolKey     PoolKey
	ZeroForOne  bool
	ExactAmount *big.Int
	HookData    []byte
}

// PathKey is an auto generated low-level Go binding around an user-defined struct.
type PathKey struct {
	IntermediateCurrency common.Address
	Fee                  *big.Int
	TickSpacing          *big.Int
	Hooks                common.Address
	HookData             []byte
}

// V4QuoterMetaData contains all meta data concerning the V4Quoter contract.
var V4QuoterMetaData = MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"_poolManager\",\"type\":\"address\",\"internalType\":\"contractIPoolManager\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"poolManager\",\"inputs\":[],\"outputs\":[{\"name\":\"\",\"type\":\"address\",\"internalType\":\"contractIPoolManager\"}],\"stateMutability\":\"view\"},{\"type\":\"function\",\"name\":\"quoteExactInputSingle\",\"inputs\":[{\"name\":\"params\",\"type\":\"tuple\",\"internalType\":\"structIV4Quoter.QuoteExactSingleParams\",\"components\":[{\"name\":\"poolKey\",\"type\":\"tuple\",\"internalType\":\"structPoolKey\",\"components\":[{\"name\":\"currency0\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"currency1\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"internalType\":\"contractIHooks\"}]},{\"name\":\"zeroForOne\",\"type\":\"bool\",\"internalType\":\"bool\"},{\"name\":\"exactAmount\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"hookData\",\"type\":\"bytes\",\"internalType\":\"bytes\"}]}],\"outputs\":[{\"name\":\"amountOut\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"gasEstimate\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"quoteExactInput\",\"inputs\":[{\"name\":\"params\",\"type\":\"tuple\",\"internalType\":\"structIV4Quoter.QuoteExactParams\",\"components\":[{\"name\":\"exactCurrency\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"path\",\"type\":\"tuple[]\",\"internalType\":\"structPathKey[]\",\"components\":[{\"name\":\"intermediateCurrency\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"internalType\":\"contractIHooks\"},{\"name\":\"hookData\",\"type\":\"bytes\",\"internalType\":\"bytes\"}]},{\"name\":\"exactAmount\",\"type\":\"uint128\",\"internalType\":\"uint128\"}]}],\"outputs\":[{\"name\":\"amountOut\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"gasEstimate\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"quoteExactOutputSingle\",\"inputs\":[{\"name\":\"params\",\"type\":\"tuple\",\"internalType\":\"structIV4Quoter.QuoteExactSingleParams\",\"components\":[{\"name\":\"poolKey\",\"type\":\"tuple\",\"internalType\":\"structPoolKey\",\"components\":[{\"name\":\"currency0\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"currency1\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"internalType\":\"contractIHooks\"}]},{\"name\":\"zeroForOne\",\"type\":\"bool\",\"internalType\":\"bool\"},{\"name\":\"exactAmount\",\"type\":\"uint128\",\"internalType\":\"uint128\"},{\"name\":\"hookData\",\"type\":\"bytes\",\"internalType\":\"bytes\"}]}],\"outputs\":[{\"name\":\"amountIn\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"gasEstimate\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"function\",\"name\":\"quoteExactOutput\",\"inputs\":[{\"name\":\"params\",\"type\":\"tuple\",\"internalType\":\"structIV4Quoter.QuoteExactParams\",\"components\":[{\"name\":\"exactCurrency\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"path\",\"type\":\"tuple[]\",\"internalType\":\"structPathKey[]\",\"components\":[{\"name\":\"intermediateCurrency\",\"type\":\"address\",\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"internalType\":\"contractIHooks\"},{\"name\":\"hookData\",\"type\":\"bytes\",\"internalType\":\"bytes\"}]},{\"name\":\"exactAmount\",\"type\":\"uint128\",\"internalType\":\"uint128\"}]}],\"outputs\":[{\"name\":\"amountIn\",\"type\":\"uint256\",\"internalType\":\"uint256\"},{\"name\":\"gasEstimate\",\"type\":\"uint256\",\"internalType\":\"uint256\"}],\"stateMutability\":\"nonpayable\"}]",
	ID:  "V4Quoter",
}

// V4Quoter is an auto generated Go binding around an Ethereum contract.
type V4Quoter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *V4Quoter) GetABI() abi.ABI {
	return c.abi
}

// NewV4Quoter creates a new instance of V4Quoter.
func NewV4Quoter() *V4Quoter {
	parsed, err := V4QuoterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &V4Quoter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _poolManager) returns()
func (v4Quoter *V4Quoter) PackConstructor(_poolManager common.Address) []byte {
	enc, err := v4Quoter.abi.Pack("", _poolManager)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPoolManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdc4c90d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function poolManager() view returns(address)
func (v4Quoter *V4Quoter) PackPoolManager() []byte {
	enc, err := v4Quoter.abi.Pack("poolManager")
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
func (v4Quoter *V4Quoter) TryPackPoolManager() ([]byte, error) {
	return v4Quoter.abi.Pack("poolManager")
}

// UnpackPoolManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdc4c90d3.
//
// Solidity: function poolManager() view returns(address)
func (v4Quoter *V4Quoter) UnpackPoolManager(data []byte) (common.Address, error) {
	out, err := v4Quoter.abi.Unpack("poolManager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackQuoteExactInput is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xca253dc9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function quoteExactInput((address,(address,uint24,int24,address,bytes)[],uint128) params) returns(uint256 amountOut, uint256 gasEstimate)
func (v4Quoter *V4Quoter) PackQuoteExactInput(params IV4QuoterQuoteExactParams) []byte {
	enc, err := v4Quoter.abi.Pack("quoteExactInput", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackQuoteExactInput is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xca253dc9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function quoteExactInput((address,(address,uint24,int24,address,bytes)[],uint128) params) returns(uint256 amountOut, uint256 gasEstimate)
func (v4Quoter *V4Quoter) TryPackQuoteExactInput(params IV4QuoterQuoteExactParams) ([]byte, error) {
	return v4Quoter.abi.Pack("quoteExactInput", params)
}

// V4QuoterQuoteExactInputOutput serves as a container for the return parameters of contract
// method QuoteExactInput.
type V4QuoterQuoteExactInputOutput struct {
	AmountOut   *big.Int
	GasEstimate *big.Int
}

// UnpackQuoteExactInput is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xca253dc9.
//
// Solidity: function quoteExactInput((address,(address,uint24,int24,address,bytes)[],uint128) params) returns(uint256 amountOut, uint256 gasEstimate)
func (v4Quoter *V4Quoter) UnpackQuoteExactInput(data []byte) (V4QuoterQuoteExactInputOutput, error) {
	out, err := v4Quoter.abi.Unpack("quoteExactInput", data)
	outstruct := new(V4QuoterQuoteExactInputOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.AmountOut = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.GasEstimate = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackQuoteExactInputSingle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaa9d21cb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function quoteExactInputSingle(((address,address,uint24,int24,address),bool,uint128,bytes) params) returns(uint256 amountOut, uint256 gasEstimate)
func (v4Quoter *V4Quoter) PackQuoteExactInputSingle(params IV4QuoterQuoteExactSingleParams) []byte {
	enc, err := v4Quoter.abi.Pack("quoteExactInputSingle", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackQuoteExactInputSingle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaa9d21cb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function quoteExactInputSingle(((address,address,uint24,int24,address),bool,uint128,bytes) params) returns(uint256 amountOut, uint256 gasEstimate)
func (v4Quoter *V4Quoter) TryPackQuoteExactInputSingle(params IV4QuoterQuoteExactSingleParams) ([]byte, error) {
	return v4Quoter.abi.Pack("quoteExactInputSingle", params)
}

// V4QuoterQuoteExactInputSingleOutput serves as a container for the return parameters of contract
// method QuoteExactInputSingle.
type V4QuoterQuoteExactInputSingleOutput struct {
	AmountOut   *big.Int
	GasEstimate *big.Int
}

// UnpackQuoteExactInputSingle is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xaa9d21cb.
//
// Solidity: function quoteExactInputSingle(((address,address,uint24,int24,address),bool,uint128,bytes) params) returns(uint256 amountOut, uint256 gasEstimate)
func (v4Quoter *V4Quoter) UnpackQuoteExactInputSingle(data []byte) (V4QuoterQuoteExactInputSingleOutput, error) {
	out, err := v4Quoter.abi.Unpack("quoteExactInputSingle", data)
	outstruct := new(V4QuoterQuoteExactInputSingleOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.AmountOut = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.GasEstimate = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackQuoteExactOutput is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x147d2af9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function quoteExactOutput((address,(address,uint24,int24,address,bytes)[],uint128) params) returns(uint256 amountIn, uint256 gasEstimate)
func (v4Quoter *V4Quoter) PackQuoteExactOutput(params IV4QuoterQuoteExactParams) []byte {
	enc, err := v4Quoter.abi.Pack("quoteExactOutput", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackQuoteExactOutput is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x147d2af9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function quoteExactOutput((address,(address,uint24,int24,address,bytes)[],uint128) params) returns(uint256 amountIn, uint256 gasEstimate)
func (v4Quoter *V4Quoter) TryPackQuoteExactOutput(params IV4QuoterQuoteExactParams) ([]byte, error) {
	return v4Quoter.abi.Pack("quoteExactOutput", params)
}

// V4QuoterQuoteExactOutputOutput serves as a container for the return parameters of contract
// method QuoteExactOutput.
type V4QuoterQuoteExactOutputOutput struct {
	AmountIn    *big.Int
	GasEstimate *big.Int
}

// UnpackQuoteExactOutput is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x147d2af9.
//
// Solidity: function quoteExactOutput((address,(address,uint24,int24,address,bytes)[],uint128) params) returns(uint256 amountIn, uint256 gasEstimate)
func (v4Quoter *V4Quoter) UnpackQuoteExactOutput(data []byte) (V4QuoterQuoteExactOutputOutput, error) {
	out, err := v4Quoter.abi.Unpack("quoteExactOutput", data)
	outstruct := new(V4QuoterQuoteExactOutputOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.AmountIn = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.GasEstimate = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackQuoteExactOutputSingle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58733073.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function quoteExactOutputSingle(((address,address,uint24,int24,address),bool,uint128,bytes) params) returns(uint256 amountIn, uint256 gasEstimate)
func (v4Quoter *V4Quoter) PackQuoteExactOutputSingle(params IV4QuoterQuoteExactSingleParams) []byte {
	enc, err := v4Quoter.abi.Pack("quoteExactOutputSingle", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackQuoteExactOutputSingle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58733073.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function quoteExactOutputSingle(((address,address,uint24,int24,address),bool,uint128,bytes) params) returns(uint256 amountIn, uint256 gasEstimate)
func (v4Quoter *V4Quoter) TryPackQuoteExactOutputSingle(params IV4QuoterQuoteExactSingleParams) ([]byte, error) {
	return v4Quoter.abi.Pack("quoteExactOutputSingle", params)
}

// V4QuoterQuoteExactOutputSingleOutput serves as a container for the return parameters of contract
// method QuoteExactOutputSingle.
type V4QuoterQuoteExactOutputSingleOutput struct {
	AmountIn    *big.Int
	GasEstimate *big.Int
}

// UnpackQuoteExactOutputSingle is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x58733073.
//
// Solidity: function quoteExactOutputSingle(((address,address,uint24,int24,address),bool,uint128,bytes) params) returns(uint256 amountIn, uint256 gasEstimate)
func (v4Quoter *V4Quoter) UnpackQuoteExactOutputSingle(data []byte) (V4QuoterQuoteExactOutputSingleOutput, error) {
	out, err := v4Quoter.abi.Unpack("quoteExactOutputSingle", data)
	outstruct := new(V4QuoterQuoteExactOutputSingleOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.AmountIn = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.GasEstimate = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}
