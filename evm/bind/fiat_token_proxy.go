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

// FiatTokenProxyMetaData contains all meta data concerning the FiatTokenProxy contract.
var FiatTokenProxyMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"implementationContract\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"}],\"name\":\"changeAdmin\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "FiatTokenProxy",
}

// FiatTokenProxy is an auto generated Go binding around an Ethereum contract.
type FiatTokenProxy struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FiatTokenProxy) GetABI() abi.ABI {
	return c.abi
}

// NewFiatTokenProxy creates a new instance of FiatTokenProxy.
func NewFiatTokenProxy() *FiatTokenProxy {
	parsed, err := FiatTokenProxyMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FiatTokenProxy{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address implementationContract) returns()
func (fiatTokenProxy *FiatTokenProxy) PackConstructor(implementationContract common.Address) []byte {
	enc, err := fiatTokenProxy.abi.Pack("", implementationContract)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackChangeAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8f283970.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changeAdmin(address newAdmin) returns()
func (fiatTokenProxy *FiatTokenProxy) PackChangeAdmin(newAdmin common.Address) []byte {
	enc, err := fiatTokenProxy.abi.Pack("changeAdmin", newAdmin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChangeAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8f283970.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function changeAdmin(address newAdmin) returns()
func (fiatTokenProxy *FiatTokenProxy) TryPackChangeAdmin(newAdmin common.Address) ([]byte, error) {
	return fiatTokenProxy.abi.Pack("changeAdmin", newAdmin)
}
