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

// AavePoolAddressesProviderMetaData contains all meta data concerning the AavePoolAddressesProvider contract.
var AavePoolAddressesProviderMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"marketId\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"getPool\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getPoolConfigurator\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getPriceOracle\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getACLManager\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getPoolDataProvider\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newAclAdmin\",\"type\":\"address\"}],\"name\":\"setACLAdmin\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newAclManager\",\"type\":\"address\"}],\"name\":\"setACLManager\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newPoolImpl\",\"type\":\"address\"}],\"name\":\"setPoolImpl\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newPoolConfiguratorImpl\",\"type\":\"address\"}],\"name\":\"setPoolConfiguratorImpl\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newPriceOracle\",\"type\":\"address\"}],\"name\":\"setPriceOracle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newDataProvider\",\"type\":\"address\"}],\"name\":\"setPoolDataProvider\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "AavePoolAddressesProvider",
}

// AavePoolAddressesProvider is an auto generated Go binding around an Ethereum contract.
type AavePoolAddressesProvider struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AavePoolAddressesProvider) GetABI() abi.ABI {
	return c.abi
}

// NewAavePoolAddressesProvider creates a new instance of AavePoolAddressesProvider.
func NewAavePoolAddressesProvider() *AavePoolAddressesProvider {
	parsed, err := AavePoolAddressesProviderMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AavePoolAddressesProvider{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string marketId, address owner) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackConstructor(marketId string, owner common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("", marketId, owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetACLManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x707cd716.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getACLManager() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackGetACLManager() []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("getACLManager")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetACLManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x707cd716.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getACLManager() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackGetACLManager() ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("getACLManager")
}

// UnpackGetACLManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x707cd716.
//
// Solidity: function getACLManager() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) UnpackGetACLManager(data []byte) (common.Address, error) {
	out, err := aavePoolAddressesProvider.abi.Unpack("getACLManager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x026b1d5f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackGetPool() []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("getPool")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x026b1d5f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPool() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackGetPool() ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("getPool")
}

// UnpackGetPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x026b1d5f.
//
// Solidity: function getPool() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) UnpackGetPool(data []byte) (common.Address, error) {
	out, err := aavePoolAddressesProvider.abi.Unpack("getPool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPoolConfigurator is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x631adfca.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPoolConfigurator() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackGetPoolConfigurator() []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("getPoolConfigurator")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPoolConfigurator is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x631adfca.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPoolConfigurator() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackGetPoolConfigurator() ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("getPoolConfigurator")
}

// UnpackGetPoolConfigurator is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x631adfca.
//
// Solidity: function getPoolConfigurator() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) UnpackGetPoolConfigurator(data []byte) (common.Address, error) {
	out, err := aavePoolAddressesProvider.abi.Unpack("getPoolConfigurator", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPoolDataProvider is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe860accb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPoolDataProvider() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackGetPoolDataProvider() []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("getPoolDataProvider")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPoolDataProvider is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe860accb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPoolDataProvider() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackGetPoolDataProvider() ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("getPoolDataProvider")
}

// UnpackGetPoolDataProvider is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe860accb.
//
// Solidity: function getPoolDataProvider() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) UnpackGetPoolDataProvider(data []byte) (common.Address, error) {
	out, err := aavePoolAddressesProvider.abi.Unpack("getPoolDataProvider", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfca513a8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPriceOracle() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackGetPriceOracle() []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("getPriceOracle")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfca513a8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPriceOracle() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackGetPriceOracle() ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("getPriceOracle")
}

// UnpackGetPriceOracle is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfca513a8.
//
// Solidity: function getPriceOracle() view returns(address)
func (aavePoolAddressesProvider *AavePoolAddressesProvider) UnpackGetPriceOracle(data []byte) (common.Address, error) {
	out, err := aavePoolAddressesProvider.abi.Unpack("getPriceOracle", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetACLAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76d84ffc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setACLAdmin(address newAclAdmin) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackSetACLAdmin(newAclAdmin common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("setACLAdmin", newAclAdmin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetACLAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76d84ffc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setACLAdmin(address newAclAdmin) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackSetACLAdmin(newAclAdmin common.Address) ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("setACLAdmin", newAclAdmin)
}

// PackSetACLManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xed301ca9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setACLManager(address newAclManager) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackSetACLManager(newAclManager common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("setACLManager", newAclManager)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetACLManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xed301ca9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setACLManager(address newAclManager) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackSetACLManager(newAclManager common.Address) ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("setACLManager", newAclManager)
}

// PackSetPoolConfiguratorImpl is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe4ca28b7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPoolConfiguratorImpl(address newPoolConfiguratorImpl) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackSetPoolConfiguratorImpl(newPoolConfiguratorImpl common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("setPoolConfiguratorImpl", newPoolConfiguratorImpl)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPoolConfiguratorImpl is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe4ca28b7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPoolConfiguratorImpl(address newPoolConfiguratorImpl) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackSetPoolConfiguratorImpl(newPoolConfiguratorImpl common.Address) ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("setPoolConfiguratorImpl", newPoolConfiguratorImpl)
}

// PackSetPoolDataProvider is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe44e9ed1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPoolDataProvider(address newDataProvider) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackSetPoolDataProvider(newDataProvider common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("setPoolDataProvider", newDataProvider)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPoolDataProvider is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe44e9ed1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPoolDataProvider(address newDataProvider) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackSetPoolDataProvider(newDataProvider common.Address) ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("setPoolDataProvider", newDataProvider)
}

// PackSetPoolImpl is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1564406.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPoolImpl(address newPoolImpl) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackSetPoolImpl(newPoolImpl common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("setPoolImpl", newPoolImpl)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPoolImpl is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1564406.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPoolImpl(address newPoolImpl) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackSetPoolImpl(newPoolImpl common.Address) ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("setPoolImpl", newPoolImpl)
}

// PackSetPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x530e784f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPriceOracle(address newPriceOracle) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) PackSetPriceOracle(newPriceOracle common.Address) []byte {
	enc, err := aavePoolAddressesProvider.abi.Pack("setPriceOracle", newPriceOracle)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPriceOracle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x530e784f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPriceOracle(address newPriceOracle) returns()
func (aavePoolAddressesProvider *AavePoolAddressesProvider) TryPackSetPriceOracle(newPriceOracle common.Address) ([]byte, error) {
	return aavePoolAddressesProvider.abi.Pack("setPriceOracle", newPriceOracle)
}
