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

// AaveProtocolDataProviderMetaData contains all meta data concerning the AaveProtocolDataProvider contract.
var AaveProtocolDataProviderMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIPoolAddressesProvider\",\"name\":\"addressesProvider\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveConfigurationData\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"decimals\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"ltv\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidationThreshold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidationBonus\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"reserveFactor\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"usageAsCollateralEnabled\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"borrowingEnabled\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"stableBorrowRateEnabled\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"isActive\",\"type\":\"bool\"},{\"internalType\":\"bool\",\"name\":\"isFrozen\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveData\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"unbacked\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"accruedToTreasuryScaled\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"totalAToken\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"totalStableDebt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"totalVariableDebt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidityRate\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"variableBorrowRate\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stableBorrowRate\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"averageStableBorrowRate\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidityIndex\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"variableBorrowIndex\",\"type\":\"uint256\"},{\"internalType\":\"uint40\",\"name\":\"lastUpdateTimestamp\",\"type\":\"uint40\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveTokensAddresses\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"aTokenAddress\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"stableDebtTokenAddress\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"variableDebtTokenAddress\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"}],\"name\":\"getUserReserveData\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"currentATokenBalance\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"currentStableDebt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"currentVariableDebt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"principalStableDebt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"scaledVariableDebt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stableBorrowRate\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"liquidityRate\",\"type\":\"uint256\"},{\"internalType\":\"uint40\",\"name\":\"stableRateLastUpdated\",\"type\":\"uint40\"},{\"internalType\":\"bool\",\"name\":\"usageAsCollateralEnabled\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveCaps\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"borrowCap\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"supplyCap\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getTotalDebt\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "AaveProtocolDataProvider",
}

// AaveProtocolDataProvider is an auto generated Go binding around an Ethereum contract.
type AaveProtocolDataProvider struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AaveProtocolDataProvider) GetABI() abi.ABI {
	return c.abi
}

