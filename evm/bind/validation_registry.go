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

// ValidationRegistryMetaData contains all meta data concerning the ValidationRegistry contract.
var ValidationRegistryMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"identityRegistry\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"validatorAddress\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"agentId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"string\",\"name\":\"requestURI\",\"type\":\"string\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"requestHash\",\"type\":\"bytes32\"}],\"name\":\"ValidationRequest\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"validatorAddress\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"agentId\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"requestHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint8\",\"name\":\"response\",\"type\":\"uint8\"},{\"indexed\":false,\"internalType\":\"string\",\"name\":\"responseURI\",\"type\":\"string\"},{\"indexed\":false,\"internalType\":\"bytes32\",\"name\":\"responseHash\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"string\",\"name\":\"tag\",\"type\":\"string\"}],\"name\":\"ValidationResponse\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"agentId\",\"type\":\"uint256\"}],\"name\":\"getAgentValidations\",\"outputs\":[{\"internalType\":\"bytes32[]\",\"name\":\"\",\"type\":\"bytes32[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getIdentityRegistry\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"agentId\",\"type\":\"uint256\"},{\"internalType\":\"address[]\",\"name\":\"validatorAddresses\",\"type\":\"address[]\"},{\"internalType\":\"string\",\"name\":\"tag\",\"type\":\"string\"}],\"name\":\"getSummary\",\"outputs\":[{\"internalType\":\"uint64\",\"name\":\"count\",\"type\":\"uint64\"},{\"internalType\":\"uint8\",\"name\":\"averageResponse\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"requestHash\",\"type\":\"bytes32\"}],\"name\":\"getValidationStatus\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"validatorAddress\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"agentId\",\"type\":\"uint256\"},{\"internalType\":\"uint8\",\"name\":\"response\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"responseHash\",\"type\":\"bytes32\"},{\"internalType\":\"string\",\"name\":\"tag\",\"type\":\"string\"},{\"internalType\":\"uint256\",\"name\":\"lastUpdate\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"validatorAddress\",\"type\":\"address\"}],\"name\":\"getValidatorRequests\",\"outputs\":[{\"internalType\":\"bytes32[]\",\"name\":\"\",\"type\":\"bytes32[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"validatorAddress\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"agentId\",\"type\":\"uint256\"},{\"internalType\":\"string\",\"name\":\"requestURI\",\"type\":\"string\"},{\"internalType\":\"bytes32\",\"name\":\"requestHash\",\"type\":\"bytes32\"}],\"name\":\"validationRequest\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"requestHash\",\"type\":\"bytes32\"},{\"internalType\":\"uint8\",\"name\":\"response\",\"type\":\"uint8\"},{\"internalType\":\"string\",\"name\":\"responseURI\",\"type\":\"string\"},{\"internalType\":\"bytes32\",\"name\":\"responseHash\",\"type\":\"bytes32\"},{\"internalType\":\"string\",\"name\":\"tag\",\"type\":\"string\"}],\"name\":\"validationResponse\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "ValidationRegistry",
}

// ValidationRegistry is an auto generated Go binding around an Ethereum contract.
type ValidationRegistry struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ValidationRegistry) GetABI() abi.ABI {
	return c.abi
}

