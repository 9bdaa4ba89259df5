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

// IDelegationManagerCaveat is an auto generated low-level Go binding around an user-defined struct.
type IDelegationManagerCaveat struct {
	Enforcer common.Address
	Terms    []byte
	Args     []byte
}

// IDelegationManagerDelegation is an auto generated low-level Go binding around an user-defined struct.
type IDelegationManagerDelegation struct {
	Delegate  common.Address
	Delegator common.Address
	Authority [32]byte
	Caveats   []IDelegationManagerCaveat
	Salt      *big.Int
	Signature []byte
}

// DelegationManagerMetaData contains all meta data concerning the DelegationManager contract.
var DelegationManagerMetaData = MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"CannotUseADisabledDelegation\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidAuthority\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidDelegate\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidDelegator\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidEOASignature\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidERC1271Signature\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"delegationHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"authority\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"args\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Caveat[]\",\"name\":\"caveats\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"indexed\":false,\"internalType\":\"structIDelegationManager.Delegation\",\"name\":\"delegation\",\"type\":\"tuple\"}],\"name\":\"DisabledDelegation\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"delegationHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"authority\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"args\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Caveat[]\",\"name\":\"caveats\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"indexed\":false,\"internalType\":\"structIDelegationManager.Delegation\",\"name\":\"delegation\",\"type\":\"tuple\"}],\"name\":\"EnabledDelegation\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"rootDelegator\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"redeemer\",\"type\":\"address\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"authority\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"args\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Caveat[]\",\"name\":\"caveats\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"indexed\":false,\"internalType\":\"structIDelegationManager.Delegation\",\"name\":\"delegation\",\"type\":\"tuple\"}],\"name\":\"RedeemedDelegation\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"ANY_DELEGATE\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"ROOT_AUTHORITY\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"authority\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"args\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Caveat[]\",\"name\":\"caveats\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Delegation\",\"name\":\"delegation\",\"type\":\"tuple\"}],\"name\":\"disableDelegation\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"delegationHash\",\"type\":\"bytes32\"}],\"name\":\"disabledDelegations\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"authority\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"args\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Caveat[]\",\"name\":\"caveats\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Delegation\",\"name\":\"delegation\",\"type\":\"tuple\"}],\"name\":\"enableDelegation\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"delegate\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"authority\",\"type\":\"bytes32\"},{\"components\":[{\"internalType\":\"address\",\"name\":\"enforcer\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"args\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Caveat[]\",\"name\":\"caveats\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"salt\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"internalType\":\"structIDelegationManager.Delegation\",\"name\":\"delegation\",\"type\":\"tuple\"}],\"name\":\"getDelegationHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getDomainHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes[]\",\"name\":\"permissionContexts\",\"type\":\"bytes[]\"},{\"internalType\":\"bytes32[]\",\"name\":\"modes\",\"type\":\"bytes32[]\"},{\"internalType\":\"bytes[]\",\"name\":\"executionCallDatas\",\"type\":\"bytes[]\"}],\"name\":\"redeemDelegations\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "DelegationManager",
}

// DelegationManager is an auto generated Go binding around an Ethereum contract.
type DelegationManager struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DelegationManager) GetABI() abi.ABI {
	return c.abi
}

// NewDelegationManager creates a new instance of DelegationManager.
func NewDelegationManager() *DelegationManager {
	parsed, err := DelegationManagerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DelegationManager{abi: *parsed}
}

