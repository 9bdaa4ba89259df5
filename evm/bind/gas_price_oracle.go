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

// GasPriceOracleMetaData contains all meta data concerning the GasPriceOracle contract.
var GasPriceOracleMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"unsigned\",\"type\":\"bytes\"}],\"name\":\"getL1Fee\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"unsignedSize\",\"type\":\"uint256\"}],\"name\":\"getL1FeeUpperBound\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"gas\",\"type\":\"uint256\"}],\"name\":\"getOperatorFee\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "GasPriceOracle",
}

// GasPriceOracle is an auto generated Go binding around an Ethereum contract.
type GasPriceOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *GasPriceOracle) GetABI() abi.ABI {
	return c.abi
}

// NewGasPriceOracle creates a new instance of GasPriceOracle.
func NewGasPriceOracle() *GasPriceOracle {
	parsed, err := GasPriceOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &GasPriceOracle{abi: *parsed}
}

// PackGetL1Fee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49948e0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getL1Fee(bytes unsigned) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) PackGetL1Fee(unsigned []byte) []byte {
	enc, err := gasPriceOracle.abi.Pack("getL1Fee", unsigned)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetL1Fee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49948e0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getL1Fee(bytes unsigned) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) TryPackGetL1Fee(unsigned []byte) ([]byte, error) {
	return gasPriceOracle.abi.Pack("getL1Fee", unsigned)
}

// UnpackGetL1Fee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x49948e0e.
//
// Solidity: function getL1Fee(bytes unsigned) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) UnpackGetL1Fee(data []byte) (*big.Int, error) {
	out, err := gasPriceOracle.abi.Unpack("getL1Fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetL1FeeUpperBound is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf1c7a58b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getL1FeeUpperBound(uint256 unsignedSize) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) PackGetL1FeeUpperBound(unsignedSize *big.Int) []byte {
	enc, err := gasPriceOracle.abi.Pack("getL1FeeUpperBound", unsignedSize)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetL1FeeUpperBound is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf1c7a58b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getL1FeeUpperBound(uint256 unsignedSize) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) TryPackGetL1FeeUpperBound(unsignedSize *big.Int) ([]byte, error) {
	return gasPriceOracle.abi.Pack("getL1FeeUpperBound", unsignedSize)
}

// UnpackGetL1FeeUpperBound is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf1c7a58b.
//
// Solidity: function getL1FeeUpperBound(uint256 unsignedSize) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) UnpackGetL1FeeUpperBound(data []byte) (*big.Int, error) {
	out, err := gasPriceOracle.abi.Unpack("getL1FeeUpperBound", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetOperatorFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x275aedd2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getOperatorFee(uint256 gas) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) PackGetOperatorFee(gas *big.Int) []byte {
	enc, err := gasPriceOracle.abi.Pack("getOperatorFee", gas)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetOperatorFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x275aedd2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getOperatorFee(uint256 gas) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) TryPackGetOperatorFee(gas *big.Int) ([]byte, error) {
	return gasPriceOracle.abi.Pack("getOperatorFee", gas)
}

// UnpackGetOperatorFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x275aedd2.
//
// Solidity: function getOperatorFee(uint256 gas) view returns(uint256)
func (gasPriceOracle *GasPriceOracle) UnpackGetOperatorFee(data []byte) (*big.Int, error) {
	out, err := gasPriceOracle.abi.Unpack("getOperatorFee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
