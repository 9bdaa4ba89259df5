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

// FeedOracleMetaData contains all meta data concerning the FeedOracle contract.
var FeedOracleMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIAnswer\",\"name\":\"feed_\",\"type\":\"address\"},{\"internalType\":\"uint8\",\"name\":\"feedDecimals\",\"type\":\"uint8\"},{\"internalType\":\"uint8\",\"name\":\"loanDecimals\",\"type\":\"uint8\"},{\"internalType\":\"uint8\",\"name\":\"collateralDecimals\",\"type\":\"uint8\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"price\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "FeedOracle",
}

// FeedOracle is an auto generated Go binding around an Ethereum contract.
type FeedOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FeedOracle) GetABI() abi.ABI {
	return c.abi
}

// NewFeedOracle creates a new instance of FeedOracle.
func NewFeedOracle() *FeedOracle {
	parsed, err := FeedOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FeedOracle{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address feed_, uint8 feedDecimals, uint8 loanDecimals, uint8 collateralDecimals) returns()
func (feedOracle *FeedOracle) PackConstructor(feed_ common.Address, feedDecimals uint8, loanDecimals uint8, collateralDecimals uint8) []byte {
	enc, err := feedOracle.abi.Pack("", feed_, feedDecimals, loanDecimals, collateralDecimals)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa035b1fe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function price() view returns(uint256)
func (feedOracle *FeedOracle) PackPrice() []byte {
	enc, err := feedOracle.abi.Pack("price")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa035b1fe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function price() view returns(uint256)
func (feedOracle *FeedOracle) TryPackPrice() ([]byte, error) {
	return feedOracle.abi.Pack("price")
}

// UnpackPrice is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa035b1fe.
//
// Solidity: function price() view returns(uint256)
func (feedOracle *FeedOracle) UnpackPrice(data []byte) (*big.Int, error) {
	out, err := feedOracle.abi.Unpack("price", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
