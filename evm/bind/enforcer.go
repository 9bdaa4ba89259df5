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

// EnforcerMetaData contains all meta data concerning the Enforcer contract.
var EnforcerMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"beforeAllHook\",\"outputs\":[],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"mode\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"execution\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"delegationHash\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"beforeHook\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"afterHook\",\"outputs\":[],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"afterAllHook\",\"outputs\":[],\"stateMutability\":\"pure\",\"type\":\"function\"}]",
	ID:  "Enforcer",
}

// Enforcer is an auto generated Go binding around an Ethereum contract.
type Enforcer struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Enforcer) GetABI() abi.ABI {
	return c.abi
}

// NewEnforcer creates a new instance of Enforcer.
func NewEnforcer() *Enforcer {
	parsed, err := EnforcerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Enforcer{abi: *parsed}
}

// PackAfterAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xed463367.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function afterAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) pure returns()
func (enforcer *Enforcer) PackAfterAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) []byte {
	enc, err := enforcer.abi.Pack("afterAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAfterAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xed463367.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function afterAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) pure returns()
func (enforcer *Enforcer) TryPackAfterAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) ([]byte, error) {
	return enforcer.abi.Pack("afterAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
}

// PackAfterHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3eddcc5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function afterHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) pure returns()
func (enforcer *Enforcer) PackAfterHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) []byte {
	enc, err := enforcer.abi.Pack("afterHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAfterHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3eddcc5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function afterHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) pure returns()
func (enforcer *Enforcer) TryPackAfterHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) ([]byte, error) {
	return enforcer.abi.Pack("afterHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
}

// PackBeforeAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x414c3e33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beforeAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) pure returns()
func (enforcer *Enforcer) PackBeforeAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) []byte {
	enc, err := enforcer.abi.Pack("beforeAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeforeAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x414c3e33.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beforeAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) pure returns()
func (enforcer *Enforcer) TryPackBeforeAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) ([]byte, error) {
	return enforcer.abi.Pack("beforeAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
}

// PackBeforeHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa145832a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beforeHook(bytes terms, bytes , bytes32 mode, bytes execution, bytes32 delegationHash, address delegator, address ) returns()
func (enforcer *Enforcer) PackBeforeHook(terms []byte, arg1 []byte, mode [32]byte, execution []byte, delegationHash [32]byte, delegator common.Address, arg6 common.Address) []byte {
	enc, err := enforcer.abi.Pack("beforeHook", terms, arg1, mode, execution, delegationHash, delegator, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeforeHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa145832a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beforeHook(bytes terms, bytes , bytes32 mode, bytes execution, bytes32 delegationHash, address delegator, address ) returns()
func (enforcer *Enforcer) TryPackBeforeHook(terms []byte, arg1 []byte, mode [32]byte, execution []byte, delegationHash [32]byte, delegator common.Address, arg6 common.Address) ([]byte, error) {
	return enforcer.abi.Pack("beforeHook", terms, arg1, mode, execution, delegationHash, delegator, arg6)
}
