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

// DataTypesReserveConfigurationMap is an auto generated low-level Go binding around an user-defined struct.
type DataTypesReserveConfigurationMap struct {
	Data *big.Int
}

// DataTypesReserveData is an auto generated low-level Go binding around an user-defined struct.
type DataTypesReserveData struct {
	Configuration               DataTypesReserveConfigurationMap
	LiquidityIndex              *big.Int
	CurrentLiquidityRate        *big.Int
	VariableBorrowIndex         *big.Int
	CurrentVariableBorrowRate   *big.Int
	CurrentStableBorrowRate     *big.Int
	LastUpdateTimestamp         *big.Int
	Id                          uint16
	ATokenAddress               common.Address
	StableDebtTokenAddress      common.Address
	VariableDebtTokenAddress    common.Address
	InterestRateStrategyAddress common.Address
	AccruedToTreasury           *big.Int
	Unbacked                    *big.Int
	IsolationModeTotalDebt      *big.Int
}

// AavePoolMetaData contains all meta data concerning the AavePool contract.
var AavePoolMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIPoolAddressesProvider\",\"name\":\"provider\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalfOf\",\"type\":\"address\"},{\"internalType\":\"uint16\",\"name\":\"referralCode\",\"type\":\"uint16\"}],\"name\":\"supply\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"withdraw\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"interestRateMode\",\"type\":\"uint256\"},{\"internalType\":\"uint16\",\"name\":\"referralCode\",\"type\":\"uint16\"},{\"internalType\":\"address\",\"name\":\"onBehalfOf\",\"type\":\"address\"}],\"name\":\"borrow\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"interestRateMode\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalfOf\",\"type\":\"address\"}],\"name\":\"repay\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"collateralAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"debtAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"debtToCover\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"receiveAToken\",\"type\":\"bool\"}],\"name\":\"liquidationCall\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"useAsCollateral\",\"type\":\"bool\"}],\"name\":\"setUserUseReserveAsCollateral\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"}],\"name\":\"getUserAccountData\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"totalCollateralBase\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"totalDebtBase\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"availableBorrowsBase\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"currentLiquidationThreshold\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"ltv\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"healthFactor\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveData\",\"outputs\":[{\"components\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"data\",\"type\":\"uint256\"}],\"internalType\":\"structDataTypes.ReserveConfigurationMap\",\"name\":\"configuration\",\"type\":\"tuple\"},{\"internalType\":\"uint128\",\"name\":\"liquidityIndex\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"currentLiquidityRate\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"variableBorrowIndex\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"currentVariableBorrowRate\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"currentStableBorrowRate\",\"type\":\"uint128\"},{\"internalType\":\"uint40\",\"name\":\"lastUpdateTimestamp\",\"type\":\"uint40\"},{\"internalType\":\"uint16\",\"name\":\"id\",\"type\":\"uint16\"},{\"internalType\":\"address\",\"name\":\"aTokenAddress\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"stableDebtTokenAddress\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"variableDebtTokenAddress\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"interestRateStrategyAddress\",\"type\":\"address\"},{\"internalType\":\"uint128\",\"name\":\"accruedToTreasury\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"unbacked\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"isolationModeTotalDebt\",\"type\":\"uint128\"}],\"internalType\":\"structDataTypes.ReserveData\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getReservesList\",\"outputs\":[{\"internalType\":\"address[]\",\"name\":\"\",\"type\":\"address[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveNormalizedIncome\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"getReserveNormalizedVariableDebt\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"reserve\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalfOf\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"uint16\",\"name\":\"referralCode\",\"type\":\"uint16\"}],\"name\":\"Supply\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"reserve\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Withdraw\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"reserve\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalfOf\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"enumDataTypes.InterestRateMode\",\"name\":\"interestRateMode\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"borrowRate\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"uint16\",\"name\":\"referralCode\",\"type\":\"uint16\"}],\"name\":\"Borrow\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"reserve\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"repayer\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"useATokens\",\"type\":\"bool\"}],\"name\":\"Repay\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"collateralAsset\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"debtAsset\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"user\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"debtToCover\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"liquidatedCollateralAmount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"liquidator\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"receiveAToken\",\"type\":\"bool\"}],\"name\":\"LiquidationCall\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"reserve\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"liquidityRate\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"stableBorrowRate\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"variableBorrowRate\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"liquidityIndex\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"variableBorrowIndex\",\"type\":\"uint256\"}],\"name\":\"ReserveDataUpdated\",\"type\":\"event\"}]",
	ID:  "AavePool",
}