// NewAaveProtocolDataProvider creates a new instance of AaveProtocolDataProvider.
func NewAaveProtocolDataProvider() *AaveProtocolDataProvider {
	parsed, err := AaveProtocolDataProviderMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AaveProtocolDataProvider{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address addressesProvider) returns()
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackConstructor(addressesProvider common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("", addressesProvider)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetReserveCaps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x46fbe558.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveCaps(address asset) view returns(uint256 borrowCap, uint256 supplyCap)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackGetReserveCaps(asset common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("getReserveCaps", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveCaps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x46fbe558.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveCaps(address asset) view returns(uint256 borrowCap, uint256 supplyCap)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) TryPackGetReserveCaps(asset common.Address) ([]byte, error) {
	return aaveProtocolDataProvider.abi.Pack("getReserveCaps", asset)
}

// AaveProtocolDataProviderGetReserveCapsOutput serves as a container for the return parameters of contract
// method GetReserveCaps.
type AaveProtocolDataProviderGetReserveCapsOutput struct {
	BorrowCap *big.Int
	SupplyCap *big.Int
}

// UnpackGetReserveCaps is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x46fbe558.
//
// Solidity: function getReserveCaps(address asset) view returns(uint256 borrowCap, uint256 supplyCap)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) UnpackGetReserveCaps(data []byte) (AaveProtocolDataProviderGetReserveCapsOutput, error) {
	out, err := aaveProtocolDataProvider.abi.Unpack("getReserveCaps", data)
	outstruct := new(AaveProtocolDataProviderGetReserveCapsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.BorrowCap = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.SupplyCap = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetReserveConfigurationData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3e150141.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveConfigurationData(address asset) view returns(uint256 decimals, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus, uint256 reserveFactor, bool usageAsCollateralEnabled, bool borrowingEnabled, bool stableBorrowRateEnabled, bool isActive, bool isFrozen)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackGetReserveConfigurationData(asset common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("getReserveConfigurationData", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveConfigurationData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3e150141.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveConfigurationData(address asset) view returns(uint256 decimals, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus, uint256 reserveFactor, bool usageAsCollateralEnabled, bool borrowingEnabled, bool stableBorrowRateEnabled, bool isActive, bool isFrozen)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) TryPackGetReserveConfigurationData(asset common.Address) ([]byte, error) {
	return aaveProtocolDataProvider.abi.Pack("getReserveConfigurationData", asset)
}

// AaveProtocolDataProviderGetReserveConfigurationDataOutput serves as a container for the return parameters of contract
// method GetReserveConfigurationData.
type AaveProtocolDataProviderGetReserveConfigurationDataOutput struct {
	Decimals                 *big.Int
	Ltv                      *big.Int
	LiquidationThreshold     *big.Int
	LiquidationBonus         *big.Int
	ReserveFactor            *big.Int
	UsageAsCollateralEnabled bool
	BorrowingEnabled         bool
	StableBorrowRateEnabled  bool
	IsActive                 bool
	IsFrozen                 bool
}

// UnpackGetReserveConfigurationData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3e150141.
//
// Solidity: function getReserveConfigurationData(address asset) view returns(uint256 decimals, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus, uint256 reserveFactor, bool usageAsCollateralEnabled, bool borrowingEnabled, bool stableBorrowRateEnabled, bool isActive, bool isFrozen)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) UnpackGetReserveConfigurationData(data []byte) (AaveProtocolDataProviderGetReserveConfigurationDataOutput, error) {
	out, err := aaveProtocolDataProvider.abi.Unpack("getReserveConfigurationData", data)
	outstruct := new(AaveProtocolDataProviderGetReserveConfigurationDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Decimals = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Ltv = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.LiquidationThreshold = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.LiquidationBonus = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.ReserveFactor = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.UsageAsCollateralEnabled = *abi.ConvertType(out[5], new(bool)).(*bool)
	outstruct.BorrowingEnabled = *abi.ConvertType(out[6], new(bool)).(*bool)
	outstruct.StableBorrowRateEnabled = *abi.ConvertType(out[7], new(bool)).(*bool)
	outstruct.IsActive = *abi.ConvertType(out[8], new(bool)).(*bool)
	outstruct.IsFrozen = *abi.ConvertType(out[9], new(bool)).(*bool)
	return *outstruct, nil
}

// PackGetReserveData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35ea6a75.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveData(address asset) view returns(uint256 unbacked, uint256 accruedToTreasuryScaled, uint256 totalAToken, uint256 totalStableDebt, uint256 totalVariableDebt, uint256 liquidityRate, uint256 variableBorrowRate, uint256 stableBorrowRate, uint256 averageStableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex, uint40 lastUpdateTimestamp)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackGetReserveData(asset common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("getReserveData", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35ea6a75.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveData(address asset) view returns(uint256 unbacked, uint256 accruedToTreasuryScaled, uint256 totalAToken, uint256 totalStableDebt, uint256 totalVariableDebt, uint256 liquidityRate, uint256 variableBorrowRate, uint256 stableBorrowRate, uint256 averageStableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex, uint40 lastUpdateTimestamp)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) TryPackGetReserveData(asset common.Address) ([]byte, error) {
	return aaveProtocolDataProvider.abi.Pack("getReserveData", asset)
}

// AaveProtocolDataProviderGetReserveDataOutput serves as a container for the return parameters of contract
// method GetReserveData.
type AaveProtocolDataProviderGetReserveDataOutput struct {
	Unbacked                *big.Int
	AccruedToTreasuryScaled *big.Int
	TotalAToken             *big.Int
	TotalStableDebt         *big.Int
	TotalVariableDebt       *big.Int
	LiquidityRate           *big.Int
	VariableBorrowRate      *big.Int
	StableBorrowRate        *big.Int
	AverageStableBorrowRate *big.Int
	LiquidityIndex          *big.Int
	VariableBorrowIndex     *big.Int
	LastUpdateTimestamp     *big.Int
}

// UnpackGetReserveData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x35ea6a75.
//
// Solidity: function getReserveData(address asset) view returns(uint256 unbacked, uint256 accruedToTreasuryScaled, uint256 totalAToken, uint256 totalStableDebt, uint256 totalVariableDebt, uint256 liquidityRate, uint256 variableBorrowRate, uint256 stableBorrowRate, uint256 averageStableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex, uint40 lastUpdateTimestamp)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) UnpackGetReserveData(data []byte) (AaveProtocolDataProviderGetReserveDataOutput, error) {
	out, err := aaveProtocolDataProvider.abi.Unpack("getReserveData", data)
	outstruct := new(AaveProtocolDataProviderGetReserveDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Unbacked = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.AccruedToTreasuryScaled = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.TotalAToken = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.TotalStableDebt = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.TotalVariableDebt = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.LiquidityRate = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	outstruct.VariableBorrowRate = abi.ConvertType(out[6], new(big.Int)).(*big.Int)
	outstruct.StableBorrowRate = abi.ConvertType(out[7], new(big.Int)).(*big.Int)
	outstruct.AverageStableBorrowRate = abi.ConvertType(out[8], new(big.Int)).(*big.Int)
	outstruct.LiquidityIndex = abi.ConvertType(out[9], new(big.Int)).(*big.Int)
	outstruct.VariableBorrowIndex = abi.ConvertType(out[10], new(big.Int)).(*big.Int)
	outstruct.LastUpdateTimestamp = abi.ConvertType(out[11], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetReserveTokensAddresses is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd2493b6c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveTokensAddresses(address asset) view returns(address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackGetReserveTokensAddresses(asset common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("getReserveTokensAddresses", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveTokensAddresses is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd2493b6c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveTokensAddresses(address asset) view returns(address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) TryPackGetReserveTokensAddresses(asset common.Address) ([]byte, error) {
	return aaveProtocolDataProvider.abi.Pack("getReserveTokensAddresses", asset)
}

// AaveProtocolDataProviderGetReserveTokensAddressesOutput serves as a container for the return parameters of contract
// method GetReserveTokensAddresses.
type AaveProtocolDataProviderGetReserveTokensAddressesOutput struct {
	ATokenAddress            common.Address
	StableDebtTokenAddress   common.Address
	VariableDebtTokenAddress common.Address
}

// UnpackGetReserveTokensAddresses is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd2493b6c.
//
// Solidity: function getReserveTokensAddresses(address asset) view returns(address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) UnpackGetReserveTokensAddresses(data []byte) (AaveProtocolDataProviderGetReserveTokensAddressesOutput, error) {
	out, err := aaveProtocolDataProvider.abi.Unpack("getReserveTokensAddresses", data)
	outstruct := new(AaveProtocolDataProviderGetReserveTokensAddressesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.ATokenAddress = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.StableDebtTokenAddress = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	outstruct.VariableDebtTokenAddress = *abi.ConvertType(out[2], new(common.Address)).(*common.Address)
	return *outstruct, nil
}

// PackGetTotalDebt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d44ac4f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTotalDebt(address asset) view returns(uint256)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackGetTotalDebt(asset common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("getTotalDebt", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetTotalDebt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d44ac4f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getTotalDebt(address asset) view returns(uint256)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) TryPackGetTotalDebt(asset common.Address) ([]byte, error) {
	return aaveProtocolDataProvider.abi.Pack("getTotalDebt", asset)
}

// UnpackGetTotalDebt is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4d44ac4f.
//
// Solidity: function getTotalDebt(address asset) view returns(uint256)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) UnpackGetTotalDebt(data []byte) (*big.Int, error) {
	out, err := aaveProtocolDataProvider.abi.Unpack("getTotalDebt", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetUserReserveData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x28dd2d01.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getUserReserveData(address asset, address user) view returns(uint256 currentATokenBalance, uint256 currentStableDebt, uint256 currentVariableDebt, uint256 principalStableDebt, uint256 scaledVariableDebt, uint256 stableBorrowRate, uint256 liquidityRate, uint40 stableRateLastUpdated, bool usageAsCollateralEnabled)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) PackGetUserReserveData(asset common.Address, user common.Address) []byte {
	enc, err := aaveProtocolDataProvider.abi.Pack("getUserReserveData", asset, user)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetUserReserveData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x28dd2d01.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getUserReserveData(address asset, address user) view returns(uint256 currentATokenBalance, uint256 currentStableDebt, uint256 currentVariableDebt, uint256 principalStableDebt, uint256 scaledVariableDebt, uint256 stableBorrowRate, uint256 liquidityRate, uint40 stableRateLastUpdated, bool usageAsCollateralEnabled)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) TryPackGetUserReserveData(asset common.Address, user common.Address) ([]byte, error) {
	return aaveProtocolDataProvider.abi.Pack("getUserReserveData", asset, user)
}

// AaveProtocolDataProviderGetUserReserveDataOutput serves as a container for the return parameters of contract
// method GetUserReserveData.
type AaveProtocolDataProviderGetUserReserveDataOutput struct {
	CurrentATokenBalance     *big.Int
	CurrentStableDebt        *big.Int
	CurrentVariableDebt      *big.Int
	PrincipalStableDebt      *big.Int
	ScaledVariableDebt       *big.Int
	StableBorrowRate         *big.Int
	LiquidityRate            *big.Int
	StableRateLastUpdated    *big.Int
	UsageAsCollateralEnabled bool
}

// UnpackGetUserReserveData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x28dd2d01.
//
// Solidity: function getUserReserveData(address asset, address user) view returns(uint256 currentATokenBalance, uint256 currentStableDebt, uint256 currentVariableDebt, uint256 principalStableDebt, uint256 scaledVariableDebt, uint256 stableBorrowRate, uint256 liquidityRate, uint40 stableRateLastUpdated, bool usageAsCollateralEnabled)
func (aaveProtocolDataProvider *AaveProtocolDataProvider) UnpackGetUserReserveData(data []byte) (AaveProtocolDataProviderGetUserReserveDataOutput, error) {
	out, err := aaveProtocolDataProvider.abi.Unpack("getUserReserveData", data)
	outstruct := new(AaveProtocolDataProviderGetUserReserveDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.CurrentATokenBalance = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.CurrentStableDebt = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.CurrentVariableDebt = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.PrincipalStableDebt = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.ScaledVariableDebt = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.StableBorrowRate = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	outstruct.LiquidityRate = abi.ConvertType(out[6], new(big.Int)).(*big.Int)
	outstruct.StableRateLastUpdated = abi.ConvertType(out[7], new(big.Int)).(*big.Int)
	outstruct.UsageAsCollateralEnabled = *abi.ConvertType(out[8], new(bool)).(*bool)
	return *outstruct, nil
}
