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

// IDelegatorExecution is an auto generated low-level Go binding around an user-defined struct.
type IDelegatorExecution struct {
	Target   common.Address
	Value    *big.Int
	CallData []byte
}

// DelegatorMetaData contains all meta data concerning the Delegator contract.
var DelegatorMetaData = MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"delegationManager\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"entryPoint\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"callData\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegator.Execution\",\"name\":\"execution\",\"type\":\"tuple\"}],\"name\":\"execute\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"mode\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"executionCalldata\",\"type\":\"bytes\"}],\"name\":\"execute\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"}]",
	ID:  "Delegator",
}

// Delegator is an auto generated Go binding around an Ethereum contract.
type Delegator struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Delegator) GetABI() abi.ABI {
	return c.abi
}

// NewDelegator creates a new instance of Delegator.
func NewDelegator() *Delegator {
	parsed, err := DelegatorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Delegator{abi: *parsed}
}

// PackDelegationManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xea4d3c9b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function delegationManager() view returns(address)
func (delegator *Delegator) PackDelegationManager() []byte {
	enc, err := delegator.abi.Pack("delegationManager")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDelegationManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xea4d3c9b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function delegationManager() view returns(address)
func (delegator *Delegator) TryPackDelegationManager() ([]byte, error) {
	return delegator.abi.Pack("delegationManager")
}

// UnpackDelegationManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xea4d3c9b.
//
// Solidity: function delegationManager() view returns(address)
func (delegator *Delegator) UnpackDelegationManager(data []byte) (common.Address, error) {
	out, err := delegator.abi.Unpack("delegationManager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackEntryPoint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0d691fe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function entryPoint() view returns(address)
func (delegator *Delegator) PackEntryPoint() []byte {
	enc, err := delegator.abi.Pack("entryPoint")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEntryPoint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0d691fe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function entryPoint() view returns(address)
func (delegator *Delegator) TryPackEntryPoint() ([]byte, error) {
	return delegator.abi.Pack("entryPoint")
}

// UnpackEntryPoint is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb0d691fe.
//
// Solidity: function entryPoint() view returns(address)
func (delegator *Delegator) UnpackEntryPoint(data []byte) (common.Address, error) {
	out, err := delegator.abi.Unpack("entryPoint", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c1c6dcd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute((address,uint256,bytes) execution) payable returns()
func (delegator *Delegator) PackExecute(execution IDelegatorExecution) []byte {
	enc, err := delegator.abi.Pack("execute", execution)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c1c6dcd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function execute((address,uint256,bytes) execution) payable returns()
func (delegator *Delegator) TryPackExecute(execution IDelegatorExecution) ([]byte, error) {
	return delegator.abi.Pack("execute", execution)
}

// PackExecute0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe9ae5c53.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute(bytes32 mode, bytes executionCalldata) payable returns()
func (delegator *Delegator) PackExecute0(mode [32]byte, executionCalldata []byte) []byte {
	enc, err := delegator.abi.Pack("execute0", mode, executionCalldata)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExecute0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe9ae5c53.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function execute(bytes32 mode, bytes executionCalldata) payable returns()
func (delegator *Delegator) TryPackExecute0(mode [32]byte, executionCalldata []byte) ([]byte, error) {
	return delegator.abi.Pack("execute0", mode, executionCalldata)
}
