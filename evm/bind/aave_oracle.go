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

// AaveOracleMetaData contains all meta data concerning the AaveOracle contract.
var AaveOracleMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIPoolAddressesProvider\",\"name\":\"provider\",\"type\":\"address\"},{\"internalType\":\"address[]\",\"name\":\"assets\",\"type\":\"address[]\"},{\"internalType\":\"address[]\",\"name\":\"sources\",\"type\":\"address[]\"},{\"internalType\":\"address\",\"name\":\"fallbackOracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"baseCurrency\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"baseCurrencyUnit\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getAssetPrice\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address[]\",\"name\":\"assets\",\"type\":\"address[]\"}],\"name\":\"getAssetsPrices\",\"outputs\":[{\"internalType\":\"uint256[]\",\"name\":\"\",\"type\":\"uint256[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getSourceOfAsset\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"BASE_CURRENCY_UNIT\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "AaveOracle",
}

// AaveOracle is an auto generated Go binding around an Ethereum contract.
type AaveOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AaveOracle) GetABI() abi.ABI {
	return c.abi
}

// NewAaveOracle creates a new instance of AaveOracle.
func NewAaveOracle() *AaveOracle {
	parsed, err := AaveOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AaveOracle{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address provider, address[] assets, address[] sources, address fallbackOracle, address baseCurrency, uint256 baseCurrencyUnit) returns()
func (aaveOracle *AaveOracle) PackConstructor(provider common.Address, assets []common.Address, sources []common.Address, fallbackOracle common.Address, baseCurrency common.Address, baseCurrencyUnit *big.Int) []byte {
	enc, err := aaveOracle.abi.Pack("", provider, assets, sources, fallbackOracle, baseCurrency, baseCurrencyUnit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBASECURRENCYUNIT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8c89b64f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function BASE_CURRENCY_UNIT() view returns(uint256)
func (aaveOracle *AaveOracle) PackBASECURRENCYUNIT() []byte {
	enc, err := aaveOracle.abi.Pack("BASE_CURRENCY_UNIT")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBASECURRENCYUNIT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8c89b64f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function BASE_CURRENCY_UNIT() view returns(uint256)
func (aaveOracle *AaveOracle) TryPackBASECURRENCYUNIT() ([]byte, error) {
	return aaveOracle.abi.Pack("BASE_CURRENCY_UNIT")
}

// UnpackBASECURRENCYUNIT is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8c89b64f.
//
// Solidity: function BASE_CURRENCY_UNIT() view returns(uint256)
func (aaveOracle *AaveOracle) UnpackBASECURRENCYUNIT(data []byte) (*big.Int, error) {
	out, err := aaveOracle.abi.Unpack("BASE_CURRENCY_UNIT", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetAssetPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb3596f07.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAssetPrice(address asset) view returns(uint256)
func (aaveOracle *AaveOracle) PackGetAssetPrice(asset common.Address) []byte {
	enc, err := aaveOracle.abi.Pack("getAssetPrice", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetAssetPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb3596f07.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getAssetPrice(address asset) view returns(uint256)
func (aaveOracle *AaveOracle) TryPackGetAssetPrice(asset common.Address) ([]byte, error) {
	return aaveOracle.abi.Pack("getAssetPrice", asset)
}

// UnpackGetAssetPrice is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb3596f07.
//
// Solidity: function getAssetPrice(address asset) view returns(uint256)
func (aaveOracle *AaveOracle) UnpackGetAssetPrice(data []byte) (*big.Int, error) {
	out, err := aaveOracle.abi.Unpack("getAssetPrice", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetAssetsPrices is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9d23d9f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAssetsPrices(address[] assets) view returns(uint256[])
func (aaveOracle *AaveOracle) PackGetAssetsPrices(assets []common.Address) []byte {
	enc, err := aaveOracle.abi.Pack("getAssetsPrices", assets)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetAssetsPrices is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9d23d9f2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getAssetsPrices(address[] assets) view returns(uint256[])
func (aaveOracle *AaveOracle) TryPackGetAssetsPrices(assets []common.Address) ([]byte, error) {
	return aaveOracle.abi.Pack("getAssetsPrices", assets)
}

// UnpackGetAssetsPrices is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9d23d9f2.
//
// Solidity: function getAssetsPrices(address[] assets) view returns(uint256[])
func (aaveOracle *AaveOracle) UnpackGetAssetsPrices(data []byte) ([]*big.Int, error) {
	out, err := aaveOracle.abi.Unpack("getAssetsPrices", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackGetSourceOfAsset is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x92bf2be0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getSourceOfAsset(address asset) view returns(address)
func (aaveOracle *AaveOracle) PackGetSourceOfAsset(asset common.Address) []byte {
	enc, err := aaveOracle.abi.Pack("getSourceOfAsset", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetSourceOfAsset is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x92bf2be0.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getSourceOfAsset(address asset) view returns(address)
func (aaveOracle *AaveOracle) TryPackGetSourceOfAsset(asset common.Address) ([]byte, error) {
	return aaveOracle.abi.Pack("getSourceOfAsset", asset)
}

// UnpackGetSourceOfAsset is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x92bf2be0.
//
// Solidity: function getSourceOfAsset(address asset) view returns(address)
func (aaveOracle *AaveOracle) UnpackGetSourceOfAsset(data []byte) (common.Address, error) {
	out, err := aaveOracle.abi.Unpack("getSourceOfAsset", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}
