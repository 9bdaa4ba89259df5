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

// VitalityOracleMetaData contains all meta data concerning the VitalityOracle contract.
var VitalityOracleMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"Deregistered\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint8\",\"name\":\"from\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"uint8\",\"name\":\"to\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"uint16\",\"name\":\"score\",\"type\":\"uint16\"}],\"name\":\"PhaseTransition\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"Registered\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"deregisterGolem\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"getPhase\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"registered\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"phase\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"lives\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"registered\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"phase\",\"type\":\"uint8\"},{\"internalType\":\"uint16\",\"name\":\"score\",\"type\":\"uint16\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"}],\"name\":\"registerGolem\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"golem\",\"type\":\"address\"},{\"internalType\":\"uint8\",\"name\":\"phase\",\"type\":\"uint8\"},{\"internalType\":\"uint16\",\"name\":\"score\",\"type\":\"uint16\"}],\"name\":\"resetPhase\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint8\",\"name\":\"phase\",\"type\":\"uint8\"},{\"internalType\":\"uint16\",\"name\":\"score\",\"type\":\"uint16\"}],\"name\":\"updatePhase\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "VitalityOracle",
}

// VitalityOracle is an auto generated Go binding around an Ethereum contract.
type VitalityOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *VitalityOracle) GetABI() abi.ABI {
	return c.abi
}

