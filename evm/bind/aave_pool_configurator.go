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

// ConfiguratorInputTypesInitReserveInput is an auto generated low-level Go binding around an user-defined struct.
type ConfiguratorInputTypesInitReserveInput struct {
	ATokenImpl                  common.Address
	StableDebtTokenImpl         common.Address
	VariableDebtTokenImpl       common.Address
	UnderlyingAssetDecimals     uint8
	InterestRateStrategyAddress common.Address
	UnderlyingAsset             common.Address
	Treasury                    common.Address
	IncentivesController        common.Address
	ATokenName                  string
	ATokenSymbol                string
	VariableDebtTokenName       string
	VariableDebtTokenSymbol     string
	StableDebtTokenName         string
	StableDebtTokenSymbol       string
	Params                      []byte
}

// AavePoolConfiguratorMetaData contains all meta data concerning the AavePoolConfigurator contract.
var AavePoolConfiguratorMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"aTokenImpl\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"stableDebtTokenImpl\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"variableDebtTokenImpl\",\"type\":\"address\"},{\"internalType\":\"uint8\",\"name\":\"underlyingAssetDecimals\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"interestRateStrategyAddress\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"underlyingAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"treasury\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"incentivesController\",\"type\":\"address\"},{\"internalType\":\"string\",\"name\":\"aTokenName\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"aTokenSymbol\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"variableDebtTokenName\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"variableDebtTokenSymbol\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"stableDebtTokenName\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"stableDebtTokenSymbol\",\"type\":\"string\"},{\"internalType\":\"bytes\",\"name\":\"params\",\"type\":\"bytes\"}],\"internalType\":\"structConfiguratorInputTypes.InitReserveInput[]\",\"name\":\"input\",\"type\":\"tuple[]\"}],\"name\":\"initReserves\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"ltv\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidationThreshold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidationBonus\",\"type\":\"uint256\"}],\"name\":\"configureReserveAsCollateral\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"enabled\",\"type\":\"bool\"}],\"name\":\"setReserveBorrowing\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"newReserveFactor\",\"type\":\"uint256\"}],\"name\":\"setReserveFactor\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"enabled\",\"type\":\"bool\"}],\"name\":\"setReserveFlashLoaning\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "AavePoolConfigurator",
}

// AavePoolConfigurator is an auto generated Go binding around an Ethereum contract.
type AavePoolConfigurator struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AavePoolConfigurator) GetABI() abi.ABI {
	return c.abi
}

// NewAavePoolConfigurator creates a new instance of AavePoolConfigurator.
func NewAavePoolConfigurator() *AavePoolConfigurator {
	parsed, err := AavePoolConfiguratorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AavePoolConfigurator{abi: *parsed}
}

// PackConfigureReserveAsCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c4e560b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function configureReserveAsCollateral(address asset, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus) returns()
func (aavePoolConfigurator *AavePoolConfigurator) PackConfigureReserveAsCollateral(asset common.Address, ltv *big.Int, liquidationThreshold *big.Int, liquidationBonus *big.Int) []byte {
	enc, err := aavePoolConfigurator.abi.Pack("configureReserveAsCollateral", asset, ltv, liquidationThreshold, liquidationBonus)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackConfigureReserveAsCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c4e560b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function configureReserveAsCollateral(address asset, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus) returns()
func (aavePoolConfigurator *AavePoolConfigurator) TryPackConfigureReserveAsCollateral(asset common.Address, ltv *big.Int, liquidationThreshold *big.Int, liquidationBonus *big.Int) ([]byte, error) {
	return aavePoolConfigurator.abi.Pack("configureReserveAsCollateral", asset, ltv, liquidationThreshold, liquidationBonus)
}

// PackInitReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x02fb45e6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initReserves((address,address,address,uint8,address,address,address,address,string,string,string,string,string,string,bytes)[] input) returns()
func (aavePoolConfigurator *AavePoolConfigurator) PackInitReserves(input []ConfiguratorInputTypesInitReserveInput) []byte {
	enc, err := aavePoolConfigurator.abi.Pack("initReserves", input)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackInitReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x02fb45e6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function initReserves((address,address,address,uint8,address,address,address,address,string,string,string,string,string,string,bytes)[] input) returns()
func (aavePoolConfigurator *AavePoolConfigurator) TryPackInitReserves(input []ConfiguratorInputTypesInitReserveInput) ([]byte, error) {
	return aavePoolConfigurator.abi.Pack("initReserves", input)
}

// PackSetReserveBorrowing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x682cf264.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setReserveBorrowing(address asset, bool enabled) returns()
func (aavePoolConfigurator *AavePoolConfigurator) PackSetReserveBorrowing(asset common.Address, enabled bool) []byte {
	enc, err := aavePoolConfigurator.abi.Pack("setReserveBorrowing", asset, enabled)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetReserveBorrowing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x682cf264.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setReserveBorrowing(address asset, bool enabled) returns()
func (aavePoolConfigurator *AavePoolConfigurator) TryPackSetReserveBorrowing(asset common.Address, enabled bool) ([]byte, error) {
	return aavePoolConfigurator.abi.Pack("setReserveBorrowing", asset, enabled)
}

// PackSetReserveFactor is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4b4e6753.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setReserveFactor(address asset, uint256 newReserveFactor) returns()
func (aavePoolConfigurator *AavePoolConfigurator) PackSetReserveFactor(asset common.Address, newReserveFactor *big.Int) []byte {
	enc, err := aavePoolConfigurator.abi.Pack("setReserveFactor", asset, newReserveFactor)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetReserveFactor is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4b4e6753.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setReserveFactor(address asset, uint256 newReserveFactor) returns()
func (aavePoolConfigurator *AavePoolConfigurator) TryPackSetReserveFactor(asset common.Address, newReserveFactor *big.Int) ([]byte, error) {
	return aavePoolConfigurator.abi.Pack("setReserveFactor", asset, newReserveFactor)
}

// PackSetReserveFlashLoaning is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf213ef0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setReserveFlashLoaning(address asset, bool enabled) returns()
func (aavePoolConfigurator *AavePoolConfigurator) PackSetReserveFlashLoaning(asset common.Address, enabled bool) []byte {
	enc, err := aavePoolConfigurator.abi.Pack("setReserveFlashLoaning", asset, enabled)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetReserveFlashLoaning is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf213ef0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setReserveFlashLoaning(address asset, bool enabled) returns()
func (aavePoolConfigurator *AavePoolConfigurator) TryPackSetReserveFlashLoaning(asset common.Address, enabled bool) ([]byte, error) {
	return aavePoolConfigurator.abi.Pack("setReserveFlashLoaning", asset, enabled)
}
