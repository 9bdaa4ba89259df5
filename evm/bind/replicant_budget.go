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

// ReplicantBudgetMetaData contains all meta data concerning the ReplicantBudget contract.
var ReplicantBudgetMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"manager\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"delegation\",\"type\":\"bytes32\"}],\"name\":\"spent\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "ReplicantBudget",
}

// ReplicantBudget is an auto generated Go binding around an Ethereum contract.
type ReplicantBudget struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ReplicantBudget) GetABI() abi.ABI {
	return c.abi
}

// NewReplicantBudget creates a new instance of ReplicantBudget.
func NewReplicantBudget() *ReplicantBudget {
	parsed, err := ReplicantBudgetMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReplicantBudget{abi: *parsed}
}

// PackSpent is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c352e6f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function spent(address manager, bytes32 delegation) view returns(uint256)
func (replicantBudget *ReplicantBudget) PackSpent(manager common.Address, delegation [32]byte) []byte {
	enc, err := replicantBudget.abi.Pack("spent", manager, delegation)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSpent is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7c352e6f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function spent(address manager, bytes32 delegation) view returns(uint256)
func (replicantBudget *ReplicantBudget) TryPackSpent(manager common.Address, delegation [32]byte) ([]byte, error) {
	return replicantBudget.abi.Pack("spent", manager, delegation)
}

// UnpackSpent is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7c352e6f.
//
// Solidity: function spent(address manager, bytes32 delegation) view returns(uint256)
func (replicantBudget *ReplicantBudget) UnpackSpent(data []byte) (*big.Int, error) {
	out, err := replicantBudget.abi.Unpack("spent", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