// NewVitalityOracle creates a new instance of VitalityOracle.
func NewVitalityOracle() *VitalityOracle {
	parsed, err := VitalityOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &VitalityOracle{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (vitalityOracle *VitalityOracle) PackConstructor(owner_ common.Address) []byte {
	enc, err := vitalityOracle.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDeregisterGolem is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeee663c7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function deregisterGolem(address golem) returns()
func (vitalityOracle *VitalityOracle) PackDeregisterGolem(golem common.Address) []byte {
	enc, err := vitalityOracle.abi.Pack("deregisterGolem", golem)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDeregisterGolem is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeee663c7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function deregisterGolem(address golem) returns()
func (vitalityOracle *VitalityOracle) TryPackDeregisterGolem(golem common.Address) ([]byte, error) {
	return vitalityOracle.abi.Pack("deregisterGolem", golem)
}

// PackGetPhase is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x904cfd60.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPhase(address golem) view returns(bool registered, uint8 phase)
func (vitalityOracle *VitalityOracle) PackGetPhase(golem common.Address) []byte {
	enc, err := vitalityOracle.abi.Pack("getPhase", golem)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPhase is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x904cfd60.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPhase(address golem) view returns(bool registered, uint8 phase)
func (vitalityOracle *VitalityOracle) TryPackGetPhase(golem common.Address) ([]byte, error) {
	return vitalityOracle.abi.Pack("getPhase", golem)
}

// VitalityOracleGetPhaseOutput serves as a container for the return parameters of contract
// method GetPhase.
type VitalityOracleGetPhaseOutput struct {
	Registered bool
	Phase      uint8
}

// UnpackGetPhase is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x904cfd60.
//
// Solidity: function getPhase(address golem) view returns(bool registered, uint8 phase)
func (vitalityOracle *VitalityOracle) UnpackGetPhase(data []byte) (VitalityOracleGetPhaseOutput, error) {
	out, err := vitalityOracle.abi.Unpack("getPhase", data)
	outstruct := new(VitalityOracleGetPhaseOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Registered = *abi.ConvertType(out[0], new(bool)).(*bool)
	outstruct.Phase = *abi.ConvertType(out[1], new(uint8)).(*uint8)
	return *outstruct, nil
}

// PackLives is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x72dfa41f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function lives(address golem) view returns(bool registered, uint8 phase, uint16 score)
func (vitalityOracle *VitalityOracle) PackLives(golem common.Address) []byte {
	enc, err := vitalityOracle.abi.Pack("lives", golem)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLives is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x72dfa41f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function lives(address golem) view returns(bool registered, uint8 phase, uint16 score)
func (vitalityOracle *VitalityOracle) TryPackLives(golem common.Address) ([]byte, error) {
	return vitalityOracle.abi.Pack("lives", golem)
}

// VitalityOracleLivesOutput serves as a container for the return parameters of contract
// method Lives.
type VitalityOracleLivesOutput struct {
	Registered bool
	Phase      uint8
	Score      uint16
}

// UnpackLives is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x72dfa41f.
//
// Solidity: function lives(address golem) view returns(bool registered, uint8 phase, uint16 score)
func (vitalityOracle *VitalityOracle) UnpackLives(data []byte) (VitalityOracleLivesOutput, error) {
	out, err := vitalityOracle.abi.Unpack("lives", data)
	outstruct := new(VitalityOracleLivesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Registered = *abi.ConvertType(out[0], new(bool)).(*bool)
	outstruct.Phase = *abi.ConvertType(out[1], new(uint8)).(*uint8)
	outstruct.Score = *abi.ConvertType(out[2], new(uint16)).(*uint16)
	return *outstruct, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (vitalityOracle *VitalityOracle) PackOwner() []byte {
	enc, err := vitalityOracle.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (vitalityOracle *VitalityOracle) TryPackOwner() ([]byte, error) {
	return vitalityOracle.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (vitalityOracle *VitalityOracle) UnpackOwner(data []byte) (common.Address, error) {
	out, err := vitalityOracle.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRegisterGolem is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfaf16ec3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function registerGolem(address golem) returns()
func (vitalityOracle *VitalityOracle) PackRegisterGolem(golem common.Address) []byte {
	enc, err := vitalityOracle.abi.Pack("registerGolem", golem)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRegisterGolem is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfaf16ec3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function registerGolem(address golem) returns()
func (vitalityOracle *VitalityOracle) TryPackRegisterGolem(golem common.Address) ([]byte, error) {
	return vitalityOracle.abi.Pack("registerGolem", golem)
}

// PackResetPhase is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x281a2d55.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resetPhase(address golem, uint8 phase, uint16 score) returns()
func (vitalityOracle *VitalityOracle) PackResetPhase(golem common.Address, phase uint8, score uint16) []byte {
	enc, err := vitalityOracle.abi.Pack("resetPhase", golem, phase, score)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResetPhase is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x281a2d55.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resetPhase(address golem, uint8 phase, uint16 score) returns()
func (vitalityOracle *VitalityOracle) TryPackResetPhase(golem common.Address, phase uint8, score uint16) ([]byte, error) {
	return vitalityOracle.abi.Pack("resetPhase", golem, phase, score)
}

// PackUpdatePhase is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2cc66c9a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function updatePhase(uint8 phase, uint16 score) returns()
func (vitalityOracle *VitalityOracle) PackUpdatePhase(phase uint8, score uint16) []byte {
	enc, err := vitalityOracle.abi.Pack("updatePhase", phase, score)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUpdatePhase is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2cc66c9a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function updatePhase(uint8 phase, uint16 score) returns()
func (vitalityOracle *VitalityOracle) TryPackUpdatePhase(phase uint8, score uint16) ([]byte, error) {
	return vitalityOracle.abi.Pack("updatePhase", phase, score)
}

// VitalityOracleDeregistered represents a Deregistered event raised by the VitalityOracle contract.
type VitalityOracleDeregistered struct {
	Golem common.Address
	Raw   *types.Log // Blockchain specific contextual infos
}

const VitalityOracleDeregisteredEventName = "Deregistered"

// ContractEventName returns the user-defined event name.
func (VitalityOracleDeregistered) ContractEventName() string {
	return VitalityOracleDeregisteredEventName
}

// UnpackDeregisteredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Deregistered(address indexed golem)
func (vitalityOracle *VitalityOracle) UnpackDeregisteredEvent(log *types.Log) (*VitalityOracleDeregistered, error) {
	event := "Deregistered"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != vitalityOracle.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(VitalityOracleDeregistered)
	if len(log.Data) > 0 {
		if err := vitalityOracle.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitalityOracle.abi.Events[event].Inputs {
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

// VitalityOraclePhaseTransition represents a PhaseTransition event raised by the VitalityOracle contract.
type VitalityOraclePhaseTransition struct {
	Golem common.Address
	From  uint8
	To    uint8
	Score uint16
	Raw   *types.Log // Blockchain specific contextual infos
}

const VitalityOraclePhaseTransitionEventName = "PhaseTransition"

// ContractEventName returns the user-defined event name.
func (VitalityOraclePhaseTransition) ContractEventName() string {
	return VitalityOraclePhaseTransitionEventName
}

// UnpackPhaseTransitionEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PhaseTransition(address indexed golem, uint8 from, uint8 to, uint16 score)
func (vitalityOracle *VitalityOracle) UnpackPhaseTransitionEvent(log *types.Log) (*VitalityOraclePhaseTransition, error) {
	event := "PhaseTransition"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != vitalityOracle.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(VitalityOraclePhaseTransition)
	if len(log.Data) > 0 {
		if err := vitalityOracle.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitalityOracle.abi.Events[event].Inputs {
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

// VitalityOracleRegistered represents a Registered event raised by the VitalityOracle contract.
type VitalityOracleRegistered struct {
	Golem common.Address
	Raw   *types.Log // Blockchain specific contextual infos
}

const VitalityOracleRegisteredEventName = "Registered"

// ContractEventName returns the user-defined event name.
func (VitalityOracleRegistered) ContractEventName() string {
	return VitalityOracleRegisteredEventName
}

// UnpackRegisteredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Registered(address indexed golem)
func (vitalityOracle *VitalityOracle) UnpackRegisteredEvent(log *types.Log) (*VitalityOracleRegistered, error) {
	event := "Registered"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != vitalityOracle.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(VitalityOracleRegistered)
	if len(log.Data) > 0 {
		if err := vitalityOracle.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitalityOracle.abi.Events[event].Inputs {
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