// AavePool is an auto generated Go binding around an Ethereum contract.
type AavePool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AavePool) GetABI() abi.ABI {
	return c.abi
}

// NewAavePool creates a new instance of AavePool.
func NewAavePool() *AavePool {
	parsed, err := AavePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AavePool{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address provider) returns()
func (aavePool *AavePool) PackConstructor(provider common.Address) []byte {
	enc, err := aavePool.abi.Pack("", provider)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBorrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa415bcad.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf) returns()
func (aavePool *AavePool) PackBorrow(asset common.Address, amount *big.Int, interestRateMode *big.Int, referralCode uint16, onBehalfOf common.Address) []byte {
	enc, err := aavePool.abi.Pack("borrow", asset, amount, interestRateMode, referralCode, onBehalfOf)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBorrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa415bcad.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf) returns()
func (aavePool *AavePool) TryPackBorrow(asset common.Address, amount *big.Int, interestRateMode *big.Int, referralCode uint16, onBehalfOf common.Address) ([]byte, error) {
	return aavePool.abi.Pack("borrow", asset, amount, interestRateMode, referralCode, onBehalfOf)
}

// PackGetReserveData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35ea6a75.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveData(address asset) view returns(((uint256),uint128,uint128,uint128,uint128,uint128,uint40,uint16,address,address,address,address,uint128,uint128,uint128))
func (aavePool *AavePool) PackGetReserveData(asset common.Address) []byte {
	enc, err := aavePool.abi.Pack("getReserveData", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35ea6a75.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveData(address asset) view returns(((uint256),uint128,uint128,uint128,uint128,uint128,uint40,uint16,address,address,address,address,uint128,uint128,uint128))
func (aavePool *AavePool) TryPackGetReserveData(asset common.Address) ([]byte, error) {
	return aavePool.abi.Pack("getReserveData", asset)
}

// UnpackGetReserveData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x35ea6a75.
//
// Solidity: function getReserveData(address asset) view returns(((uint256),uint128,uint128,uint128,uint128,uint128,uint40,uint16,address,address,address,address,uint128,uint128,uint128))
func (aavePool *AavePool) UnpackGetReserveData(data []byte) (DataTypesReserveData, error) {
	out, err := aavePool.abi.Unpack("getReserveData", data)
	if err != nil {
		return *new(DataTypesReserveData), err
	}
	out0 := *abi.ConvertType(out[0], new(DataTypesReserveData)).(*DataTypesReserveData)
	return out0, nil
}

// PackGetReserveNormalizedIncome is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd15e0053.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveNormalizedIncome(address asset) view returns(uint256)
func (aavePool *AavePool) PackGetReserveNormalizedIncome(asset common.Address) []byte {
	enc, err := aavePool.abi.Pack("getReserveNormalizedIncome", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveNormalizedIncome is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd15e0053.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveNormalizedIncome(address asset) view returns(uint256)
func (aavePool *AavePool) TryPackGetReserveNormalizedIncome(asset common.Address) ([]byte, error) {
	return aavePool.abi.Pack("getReserveNormalizedIncome", asset)
}

// UnpackGetReserveNormalizedIncome is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd15e0053.
//
// Solidity: function getReserveNormalizedIncome(address asset) view returns(uint256)
func (aavePool *AavePool) UnpackGetReserveNormalizedIncome(data []byte) (*big.Int, error) {
	out, err := aavePool.abi.Unpack("getReserveNormalizedIncome", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetReserveNormalizedVariableDebt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x386497fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserveNormalizedVariableDebt(address asset) view returns(uint256)
func (aavePool *AavePool) PackGetReserveNormalizedVariableDebt(asset common.Address) []byte {
	enc, err := aavePool.abi.Pack("getReserveNormalizedVariableDebt", asset)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserveNormalizedVariableDebt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x386497fd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserveNormalizedVariableDebt(address asset) view returns(uint256)
func (aavePool *AavePool) TryPackGetReserveNormalizedVariableDebt(asset common.Address) ([]byte, error) {
	return aavePool.abi.Pack("getReserveNormalizedVariableDebt", asset)
}

// UnpackGetReserveNormalizedVariableDebt is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x386497fd.
//
// Solidity: function getReserveNormalizedVariableDebt(address asset) view returns(uint256)
func (aavePool *AavePool) UnpackGetReserveNormalizedVariableDebt(data []byte) (*big.Int, error) {
	out, err := aavePool.abi.Unpack("getReserveNormalizedVariableDebt", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetReservesList is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd1946dbc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReservesList() view returns(address[])
func (aavePool *AavePool) PackGetReservesList() []byte {
	enc, err := aavePool.abi.Pack("getReservesList")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReservesList is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd1946dbc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReservesList() view returns(address[])
func (aavePool *AavePool) TryPackGetReservesList() ([]byte, error) {
	return aavePool.abi.Pack("getReservesList")
}

// UnpackGetReservesList is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd1946dbc.
//
// Solidity: function getReservesList() view returns(address[])
func (aavePool *AavePool) UnpackGetReservesList(data []byte) ([]common.Address, error) {
	out, err := aavePool.abi.Unpack("getReservesList", data)
	if err != nil {
		return *new([]common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)
	return out0, nil
}

// PackGetUserAccountData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbf92857c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getUserAccountData(address user) view returns(uint256 totalCollateralBase, uint256 totalDebtBase, uint256 availableBorrowsBase, uint256 currentLiquidationThreshold, uint256 ltv, uint256 healthFactor)
func (aavePool *AavePool) PackGetUserAccountData(user common.Address) []byte {
	enc, err := aavePool.abi.Pack("getUserAccountData", user)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetUserAccountData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbf92857c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getUserAccountData(address user) view returns(uint256 totalCollateralBase, uint256 totalDebtBase, uint256 availableBorrowsBase, uint256 currentLiquidationThreshold, uint256 ltv, uint256 healthFactor)
func (aavePool *AavePool) TryPackGetUserAccountData(user common.Address) ([]byte, error) {
	return aavePool.abi.Pack("getUserAccountData", user)
}

// AavePoolGetUserAccountDataOutput serves as a container for the return parameters of contract
// method GetUserAccountData.
type AavePoolGetUserAccountDataOutput struct {
	TotalCollateralBase         *big.Int
	TotalDebtBase               *big.Int
	AvailableBorrowsBase        *big.Int
	CurrentLiquidationThreshold *big.Int
	Ltv                         *big.Int
	HealthFactor                *big.Int
}

// UnpackGetUserAccountData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbf92857c.
//
// Solidity: function getUserAccountData(address user) view returns(uint256 totalCollateralBase, uint256 totalDebtBase, uint256 availableBorrowsBase, uint256 currentLiquidationThreshold, uint256 ltv, uint256 healthFactor)
func (aavePool *AavePool) UnpackGetUserAccountData(data []byte) (AavePoolGetUserAccountDataOutput, error) {
	out, err := aavePool.abi.Unpack("getUserAccountData", data)
	outstruct := new(AavePoolGetUserAccountDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.TotalCollateralBase = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.TotalDebtBase = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.AvailableBorrowsBase = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.CurrentLiquidationThreshold = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.Ltv = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.HealthFactor = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackLiquidationCall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00a718a9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken) returns()
func (aavePool *AavePool) PackLiquidationCall(collateralAsset common.Address, debtAsset common.Address, user common.Address, debtToCover *big.Int, receiveAToken bool) []byte {
	enc, err := aavePool.abi.Pack("liquidationCall", collateralAsset, debtAsset, user, debtToCover, receiveAToken)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLiquidationCall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00a718a9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken) returns()
func (aavePool *AavePool) TryPackLiquidationCall(collateralAsset common.Address, debtAsset common.Address, user common.Address, debtToCover *big.Int, receiveAToken bool) ([]byte, error) {
	return aavePool.abi.Pack("liquidationCall", collateralAsset, debtAsset, user, debtToCover, receiveAToken)
}

// PackRepay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x573ade81.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns(uint256)
func (aavePool *AavePool) PackRepay(asset common.Address, amount *big.Int, interestRateMode *big.Int, onBehalfOf common.Address) []byte {
	enc, err := aavePool.abi.Pack("repay", asset, amount, interestRateMode, onBehalfOf)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRepay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x573ade81.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns(uint256)
func (aavePool *AavePool) TryPackRepay(asset common.Address, amount *big.Int, interestRateMode *big.Int, onBehalfOf common.Address) ([]byte, error) {
	return aavePool.abi.Pack("repay", asset, amount, interestRateMode, onBehalfOf)
}

// UnpackRepay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x573ade81.
//
// Solidity: function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns(uint256)
func (aavePool *AavePool) UnpackRepay(data []byte) (*big.Int, error) {
	out, err := aavePool.abi.Unpack("repay", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSetUserUseReserveAsCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a3b74b9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setUserUseReserveAsCollateral(address asset, bool useAsCollateral) returns()
func (aavePool *AavePool) PackSetUserUseReserveAsCollateral(asset common.Address, useAsCollateral bool) []byte {
	enc, err := aavePool.abi.Pack("setUserUseReserveAsCollateral", asset, useAsCollateral)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetUserUseReserveAsCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a3b74b9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setUserUseReserveAsCollateral(address asset, bool useAsCollateral) returns()
func (aavePool *AavePool) TryPackSetUserUseReserveAsCollateral(asset common.Address, useAsCollateral bool) ([]byte, error) {
	return aavePool.abi.Pack("setUserUseReserveAsCollateral", asset, useAsCollateral)
}

// PackSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x617ba037.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) returns()
func (aavePool *AavePool) PackSupply(asset common.Address, amount *big.Int, onBehalfOf common.Address, referralCode uint16) []byte {
	enc, err := aavePool.abi.Pack("supply", asset, amount, onBehalfOf, referralCode)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x617ba037.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) returns()
func (aavePool *AavePool) TryPackSupply(asset common.Address, amount *big.Int, onBehalfOf common.Address, referralCode uint16) ([]byte, error) {
	return aavePool.abi.Pack("supply", asset, amount, onBehalfOf, referralCode)
}

// PackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x69328dec.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdraw(address asset, uint256 amount, address to) returns(uint256)
func (aavePool *AavePool) PackWithdraw(asset common.Address, amount *big.Int, to common.Address) []byte {
	enc, err := aavePool.abi.Pack("withdraw", asset, amount, to)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x69328dec.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdraw(address asset, uint256 amount, address to) returns(uint256)
func (aavePool *AavePool) TryPackWithdraw(asset common.Address, amount *big.Int, to common.Address) ([]byte, error) {
	return aavePool.abi.Pack("withdraw", asset, amount, to)
}

// UnpackWithdraw is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x69328dec.
//
// Solidity: function withdraw(address asset, uint256 amount, address to) returns(uint256)
func (aavePool *AavePool) UnpackWithdraw(data []byte) (*big.Int, error) {
	out, err := aavePool.abi.Unpack("withdraw", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// AavePoolBorrow represents a Borrow event raised by the AavePool contract.
type AavePoolBorrow struct {
	Reserve          common.Address
	User             common.Address
	OnBehalfOf       common.Address
	Amount           *big.Int
	InterestRateMode uint8
	BorrowRate       *big.Int
	ReferralCode     uint16
	Raw              *types.Log // Blockchain specific contextual infos
}

const AavePoolBorrowEventName = "Borrow"

// ContractEventName returns the user-defined event name.
func (AavePoolBorrow) ContractEventName() string {
	return AavePoolBorrowEventName
}

// UnpackBorrowEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Borrow(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint8 interestRateMode, uint256 borrowRate, uint16 indexed referralCode)
func (aavePool *AavePool) UnpackBorrowEvent(log *types.Log) (*AavePoolBorrow, error) {
	event := "Borrow"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != aavePool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(AavePoolBorrow)
	if len(log.Data) > 0 {
		if err := aavePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range aavePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AavePoolLiquidationCall represents a LiquidationCall event raised by the AavePool contract.
type AavePoolLiquidationCall struct {
	CollateralAsset            common.Address
	DebtAsset                  common.Address
	User                       common.Address
	DebtToCover                *big.Int
	LiquidatedCollateralAmount *big.Int
	Liquidator                 common.Address
	ReceiveAToken              bool
	Raw                        *types.Log // Blockchain specific contextual infos
}

const AavePoolLiquidationCallEventName = "LiquidationCall"

// ContractEventName returns the user-defined event name.
func (AavePoolLiquidationCall) ContractEventName() string {
	return AavePoolLiquidationCallEventName
}

// UnpackLiquidationCallEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event LiquidationCall(address indexed collateralAsset, address indexed debtAsset, address indexed user, uint256 debtToCover, uint256 liquidatedCollateralAmount, address liquidator, bool receiveAToken)
func (aavePool *AavePool) UnpackLiquidationCallEvent(log *types.Log) (*AavePoolLiquidationCall, error) {
	event := "LiquidationCall"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != aavePool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(AavePoolLiquidationCall)
	if len(log.Data) > 0 {
		if err := aavePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range aavePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AavePoolRepay represents a Repay event raised by the AavePool contract.
type AavePoolRepay struct {
	Reserve    common.Address
	User       common.Address
	Repayer    common.Address
	Amount     *big.Int
	UseATokens bool
	Raw        *types.Log // Blockchain specific contextual infos
}

const AavePoolRepayEventName = "Repay"

// ContractEventName returns the user-defined event name.
func (AavePoolRepay) ContractEventName() string {
	return AavePoolRepayEventName
}

// UnpackRepayEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Repay(address indexed reserve, address indexed user, address indexed repayer, uint256 amount, bool useATokens)
func (aavePool *AavePool) UnpackRepayEvent(log *types.Log) (*AavePoolRepay, error) {
	event := "Repay"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != aavePool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(AavePoolRepay)
	if len(log.Data) > 0 {
		if err := aavePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range aavePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AavePoolReserveDataUpdated represents a ReserveDataUpdated event raised by the AavePool contract.
type AavePoolReserveDataUpdated struct {
	Reserve             common.Address
	LiquidityRate       *big.Int
	StableBorrowRate    *big.Int
	VariableBorrowRate  *big.Int
	LiquidityIndex      *big.Int
	VariableBorrowIndex *big.Int
	Raw                 *types.Log // Blockchain specific contextual infos
}

const AavePoolReserveDataUpdatedEventName = "ReserveDataUpdated"

// ContractEventName returns the user-defined event name.
func (AavePoolReserveDataUpdated) ContractEventName() string {
	return AavePoolReserveDataUpdatedEventName
}

// UnpackReserveDataUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ReserveDataUpdated(address indexed reserve, uint256 liquidityRate, uint256 stableBorrowRate, uint256 variableBorrowRate, uint256 liquidityIndex, uint256 variableBorrowIndex)
func (aavePool *AavePool) UnpackReserveDataUpdatedEvent(log *types.Log) (*AavePoolReserveDataUpdated, error) {
	event := "ReserveDataUpdated"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != aavePool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(AavePoolReserveDataUpdated)
	if len(log.Data) > 0 {
		if err := aavePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range aavePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AavePoolSupply represents a Supply event raised by the AavePool contract.
type AavePoolSupply struct {
	Reserve      common.Address
	User         common.Address
	OnBehalfOf   common.Address
	Amount       *big.Int
	ReferralCode uint16
	Raw          *types.Log // Blockchain specific contextual infos
}

const AavePoolSupplyEventName = "Supply"

// ContractEventName returns the user-defined event name.
func (AavePoolSupply) ContractEventName() string {
	return AavePoolSupplyEventName
}

// UnpackSupplyEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)
func (aavePool *AavePool) UnpackSupplyEvent(log *types.Log) (*AavePoolSupply, error) {
	event := "Supply"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != aavePool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(AavePoolSupply)
	if len(log.Data) > 0 {
		if err := aavePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range aavePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AavePoolWithdraw represents a Withdraw event raised by the AavePool contract.
type AavePoolWithdraw struct {
	Reserve common.Address
	User    common.Address
	To      common.Address
	Amount  *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const AavePoolWithdrawEventName = "Withdraw"

// ContractEventName returns the user-defined event name.
func (AavePoolWithdraw) ContractEventName() string {
	return AavePoolWithdrawEventName
}

// UnpackWithdrawEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)
func (aavePool *AavePool) UnpackWithdrawEvent(log *types.Log) (*AavePoolWithdraw, error) {
	event := "Withdraw"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != aavePool.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(AavePoolWithdraw)
	if len(log.Data) > 0 {
		if err := aavePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range aavePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}
