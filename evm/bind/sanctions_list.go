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

// SanctionsListMetaData contains all meta data concerning the SanctionsList contract.
var SanctionsListMetaData = MetaData{
	ABI: "[{\"inputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"isSanctioned\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"who\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"sanctioned\",\"type\":\"bool\"}],\"name\":\"set\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "SanctionsList",
}

// SanctionsList is an auto generated Go binding around an Ethereum contract.
type SanctionsList struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SanctionsList) GetABI() abi.ABI {
	return c.abi
}

// NewSanctionsList creates a new instance of SanctionsList.
func NewSanctionsList() *SanctionsList {
	parsed, err := SanctionsListMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SanctionsList{abi: *parsed}
}

// PackIsSanctioned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdf592f7d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isSanctioned(address ) view returns(bool)
func (sanctionsList *SanctionsList) PackIsSanctioned(arg0 common.Address) []byte {
	enc, err := sanctionsList.abi.Pack("isSanctioned", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsSanctioned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdf592f7d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isSanctioned(address ) view returns(bool)
func (sanctionsList *SanctionsList) TryPackIsSanctioned(arg0 common.Address) ([]byte, error) {
	return sanctionsList.abi.Pack("isSanctioned", arg0)
}

// UnpackIsSanctioned is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdf592f7d.
//
// Solidity: function isSanctioned(address ) view returns(bool)
func (sanctionsList *SanctionsList) UnpackIsSanctioned(data []byte) (bool, error) {
	out, err := sanctionsList.abi.Unpack("isSanctioned", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35e3b25a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function set(address who, bool sanctioned) returns()
func (sanctionsList *SanctionsList) PackSet(who common.Address, sanctioned bool) []byte {
	enc, err := sanctionsList.abi.Pack("set", who, sanctioned)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35e3b25a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function set(address who, bool sanctioned) returns()
func (sanctionsList *SanctionsList) TryPackSet(who common.Address, sanctioned bool) ([]byte, error) {
	return sanctionsList.abi.Pack("set", who, sanctioned)
}
