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

// EntryPointMetaData contains all meta data concerning the EntryPoint contract.
var EntryPointMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"uint192\",\"name\":\"key\",\"type\":\"uint192\"}],\"name\":\"getNonce\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"depositTo\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getDomainSeparatorV4\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "EntryPoint",
}

// EntryPoint is an auto generated Go binding around an Ethereum contract.
type EntryPoint struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *EntryPoint) GetABI() abi.ABI {
	return c.abi
}

// NewEntryPoint creates a new instance of EntryPoint.
func NewEntryPoint() *EntryPoint {
	parsed, err := EntryPointMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &EntryPoint{abi: *parsed}
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (entryPoint *EntryPoint) PackBalanceOf(account common.Address) []byte {
	enc, err := entryPoint.abi.Pack("balanceOf", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (entryPoint *EntryPoint) TryPackBalanceOf(account common.Address) ([]byte, error) {
	return entryPoint.abi.Pack("balanceOf", account)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (entryPoint *EntryPoint) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := entryPoint.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDepositTo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb760faf9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function depositTo(address account) payable returns()
func (entryPoint *EntryPoint) PackDepositTo(account common.Address) []byte {
	enc, err := entryPoint.abi.Pack("depositTo", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDepositTo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb760faf9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function depositTo(address account) payable returns()
func (entryPoint *EntryPoint) TryPackDepositTo(account common.Address) ([]byte, error) {
	return entryPoint.abi.Pack("depositTo", account)
}

// PackGetDomainSeparatorV4 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13c65a6e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getDomainSeparatorV4() view returns(bytes32)
func (entryPoint *EntryPoint) PackGetDomainSeparatorV4() []byte {
	enc, err := entryPoint.abi.Pack("getDomainSeparatorV4")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetDomainSeparatorV4 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x13c65a6e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getDomainSeparatorV4() view returns(bytes32)
func (entryPoint *EntryPoint) TryPackGetDomainSeparatorV4() ([]byte, error) {
	return entryPoint.abi.Pack("getDomainSeparatorV4")
}

// UnpackGetDomainSeparatorV4 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x13c65a6e.
//
// Solidity: function getDomainSeparatorV4() view returns(bytes32)
func (entryPoint *EntryPoint) UnpackGetDomainSeparatorV4(data []byte) ([32]byte, error) {
	out, err := entryPoint.abi.Unpack("getDomainSeparatorV4", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35567e1a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getNonce(address sender, uint192 key) view returns(uint256 nonce)
func (entryPoint *EntryPoint) PackGetNonce(sender common.Address, key *big.Int) []byte {
	enc, err := entryPoint.abi.Pack("getNonce", sender, key)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35567e1a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getNonce(address sender, uint192 key) view returns(uint256 nonce)
func (entryPoint *EntryPoint) TryPackGetNonce(sender common.Address, key *big.Int) ([]byte, error) {
	return entryPoint.abi.Pack("getNonce", sender, key)
}

// UnpackGetNonce is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x35567e1a.
//
// Solidity: function getNonce(address sender, uint192 key) view returns(uint256 nonce)
func (entryPoint *EntryPoint) UnpackGetNonce(data []byte) (*big.Int, error) {
	out, err := entryPoint.abi.Unpack("getNonce", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