// NewValidationRegistry creates a new instance of ValidationRegistry.
func NewValidationRegistry() *ValidationRegistry {
	parsed, err := ValidationRegistryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ValidationRegistry{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address identityRegistry) returns()
func (validationRegistry *ValidationRegistry) PackConstructor(identityRegistry common.Address) []byte {
	enc, err := validationRegistry.abi.Pack("", identityRegistry)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetAgentValidations is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8d5d0c2d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAgentValidations(uint256 agentId) view returns(bytes32[])
func (validationRegistry *ValidationRegistry) PackGetAgentValidations(agentId *big.Int) []byte {
	enc, err := validationRegistry.abi.Pack("getAgentValidations", agentId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetAgentValidations is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8d5d0c2d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getAgentValidations(uint256 agentId) view returns(bytes32[])
func (validationRegistry *ValidationRegistry) TryPackGetAgentValidations(agentId *big.Int) ([]byte, error) {
	return validationRegistry.abi.Pack("getAgentValidations", agentId)
}

// UnpackGetAgentValidations is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8d5d0c2d.
//
// Solidity: function getAgentValidations(uint256 agentId) view returns(bytes32[])
func (validationRegistry *ValidationRegistry) UnpackGetAgentValidations(data []byte) ([][32]byte, error) {
	out, err := validationRegistry.abi.Unpack("getAgentValidations", data)
	if err != nil {
		return *new([][32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([][32]byte)).(*[][32]byte)
	return out0, nil
}

// PackGetIdentityRegistry is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbc4d861b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getIdentityRegistry() view returns(address)
func (validationRegistry *ValidationRegistry) PackGetIdentityRegistry() []byte {
	enc, err := validationRegistry.abi.Pack("getIdentityRegistry")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetIdentityRegistry is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbc4d861b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getIdentityRegistry() view returns(address)
func (validationRegistry *ValidationRegistry) TryPackGetIdentityRegistry() ([]byte, error) {
	return validationRegistry.abi.Pack("getIdentityRegistry")
}

// UnpackGetIdentityRegistry is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbc4d861b.
//
// Solidity: function getIdentityRegistry() view returns(address)
func (validationRegistry *ValidationRegistry) UnpackGetIdentityRegistry(data []byte) (common.Address, error) {
	out, err := validationRegistry.abi.Unpack("getIdentityRegistry", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetSummary is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1b7cabd6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getSummary(uint256 agentId, address[] validatorAddresses, string tag) view returns(uint64 count, uint8 averageResponse)
func (validationRegistry *ValidationRegistry) PackGetSummary(agentId *big.Int, validatorAddresses []common.Address, tag string) []byte {
	enc, err := validationRegistry.abi.Pack("getSummary", agentId, validatorAddresses, tag)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetSummary is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1b7cabd6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getSummary(uint256 agentId, address[] validatorAddresses, string tag) view returns(uint64 count, uint8 averageResponse)
func (validationRegistry *ValidationRegistry) TryPackGetSummary(agentId *big.Int, validatorAddresses []common.Address, tag string) ([]byte, error) {
	return validationRegistry.abi.Pack("getSummary", agentId, validatorAddresses, tag)
}

// ValidationRegistryGetSummaryOutput serves as a container for the return parameters of contract
// method GetSummary.
type ValidationRegistryGetSummaryOutput struct {
	Count           uint64
	AverageResponse uint8
}

// UnpackGetSummary is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1b7cabd6.
//
// Solidity: function getSummary(uint256 agentId, address[] validatorAddresses, string tag) view returns(uint64 count, uint8 averageResponse)
func (validationRegistry *ValidationRegistry) UnpackGetSummary(data []byte) (ValidationRegistryGetSummaryOutput, error) {
	out, err := validationRegistry.abi.Unpack("getSummary", data)
	outstruct := new(ValidationRegistryGetSummaryOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Count = *abi.ConvertType(out[0], new(uint64)).(*uint64)
	outstruct.AverageResponse = *abi.ConvertType(out[1], new(uint8)).(*uint8)
	return *outstruct, nil
}

// PackGetValidationStatus is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xff2febfc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getValidationStatus(bytes32 requestHash) view returns(address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)
func (validationRegistry *ValidationRegistry) PackGetValidationStatus(requestHash [32]byte) []byte {
	enc, err := validationRegistry.abi.Pack("getValidationStatus", requestHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetValidationStatus is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xff2febfc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getValidationStatus(bytes32 requestHash) view returns(address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)
func (validationRegistry *ValidationRegistry) TryPackGetValidationStatus(requestHash [32]byte) ([]byte, error) {
	return validationRegistry.abi.Pack("getValidationStatus", requestHash)
}

// ValidationRegistryGetValidationStatusOutput serves as a container for the return parameters of contract
// method GetValidationStatus.
type ValidationRegistryGetValidationStatusOutput struct {
	ValidatorAddress common.Address
	AgentId          *big.Int
	Response         uint8
	ResponseHash     [32]byte
	Tag              string
	LastUpdate       *big.Int
}

// UnpackGetValidationStatus is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xff2febfc.
//
// Solidity: function getValidationStatus(bytes32 requestHash) view returns(address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)
func (validationRegistry *ValidationRegistry) UnpackGetValidationStatus(data []byte) (ValidationRegistryGetValidationStatusOutput, error) {
	out, err := validationRegistry.abi.Unpack("getValidationStatus", data)
	outstruct := new(ValidationRegistryGetValidationStatusOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.ValidatorAddress = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.AgentId = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Response = *abi.ConvertType(out[2], new(uint8)).(*uint8)
	outstruct.ResponseHash = *abi.ConvertType(out[3], new([32]byte)).(*[32]byte)
	outstruct.Tag = *abi.ConvertType(out[4], new(string)).(*string)
	outstruct.LastUpdate = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackGetValidatorRequests is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4bf3158c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getValidatorRequests(address validatorAddress) view returns(bytes32[])
func (validationRegistry *ValidationRegistry) PackGetValidatorRequests(validatorAddress common.Address) []byte {
	enc, err := validationRegistry.abi.Pack("getValidatorRequests", validatorAddress)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetValidatorRequests is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4bf3158c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getValidatorRequests(address validatorAddress) view returns(bytes32[])
func (validationRegistry *ValidationRegistry) TryPackGetValidatorRequests(validatorAddress common.Address) ([]byte, error) {
	return validationRegistry.abi.Pack("getValidatorRequests", validatorAddress)
}

// UnpackGetValidatorRequests is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4bf3158c.
//
// Solidity: function getValidatorRequests(address validatorAddress) view returns(bytes32[])
func (validationRegistry *ValidationRegistry) UnpackGetValidatorRequests(data []byte) ([][32]byte, error) {
	out, err := validationRegistry.abi.Unpack("getValidatorRequests", data)
	if err != nil {
		return *new([][32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([][32]byte)).(*[][32]byte)
	return out0, nil
}

// PackValidationRequest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaaf400c4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function validationRequest(address validatorAddress, uint256 agentId, string requestURI, bytes32 requestHash) returns()
func (validationRegistry *ValidationRegistry) PackValidationRequest(validatorAddress common.Address, agentId *big.Int, requestURI string, requestHash [32]byte) []byte {
	enc, err := validationRegistry.abi.Pack("validationRequest", validatorAddress, agentId, requestURI, requestHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValidationRequest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaaf400c4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function validationRequest(address validatorAddress, uint256 agentId, string requestURI, bytes32 requestHash) returns()
func (validationRegistry *ValidationRegistry) TryPackValidationRequest(validatorAddress common.Address, agentId *big.Int, requestURI string, requestHash [32]byte) ([]byte, error) {
	return validationRegistry.abi.Pack("validationRequest", validatorAddress, agentId, requestURI, requestHash)
}

// PackValidationResponse is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3d659a96.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag) returns()
func (validationRegistry *ValidationRegistry) PackValidationResponse(requestHash [32]byte, response uint8, responseURI string, responseHash [32]byte, tag string) []byte {
	enc, err := validationRegistry.abi.Pack("validationResponse", requestHash, response, responseURI, responseHash, tag)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValidationResponse is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3d659a96.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag) returns()
func (validationRegistry *ValidationRegistry) TryPackValidationResponse(requestHash [32]byte, response uint8, responseURI string, responseHash [32]byte, tag string) ([]byte, error) {
	return validationRegistry.abi.Pack("validationResponse", requestHash, response, responseURI, responseHash, tag)
}

// ValidationRegistryValidationRequest represents a ValidationRequest event raised by the ValidationRegistry contract.
type ValidationRegistryValidationRequest struct {
	ValidatorAddress common.Address
	AgentId          *big.Int
	RequestURI       string
	RequestHash      [32]byte
	Raw              *types.Log // Blockchain specific contextual infos
}

const ValidationRegistryValidationRequestEventName = "ValidationRequest"

// ContractEventName returns the user-defined event name.
func (ValidationRegistryValidationRequest) ContractEventName() string {
	return ValidationRegistryValidationRequestEventName
}

// UnpackValidationRequestEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ValidationRequest(address indexed validatorAddress, uint256 indexed agentId, string requestURI, bytes32 indexed requestHash)
func (validationRegistry *ValidationRegistry) UnpackValidationRequestEvent(log *types.Log) (*ValidationRegistryValidationRequest, error) {
	event := "ValidationRequest"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != validationRegistry.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(ValidationRegistryValidationRequest)
	if len(log.Data) > 0 {
		if err := validationRegistry.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range validationRegistry.abi.Events[event].Inputs {
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

// ValidationRegistryValidationResponse represents a ValidationResponse event raised by the ValidationRegistry contract.
type ValidationRegistryValidationResponse struct {
	ValidatorAddress common.Address
	AgentId          *big.Int
	RequestHash      [32]byte
	Response         uint8
	ResponseURI      string
	ResponseHash     [32]byte
	Tag              string
	Raw              *types.Log // Blockchain specific contextual infos
}

const ValidationRegistryValidationResponseEventName = "ValidationResponse"

// ContractEventName returns the user-defined event name.
func (ValidationRegistryValidationResponse) ContractEventName() string {
	return ValidationRegistryValidationResponseEventName
}

// UnpackValidationResponseEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ValidationResponse(address indexed validatorAddress, uint256 indexed agentId, bytes32 indexed requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)
func (validationRegistry *ValidationRegistry) UnpackValidationResponseEvent(log *types.Log) (*ValidationRegistryValidationResponse, error) {
	event := "ValidationResponse"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != validationRegistry.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(ValidationRegistryValidationResponse)
	if len(log.Data) > 0 {
		if err := validationRegistry.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range validationRegistry.abi.Events[event].Inputs {
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
