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

// AaveTokenMetaData contains all meta data concerning the AaveToken contract.
var AaveTokenMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIPool\",\"name\":\"pool\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"}]",
	ID:  "AaveToken",
}

// AaveToken is an auto generated Go binding around an Ethereum contract.
type AaveToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AaveToken) GetABI() abi.ABI {
	return c.abi
}

// NewAaveToken creates a new instance of AaveToken.
func NewAaveToken() *AaveToken {
	parsed, err := AaveTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AaveToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address pool) returns()
func (aaveToken *AaveToken) PackConstructor(pool common.Address) []byte {
	enc, err := aaveToken.abi.Pack("", pool)
	if err != nil {
		panic(err)
	}
	return enc
}
