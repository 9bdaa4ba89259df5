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

// AaveACLManagerMetaData contains all meta data concerning the AaveACLManager contract.
var AaveACLManagerMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIPoolAddressesProvider\",\"name\":\"provider\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"admin\",\"type\":\"address\"}],\"name\":\"addPoolAdmin\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"admin\",\"type\":\"address\"}],\"name\":\"isPoolAdmin\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "AaveACLManager",
}

// AaveACLManager is an auto generated Go binding around an Ethereum contract.
type AaveACLManager struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AaveACLManager) GetABI() abi.ABI {
	return c.abi
}

// NewAaveACLManager creates a new instance of AaveACLManager.
func NewAaveACLManager() *AaveACLManager {
	parsed, err := AaveACLManagerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AaveACLManager{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address provider) returns()
func (aaveACLManager *AaveACLManager) PackConstructor(provider common.Address) []byte {
	enc, err := aaveACLManager.abi.Pack("", provider)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAddPoolAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22650caf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addPoolAdmin(address admin) returns()
func (aaveACLManager *AaveACLManager) PackAddPoolAdmin(admin common.Address) []byte {
	enc, err := aaveACLManager.abi.Pack("addPoolAdmin", admin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAddPoolAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22650caf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function addPoolAdmin(address admin) returns()
func (aaveACLManager *AaveACLManager) TryPackAddPoolAdmin(admin common.Address) ([]byte, error) {
	return aaveACLManager.abi.Pack("addPoolAdmin", admin)
}

// PackIsPoolAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7be53ca1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isPoolAdmin(address admin) view returns(bool)
func (aaveACLManager *AaveACLManager) PackIsPoolAdmin(admin common.Address) []byte {
	enc, err := aaveACLManager.abi.Pack("isPoolAdmin", admin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsPoolAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7be53ca1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isPoolAdmin(address admin) view returns(bool)
func (aaveACLManager *AaveACLManager) TryPackIsPoolAdmin(admin common.Address) ([]byte, error) {
	return aaveACLManager.abi.Pack("isPoolAdmin", admin)
}

// UnpackIsPoolAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7be53ca1.
//
// Solidity: function isPoolAdmin(address admin) view returns(bool)
func (aaveACLManager *AaveACLManager) UnpackIsPoolAdmin(data []byte) (bool, error) {
	out, err := aaveACLManager.abi.Unpack("isPoolAdmin", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}