// PackANYDELEGATE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58909ebc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ANY_DELEGATE() view returns(address)
func (delegationManager *DelegationManager) PackANYDELEGATE() []byte {
	enc, err := delegationManager.abi.Pack("ANY_DELEGATE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackANYDELEGATE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58909ebc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ANY_DELEGATE() view returns(address)
func (delegationManager *DelegationManager) TryPackANYDELEGATE() ([]byte, error) {
	return delegationManager.abi.Pack("ANY_DELEGATE")
}

// UnpackANYDELEGATE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x58909ebc.
//
// Solidity: function ANY_DELEGATE() view returns(address)
func (delegationManager *DelegationManager) UnpackANYDELEGATE(data []byte) (common.Address, error) {
	out, err := delegationManager.abi.Unpack("ANY_DELEGATE", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackROOTAUTHORITY is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1b13cac2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROOT_AUTHORITY() view returns(bytes32)
func (delegationManager *DelegationManager) PackROOTAUTHORITY() []byte {
	enc, err := delegationManager.abi.Pack("ROOT_AUTHORITY")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackROOTAUTHORITY is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1b13cac2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ROOT_AUTHORITY() view returns(bytes32)
func (delegationManager *DelegationManager) TryPackROOTAUTHORITY() ([]byte, error) {
	return delegationManager.abi.Pack("ROOT_AUTHORITY")
}

// UnpackROOTAUTHORITY is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1b13cac2.
//
// Solidity: function ROOT_AUTHORITY() view returns(bytes32)
func (delegationManager *DelegationManager) UnpackROOTAUTHORITY(data []byte) ([32]byte, error) {
	out, err := delegationManager.abi.Unpack("ROOT_AUTHORITY", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackDisableDelegation is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49934047.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) returns()
func (delegationManager *DelegationManager) PackDisableDelegation(delegation IDelegationManagerDelegation) []byte {
	enc, err := delegationManager.abi.Pack("disableDelegation", delegation)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDisableDelegation is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49934047.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) returns()
func (delegationManager *DelegationManager) TryPackDisableDelegation(delegation IDelegationManagerDelegation) ([]byte, error) {
	return delegationManager.abi.Pack("disableDelegation", delegation)
}

// PackDisabledDelegations is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2d40d052.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function disabledDelegations(bytes32 delegationHash) view returns(bool)
func (delegationManager *DelegationManager) PackDisabledDelegations(delegationHash [32]byte) []byte {
	enc, err := delegationManager.abi.Pack("disabledDelegations", delegationHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDisabledDelegations is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2d40d052.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function disabledDelegations(bytes32 delegationHash) view returns(bool)
func (delegationManager *DelegationManager) TryPackDisabledDelegations(delegationHash [32]byte) ([]byte, error) {
	return delegationManager.abi.Pack("disabledDelegations", delegationHash)
}

// UnpackDisabledDelegations is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2d40d052.
//
// Solidity: function disabledDelegations(bytes32 delegationHash) view returns(bool)
func (delegationManager *DelegationManager) UnpackDisabledDelegations(data []byte) (bool, error) {
	out, err := delegationManager.abi.Unpack("disabledDelegations", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackEnableDelegation is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3ed01015.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function enableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) returns()
func (delegationManager *DelegationManager) PackEnableDelegation(delegation IDelegationManagerDelegation) []byte {
	enc, err := delegationManager.abi.Pack("enableDelegation", delegation)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEnableDelegation is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3ed01015.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function enableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) returns()
func (delegationManager *DelegationManager) TryPackEnableDelegation(delegation IDelegationManagerDelegation) ([]byte, error) {
	return delegationManager.abi.Pack("enableDelegation", delegation)
}

// PackGetDelegationHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x66134607.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getDelegationHash((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) pure returns(bytes32)
func (delegationManager *DelegationManager) PackGetDelegationHash(delegation IDelegationManagerDelegation) []byte {
	enc, err := delegationManager.abi.Pack("getDelegationHash", delegation)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetDelegationHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x66134607.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getDelegationHash((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) pure returns(bytes32)
func (delegationManager *DelegationManager) TryPackGetDelegationHash(delegation IDelegationManagerDelegation) ([]byte, error) {
	return delegationManager.abi.Pack("getDelegationHash", delegation)
}

// UnpackGetDelegationHash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x66134607.
//
// Solidity: function getDelegationHash((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation) pure returns(bytes32)
func (delegationManager *DelegationManager) UnpackGetDelegationHash(data []byte) ([32]byte, error) {
	out, err := delegationManager.abi.Unpack("getDelegationHash", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetDomainHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x83ebb771.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getDomainHash() view returns(bytes32)
func (delegationManager *DelegationManager) PackGetDomainHash() []byte {
	enc, err := delegationManager.abi.Pack("getDomainHash")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetDomainHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x83ebb771.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getDomainHash() view returns(bytes32)
func (delegationManager *DelegationManager) TryPackGetDomainHash() ([]byte, error) {
	return delegationManager.abi.Pack("getDomainHash")
}

// UnpackGetDomainHash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x83ebb771.
//
// Solidity: function getDomainHash() view returns(bytes32)
func (delegationManager *DelegationManager) UnpackGetDomainHash(data []byte) ([32]byte, error) {
	out, err := delegationManager.abi.Unpack("getDomainHash", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (delegationManager *DelegationManager) PackOwner() []byte {
	enc, err := delegationManager.abi.Pack("owner")
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
func (delegationManager *DelegationManager) TryPackOwner() ([]byte, error) {
	return delegationManager.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (delegationManager *DelegationManager) UnpackOwner(data []byte) (common.Address, error) {
	out, err := delegationManager.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRedeemDelegations is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcef6d209.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas) returns()
func (delegationManager *DelegationManager) PackRedeemDelegations(permissionContexts [][]byte, modes [][32]byte, executionCallDatas [][]byte) []byte {
	enc, err := delegationManager.abi.Pack("redeemDelegations", permissionContexts, modes, executionCallDatas)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRedeemDelegations is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcef6d209.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas) returns()
func (delegationManager *DelegationManager) TryPackRedeemDelegations(permissionContexts [][]byte, modes [][32]byte, executionCallDatas [][]byte) ([]byte, error) {
	return delegationManager.abi.Pack("redeemDelegations", permissionContexts, modes, executionCallDatas)
}

// DelegationManagerDisabledDelegation represents a DisabledDelegation event raised by the DelegationManager contract.
type DelegationManagerDisabledDelegation struct {
	DelegationHash [32]byte
	Delegator      common.Address
	Delegate       common.Address
	Delegation     IDelegationManagerDelegation
	Raw            *types.Log // Blockchain specific contextual infos
}

const DelegationManagerDisabledDelegationEventName = "DisabledDelegation"

// ContractEventName returns the user-defined event name.
func (DelegationManagerDisabledDelegation) ContractEventName() string {
	return DelegationManagerDisabledDelegationEventName
}

// UnpackDisabledDelegationEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DisabledDelegation(bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, (address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation)
func (delegationManager *DelegationManager) UnpackDisabledDelegationEvent(log *types.Log) (*DelegationManagerDisabledDelegation, error) {
	event := "DisabledDelegation"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != delegationManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(DelegationManagerDisabledDelegation)
	if len(log.Data) > 0 {
		if err := delegationManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range delegationManager.abi.Events[event].Inputs {
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

// DelegationManagerEnabledDelegation represents a EnabledDelegation event raised by the DelegationManager contract.
type DelegationManagerEnabledDelegation struct {
	DelegationHash [32]byte
	Delegator      common.Address
	Delegate       common.Address
	Delegation     IDelegationManagerDelegation
	Raw            *types.Log // Blockchain specific contextual infos
}

const DelegationManagerEnabledDelegationEventName = "EnabledDelegation"

// ContractEventName returns the user-defined event name.
func (DelegationManagerEnabledDelegation) ContractEventName() string {
	return DelegationManagerEnabledDelegationEventName
}

// UnpackEnabledDelegationEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EnabledDelegation(bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, (address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation)
func (delegationManager *DelegationManager) UnpackEnabledDelegationEvent(log *types.Log) (*DelegationManagerEnabledDelegation, error) {
	event := "EnabledDelegation"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != delegationManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(DelegationManagerEnabledDelegation)
	if len(log.Data) > 0 {
		if err := delegationManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range delegationManager.abi.Events[event].Inputs {
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

// DelegationManagerRedeemedDelegation represents a RedeemedDelegation event raised by the DelegationManager contract.
type DelegationManagerRedeemedDelegation struct {
	RootDelegator common.Address
	Redeemer      common.Address
	Delegation    IDelegationManagerDelegation
	Raw           *types.Log // Blockchain specific contextual infos
}

const DelegationManagerRedeemedDelegationEventName = "RedeemedDelegation"

// ContractEventName returns the user-defined event name.
func (DelegationManagerRedeemedDelegation) ContractEventName() string {
	return DelegationManagerRedeemedDelegationEventName
}

// UnpackRedeemedDelegationEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RedeemedDelegation(address indexed rootDelegator, address indexed redeemer, (address,address,bytes32,(address,bytes,bytes)[],uint256,bytes) delegation)
func (delegationManager *DelegationManager) UnpackRedeemedDelegationEvent(log *types.Log) (*DelegationManagerRedeemedDelegation, error) {
	event := "RedeemedDelegation"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != delegationManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(DelegationManagerRedeemedDelegation)
	if len(log.Data) > 0 {
		if err := delegationManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range delegationManager.abi.Events[event].Inputs {
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

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (delegationManager *DelegationManager) UnpackError(raw []byte) (any, error) {
	if len(raw) < 4 {
		return nil, errors.New("no selector")
	}
	if bytes.Equal(raw[:4], delegationManager.abi.Errors["CannotUseADisabledDelegation"].ID.Bytes()[:4]) {
		return delegationManager.UnpackCannotUseADisabledDelegationError(raw[4:])
	}
	if bytes.Equal(raw[:4], delegationManager.abi.Errors["InvalidAuthority"].ID.Bytes()[:4]) {
		return delegationManager.UnpackInvalidAuthorityError(raw[4:])
	}
	if bytes.Equal(raw[:4], delegationManager.abi.Errors["InvalidDelegate"].ID.Bytes()[:4]) {
		return delegationManager.UnpackInvalidDelegateError(raw[4:])
	}
	if bytes.Equal(raw[:4], delegationManager.abi.Errors["InvalidDelegator"].ID.Bytes()[:4]) {
		return delegationManager.UnpackInvalidDelegatorError(raw[4:])
	}
	if bytes.Equal(raw[:4], delegationManager.abi.Errors["InvalidEOASignature"].ID.Bytes()[:4]) {
		return delegationManager.UnpackInvalidEOASignatureError(raw[4:])
	}
	if bytes.Equal(raw[:4], delegationManager.abi.Errors["InvalidERC1271Signature"].ID.Bytes()[:4]) {
		return delegationManager.UnpackInvalidERC1271SignatureError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// DelegationManagerCannotUseADisabledDelegation represents a CannotUseADisabledDelegation error raised by the DelegationManager contract.
type DelegationManagerCannotUseADisabledDelegation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error CannotUseADisabledDelegation()
func DelegationManagerCannotUseADisabledDelegationErrorID() common.Hash {
	return common.HexToHash("0x05baa05277e8eccf854cad30e2db806a0eba152b36697c89c636d375cccec4a0")
}

// UnpackCannotUseADisabledDelegationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error CannotUseADisabledDelegation()
func (delegationManager *DelegationManager) UnpackCannotUseADisabledDelegationError(raw []byte) (*DelegationManagerCannotUseADisabledDelegation, error) {
	out := new(DelegationManagerCannotUseADisabledDelegation)
	if err := delegationManager.abi.UnpackIntoInterface(out, "CannotUseADisabledDelegation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// DelegationManagerInvalidAuthority represents a InvalidAuthority error raised by the DelegationManager contract.
type DelegationManagerInvalidAuthority struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidAuthority()
func DelegationManagerInvalidAuthorityErrorID() common.Hash {
	return common.HexToHash("0xded4370e8a759ebcd9b2769a1dec1102b96adaa29fb7db4b3249e6d83a065329")
}

// UnpackInvalidAuthorityError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidAuthority()
func (delegationManager *DelegationManager) UnpackInvalidAuthorityError(raw []byte) (*DelegationManagerInvalidAuthority, error) {
	out := new(DelegationManagerInvalidAuthority)
	if err := delegationManager.abi.UnpackIntoInterface(out, "InvalidAuthority", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// DelegationManagerInvalidDelegate represents a InvalidDelegate error raised by the DelegationManager contract.
type DelegationManagerInvalidDelegate struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidDelegate()
func DelegationManagerInvalidDelegateErrorID() common.Hash {
	return common.HexToHash("0xb586360471a7eb6ea5d582cccfa02c084edced2a2f8845574db217111c06df11")
}

// UnpackInvalidDelegateError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidDelegate()
func (delegationManager *DelegationManager) UnpackInvalidDelegateError(raw []byte) (*DelegationManagerInvalidDelegate, error) {
	out := new(DelegationManagerInvalidDelegate)
	if err := delegationManager.abi.UnpackIntoInterface(out, "InvalidDelegate", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// DelegationManagerInvalidDelegator represents a InvalidDelegator error raised by the DelegationManager contract.
type DelegationManagerInvalidDelegator struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidDelegator()
func DelegationManagerInvalidDelegatorErrorID() common.Hash {
	return common.HexToHash("0xb9f0f171cd404c8c5cc9943d60966d64de0cd7b803c221dea8d1f1b85443edad")
}

// UnpackInvalidDelegatorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidDelegator()
func (delegationManager *DelegationManager) UnpackInvalidDelegatorError(raw []byte) (*DelegationManagerInvalidDelegator, error) {
	out := new(DelegationManagerInvalidDelegator)
	if err := delegationManager.abi.UnpackIntoInterface(out, "InvalidDelegator", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// DelegationManagerInvalidEOASignature represents a InvalidEOASignature error raised by the DelegationManager contract.
type DelegationManagerInvalidEOASignature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidEOASignature()
func DelegationManagerInvalidEOASignatureErrorID() common.Hash {
	return common.HexToHash("0x3db6791c92f2f98a4c5089ae0c38ec143756a2d11113818f50a7533a0dff173e")
}

// UnpackInvalidEOASignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidEOASignature()
func (delegationManager *DelegationManager) UnpackInvalidEOASignatureError(raw []byte) (*DelegationManagerInvalidEOASignature, error) {
	out := new(DelegationManagerInvalidEOASignature)
	if err := delegationManager.abi.UnpackIntoInterface(out, "InvalidEOASignature", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// DelegationManagerInvalidERC1271Signature represents a InvalidERC1271Signature error raised by the DelegationManager contract.
type DelegationManagerInvalidERC1271Signature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidERC1271Signature()
func DelegationManagerInvalidERC1271SignatureErrorID() common.Hash {
	return common.HexToHash("0x155ff4271db2b04401232840748b0b704a56b802ddf9e0085c7d2b28b0a289f9")
}

// UnpackInvalidERC1271SignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidERC1271Signature()
func (delegationManager *DelegationManager) UnpackInvalidERC1271SignatureError(raw []byte) (*DelegationManagerInvalidERC1271Signature, error) {
	out := new(DelegationManagerInvalidERC1271Signature)
	if err := delegationManager.abi.UnpackIntoInterface(out, "InvalidERC1271Signature", raw); err != nil {
		return nil, err
	}
	return out, nil
}
