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

// DreamOracleMetaData contains all meta data concerning the DreamOracle contract.
var DreamOracleMetaData = MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"dreaming\",\"type\":\"bool\"}],\"name\":\"Dreaming\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"isDreaming\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bool\",\"name\":\"dreaming\",\"type\":\"bool\"}],\"name\":\"setDreaming\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "DreamOracle",
}

// DreamOracle is an auto generated Go binding around an Ethereum contract.
type DreamOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DreamOracle) GetABI() abi.ABI {
	return c.abi
}

// NewDreamOracle creates a new instance of DreamOracle.
func NewDreamOracle() *DreamOracle {
	parsed, err := DreamOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DreamOracle{abi: *parsed}
}

// PackIsDreaming is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x93b56e60.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isDreaming(address golem) view returns(bool)
func (dreamOracle *DreamOracle) PackIsDreaming(golem common.Address) []byte {
	enc, err := dreamOracle.abi.Pack("isDreaming", golem)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsDreaming is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x93b56e60.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isDreaming(address golem) view returns(bool)
func (dreamOracle *DreamOracle) TryPackIsDreaming(golem common.Address) ([]byte, error) {
	return dreamOracle.abi.Pack("isDreaming", golem)
}

// UnpackIsDreaming is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x93b56e60.
//
// Solidity: function isDreaming(address golem) view returns(bool)
func (dreamOracle *DreamOracle) UnpackIsDreaming(data []byte) (bool, error) {
	out, err := dreamOracle.abi.Unpack("isDreaming", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSetDreaming is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2dae578.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setDreaming(bool dreaming) returns()
func (dreamOracle *DreamOracle) PackSetDreaming(dreaming bool) []byte {
	enc, err := dreamOracle.abi.Pack("setDreaming", dreaming)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetDreaming is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2dae578.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setDreaming(bool dreaming) returns()
func (dreamOracle *DreamOracle) TryPackSetDreaming(dreaming bool) ([]byte, error) {
	return dreamOracle.abi.Pack("setDreaming", dreaming)
}

// DreamOracleDreaming represents a Dreaming event raised by the DreamOracle contract.
type DreamOracleDreaming struct {
	Golem    common.Address
	Dreaming bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const DreamOracleDreamingEventName = "Dreaming"

// ContractEventName returns the user-defined event name.
func (DreamOracleDreaming) ContractEventName() string {
	return DreamOracleDreamingEventName
}

// UnpackDreamingEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Dreaming(address indexed golem, bool dreaming)
func (dreamOracle *DreamOracle) UnpackDreamingEvent(log *types.Log) (*DreamOracleDreaming, error) {
	event := "Dreaming"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != dreamOracle.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(DreamOracleDreaming)
	if len(log.Data) > 0 {
		if err := dreamOracle.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range dreamOracle.abi.Events[event].Inputs {
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
