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

// FixedRateMetaData contains all meta data concerning the FixedRate contract.
var FixedRateMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"perSecond_\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"perSecond\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "FixedRate",
}

// FixedRate is an auto generated Go binding around an Ethereum contract.
type FixedRate struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FixedRate) GetABI() abi.ABI {
	return c.abi
}

// NewFixedRate creates a new instance of FixedRate.
func NewFixedRate() *FixedRate {
	parsed, err := FixedRateMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FixedRate{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(uint256 perSecond_) returns()
func (fixedRate *FixedRate) PackConstructor(perSecond_ *big.Int) []byte {
	enc, err := fixedRate.abi.Pack("", perSecond_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPerSecond is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde47d5e8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function perSecond() view returns(uint256)
func (fixedRate *FixedRate) PackPerSecond() []byte {
	enc, err := fixedRate.abi.Pack("perSecond")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPerSecond is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde47d5e8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function perSecond() view returns(uint256)
func (fixedRate *FixedRate) TryPackPerSecond() ([]byte, error) {
	return fixedRate.abi.Pack("perSecond")
}

// UnpackPerSecond is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xde47d5e8.
//
// Solidity: function perSecond() view returns(uint256)
func (fixedRate *FixedRate) UnpackPerSecond(data []byte) (*big.Int, error) {
	out, err := fixedRate.abi.Unpack("perSecond", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
