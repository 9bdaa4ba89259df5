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

// AaveRateStrategyMetaData contains all meta data concerning the AaveRateStrategy contract.
var AaveRateStrategyMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIPoolAddressesProvider\",\"name\":\"provider\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"optimalUsageRatio\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"baseVariableBorrowRate\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"variableRateSlope1\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"variableRateSlope2\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stableRateSlope1\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stableRateSlope2\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"baseStableRateOffset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"stableRateExcessOffset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"optimalStableToTotalDebtRatio\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"}]",
	ID:  "AaveRateStrategy",
}

// AaveRateStrategy is an auto generated Go binding around an Ethereum contract.
type AaveRateStrategy struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AaveRateStrategy) GetABI() abi.ABI {
	return c.abi
}

// NewAaveRateStrategy creates a new instance of AaveRateStrategy.
func NewAaveRateStrategy() *AaveRateStrategy {
	parsed, err := AaveRateStrategyMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AaveRateStrategy{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address provider, uint256 optimalUsageRatio, uint256 baseVariableBorrowRate, uint256 variableRateSlope1, uint256 variableRateSlope2, uint256 stableRateSlope1, uint256 stableRateSlope2, uint256 baseStableRateOffset, uint256 stableRateExcessOffset, uint256 optimalStableToTotalDebtRatio) returns()
func (aaveRateStrategy *AaveRateStrategy) PackConstructor(provider common.Address, optimalUsageRatio *big.Int, baseVariableBorrowRate *big.Int, variableRateSlope1 *big.Int, variableRateSlope2 *big.Int, stableRateSlope1 *big.Int, stableRateSlope2 *big.Int, baseStableRateOffset *big.Int, stableRateExcessOffset *big.Int, optimalStableToTotalDebtRatio *big.Int) []byte {
	enc, err := aaveRateStrategy.abi.Pack("", provider, optimalUsageRatio, baseVariableBorrowRate, variableRateSlope1, variableRateSlope2, stableRateSlope1, stableRateSlope2, baseStableRateOffset, stableRateExcessOffset, optimalStableToTotalDebtRatio)
	if err != nil {
		panic(err)
	}
	return enc
}
