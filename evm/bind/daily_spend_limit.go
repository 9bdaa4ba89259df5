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

// DailySpendLimitMetaData contains all meta data concerning the DailySpendLimit contract.
var DailySpendLimitMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"manager\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"sums\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"word\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "DailySpendLimit",
}

// DailySpendLimit is an auto generated Go binding around an Ethereum contract.
type DailySpendLimit struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DailySpendLimit) GetABI() abi.ABI {
	return c.abi
}

// NewDailySpendLimit creates a new instance of DailySpendLimit.
func NewDailySpendLimit() *DailySpendLimit {
	parsed, err := DailySpendLimitMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DailySpendLimit{abi: *parsed}
}

// PackSums is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3e08f0d4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sums(address manager, address account) view returns(uint256 word)
func (dailySpendLimit *DailySpendLimit) PackSums(manager common.Address, account common.Address) []byte {
	enc, err := dailySpendLimit.abi.Pack("sums", manager, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSums is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3e08f0d4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sums(address manager, address account) view returns(uint256 word)
func (dailySpendLimit *DailySpendLimit) TryPackSums(manager common.Address, account common.Address) ([]byte, error) {
	return dailySpendLimit.abi.Pack("sums", manager, account)
}

// UnpackSums is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3e08f0d4.
//
// Solidity: function sums(address manager, address account) view returns(uint256 word)
func (dailySpendLimit *DailySpendLimit) UnpackSums(data []byte) (*big.Int, error) {
	out, err := dailySpendLimit.abi.Unpack("sums", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
