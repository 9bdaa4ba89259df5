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

// SwapCounterMetaData contains all meta data concerning the SwapCounter contract.
var SwapCounterMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"poolManager_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"poolId\",\"type\":\"bytes32\"}],\"name\":\"swaps\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "SwapCounter",
}

// SwapCounter is an auto generated Go binding around an Ethereum contract.
type SwapCounter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SwapCounter) GetABI() abi.ABI {
	return c.abi
}

// NewSwapCounter creates a new instance of SwapCounter.
func NewSwapCounter() *SwapCounter {
	parsed, err := SwapCounterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SwapCounter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address poolManager_) returns()
func (swapCounter *SwapCounter) PackConstructor(poolManager_ common.Address) []byte {
	enc, err := swapCounter.abi.Pack("", poolManager_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwaps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb84e7f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swaps(bytes32 poolId) view returns(uint256)
func (swapCounter *SwapCounter) PackSwaps(poolId [32]byte) []byte {
	enc, err := swapCounter.abi.Pack("swaps", poolId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSwaps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb84e7f2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function swaps(bytes32 poolId) view returns(uint256)
func (swapCounter *SwapCounter) TryPackSwaps(poolId [32]byte) ([]byte, error) {
	return swapCounter.abi.Pack("swaps", poolId)
}

// UnpackSwaps is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xeb84e7f2.
//
// Solidity: function swaps(bytes32 poolId) view returns(uint256)
func (swapCounter *SwapCounter) UnpackSwaps(data []byte) (*big.Int, error) {
	out, err := swapCounter.abi.Unpack("swaps", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
