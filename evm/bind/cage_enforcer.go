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

// CageEnforcerMetaData contains all meta data concerning the CageEnforcer contract.
var CageEnforcerMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"manager_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"balance\",\"type\":\"uint256\"}],\"name\":\"AllowanceTooLarge\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"contractPolicyCage\",\"name\":\"cage\",\"type\":\"address\"}],\"name\":\"AlreadyBound\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"asset\",\"type\":\"address\"}],\"name\":\"AssetNotApproved\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"BadTerms\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"calls\",\"type\":\"uint256\"}],\"name\":\"BatchNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"enumCageDeed\",\"name\":\"deed\",\"type\":\"uint8\"}],\"name\":\"DeedNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"DestinationNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"health\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"least\",\"type\":\"uint256\"}],\"name\":\"HealthTooLow\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"MalformedCall\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"mode\",\"type\":\"bytes32\"}],\"name\":\"ModeNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"moved\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"validated\",\"type\":\"uint256\"}],\"name\":\"MovedMore\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"NativeValueNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"NoReader\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"position\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"owed0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"owed1\",\"type\":\"uint256\"}],\"name\":\"NotCollected\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"}],\"name\":\"NotTheAccount\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotTheManager\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"worth0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"worth1\",\"type\":\"uint256\"}],\"name\":\"PoolPriceAway\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"ProtocolNotApproved\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"Reentered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"SelectorNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"given\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"received\",\"type\":\"uint256\"}],\"name\":\"UnitsLost\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"contractPolicyCage\",\"name\":\"cage\",\"type\":\"address\"}],\"name\":\"Bound\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"afterAllHook\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"afterHook\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"beforeAllHook\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"mode\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"execution\",\"type\":\"bytes\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"delegator\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"beforeHook\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"contractPolicyCage\",\"name\":\"cage\",\"type\":\"address\"}],\"name\":\"bind\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"cages\",\"outputs\":[{\"internalType\":\"contractPolicyCage\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"terms\",\"type\":\"bytes\"}],\"name\":\"getTermsInfo\",\"outputs\":[{\"internalType\":\"contractPolicyCage\",\"name\":\"cage\",\"type\":\"address\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"manager\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"contractPolicyCage\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"names\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "CageEnforcer",
}

// CageEnforcer is an auto generated Go binding around an Ethereum contract.
type CageEnforcer struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *CageEnforcer) GetABI() abi.ABI {
	return c.abi
}

// NewCageEnforcer creates a new instance of CageEnforcer.
func NewCageEnforcer() *CageEnforcer {
	parsed, err := CageEnforcerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &CageEnforcer{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address manager_) returns()
func (cageEnforcer *CageEnforcer) PackConstructor(manager_ common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("", manager_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAfterAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xed463367.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function afterAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) returns()
func (cageEnforcer *CageEnforcer) PackAfterAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("afterAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAfterAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xed463367.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function afterAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) returns()
func (cageEnforcer *CageEnforcer) TryPackAfterAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) ([]byte, error) {
	return cageEnforcer.abi.Pack("afterAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
}

// PackAfterHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3eddcc5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function afterHook(bytes terms, bytes , bytes32 , bytes , bytes32 , address delegator, address ) returns()
func (cageEnforcer *CageEnforcer) PackAfterHook(terms []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, delegator common.Address, arg6 common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("afterHook", terms, arg1, arg2, arg3, arg4, delegator, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAfterHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3eddcc5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function afterHook(bytes terms, bytes , bytes32 , bytes , bytes32 , address delegator, address ) returns()
func (cageEnforcer *CageEnforcer) TryPackAfterHook(terms []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, delegator common.Address, arg6 common.Address) ([]byte, error) {
	return cageEnforcer.abi.Pack("afterHook", terms, arg1, arg2, arg3, arg4, delegator, arg6)
}

// PackBeforeAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x414c3e33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beforeAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) returns()
func (cageEnforcer *CageEnforcer) PackBeforeAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("beforeAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeforeAllHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x414c3e33.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beforeAllHook(bytes , bytes , bytes32 , bytes , bytes32 , address , address ) returns()
func (cageEnforcer *CageEnforcer) TryPackBeforeAllHook(arg0 []byte, arg1 []byte, arg2 [32]byte, arg3 []byte, arg4 [32]byte, arg5 common.Address, arg6 common.Address) ([]byte, error) {
	return cageEnforcer.abi.Pack("beforeAllHook", arg0, arg1, arg2, arg3, arg4, arg5, arg6)
}

// PackBeforeHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa145832a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beforeHook(bytes terms, bytes , bytes32 mode, bytes execution, bytes32 , address delegator, address ) returns()
func (cageEnforcer *CageEnforcer) PackBeforeHook(terms []byte, arg1 []byte, mode [32]byte, execution []byte, arg4 [32]byte, delegator common.Address, arg6 common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("beforeHook", terms, arg1, mode, execution, arg4, delegator, arg6)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeforeHook is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa145832a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beforeHook(bytes terms, bytes , bytes32 mode, bytes execution, bytes32 , address delegator, address ) returns()
func (cageEnforcer *CageEnforcer) TryPackBeforeHook(terms []byte, arg1 []byte, mode [32]byte, execution []byte, arg4 [32]byte, delegator common.Address, arg6 common.Address) ([]byte, error) {
	return cageEnforcer.abi.Pack("beforeHook", terms, arg1, mode, execution, arg4, delegator, arg6)
}

// PackBind is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x81bac14f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function bind(address cage) returns()
func (cageEnforcer *CageEnforcer) PackBind(cage common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("bind", cage)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBind is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x81bac14f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function bind(address cage) returns()
func (cageEnforcer *CageEnforcer) TryPackBind(cage common.Address) ([]byte, error) {
	return cageEnforcer.abi.Pack("bind", cage)
}

// PackCages is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x88d9b4da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cages(address account) view returns(address)
func (cageEnforcer *CageEnforcer) PackCages(account common.Address) []byte {
	enc, err := cageEnforcer.abi.Pack("cages", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCages is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x88d9b4da.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cages(address account) view returns(address)
func (cageEnforcer *CageEnforcer) TryPackCages(account common.Address) ([]byte, error) {
	return cageEnforcer.abi.Pack("cages", account)
}

// UnpackCages is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x88d9b4da.
//
// Solidity: function cages(address account) view returns(address)
func (cageEnforcer *CageEnforcer) UnpackCages(data []byte) (common.Address, error) {
	out, err := cageEnforcer.abi.Unpack("cages", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetTermsInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb99deb0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTermsInfo(bytes terms) pure returns(address cage)
func (cageEnforcer *CageEnforcer) PackGetTermsInfo(terms []byte) []byte {
	enc, err := cageEnforcer.abi.Pack("getTermsInfo", terms)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetTermsInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb99deb0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getTermsInfo(bytes terms) pure returns(address cage)
func (cageEnforcer *CageEnforcer) TryPackGetTermsInfo(terms []byte) ([]byte, error) {
	return cageEnforcer.abi.Pack("getTermsInfo", terms)
}

// UnpackGetTermsInfo is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb99deb0e.
//
// Solidity: function getTermsInfo(bytes terms) pure returns(address cage)
func (cageEnforcer *CageEnforcer) UnpackGetTermsInfo(data []byte) (common.Address, error) {
	out, err := cageEnforcer.abi.Unpack("getTermsInfo", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x481c6a75.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function manager() view returns(address)
func (cageEnforcer *CageEnforcer) PackManager() []byte {
	enc, err := cageEnforcer.abi.Pack("manager")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x481c6a75.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function manager() view returns(address)
func (cageEnforcer *CageEnforcer) TryPackManager() ([]byte, error) {
	return cageEnforcer.abi.Pack("manager")
}

// UnpackManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x481c6a75.
//
// Solidity: function manager() view returns(address)
func (cageEnforcer *CageEnforcer) UnpackManager(data []byte) (common.Address, error) {
	out, err := cageEnforcer.abi.Unpack("manager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackNames is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x612d54ec.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function names(address , bytes32 ) view returns(uint256)
func (cageEnforcer *CageEnforcer) PackNames(arg0 common.Address, arg1 [32]byte) []byte {
	enc, err := cageEnforcer.abi.Pack("names", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNames is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x612d54ec.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function names(address , bytes32 ) view returns(uint256)
func (cageEnforcer *CageEnforcer) TryPackNames(arg0 common.Address, arg1 [32]byte) ([]byte, error) {
	return cageEnforcer.abi.Pack("names", arg0, arg1)
}

// UnpackNames is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x612d54ec.
//
// Solidity: function names(address , bytes32 ) view returns(uint256)
func (cageEnforcer *CageEnforcer) UnpackNames(data []byte) (*big.Int, error) {
	out, err := cageEnforcer.abi.Unpack("names", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// CageEnforcerBound represents a Bound event raised by the CageEnforcer contract.
type CageEnforcerBound struct {
	Account common.Address
	Cage    common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const CageEnforcerBoundEventName = "Bound"

// ContractEventName returns the user-defined event name.
func (CageEnforcerBound) ContractEventName() string {
	return CageEnforcerBoundEventName
}

// UnpackBoundEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Bound(address indexed account, address cage)
func (cageEnforcer *CageEnforcer) UnpackBoundEvent(log *types.Log) (*CageEnforcerBound, error) {
	event := "Bound"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != cageEnforcer.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(CageEnforcerBound)
	if len(log.Data) > 0 {
		if err := cageEnforcer.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range cageEnforcer.abi.Events[event].Inputs {
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
func (cageEnforcer *CageEnforcer) UnpackError(raw []byte) (any, error) {
	if len(raw) < 4 {
		return nil, errors.New("no selector")
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["AllowanceTooLarge"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackAllowanceTooLargeError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["AlreadyBound"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackAlreadyBoundError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["AssetNotApproved"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackAssetNotApprovedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["BadTerms"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackBadTermsError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["BatchNotAllowed"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackBatchNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["DeedNotAllowed"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackDeedNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["DestinationNotAllowed"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackDestinationNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["HealthTooLow"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackHealthTooLowError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["MalformedCall"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackMalformedCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["ModeNotAllowed"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackModeNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["MovedMore"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackMovedMoreError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["NativeValueNotAllowed"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackNativeValueNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["NoReader"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackNoReaderError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["NotCollected"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackNotCollectedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["NotTheAccount"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackNotTheAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["NotTheManager"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackNotTheManagerError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["PoolPriceAway"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackPoolPriceAwayError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["ProtocolNotApproved"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackProtocolNotApprovedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["Reentered"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackReenteredError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["SelectorNotAllowed"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackSelectorNotAllowedError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageEnforcer.abi.Errors["UnitsLost"].ID.Bytes()[:4]) {
		return cageEnforcer.UnpackUnitsLostError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// CageEnforcerAllowanceTooLarge represents a AllowanceTooLarge error raised by the CageEnforcer contract.
type CageEnforcerAllowanceTooLarge struct {
	Token   common.Address
	Amount  *big.Int
	Balance *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AllowanceTooLarge(address token, uint256 amount, uint256 balance)
func CageEnforcerAllowanceTooLargeErrorID() common.Hash {
	return common.HexToHash("0x5ec2727634e41b147bbff9f717cb21e97f572fd1058b83b6fc2ff96a6402591e")
}

// UnpackAllowanceTooLargeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AllowanceTooLarge(address token, uint256 amount, uint256 balance)
func (cageEnforcer *CageEnforcer) UnpackAllowanceTooLargeError(raw []byte) (*CageEnforcerAllowanceTooLarge, error) {
	out := new(CageEnforcerAllowanceTooLarge)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "AllowanceTooLarge", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerAlreadyBound represents a AlreadyBound error raised by the CageEnforcer contract.
type CageEnforcerAlreadyBound struct {
	Cage common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AlreadyBound(address cage)
func CageEnforcerAlreadyBoundErrorID() common.Hash {
	return common.HexToHash("0x21225470cdd5d4b5360ee645077cb5194864747ddd72153f9287372ad09ecfbe")
}

// UnpackAlreadyBoundError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AlreadyBound(address cage)
func (cageEnforcer *CageEnforcer) UnpackAlreadyBoundError(raw []byte) (*CageEnforcerAlreadyBound, error) {
	out := new(CageEnforcerAlreadyBound)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "AlreadyBound", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerAssetNotApproved represents a AssetNotApproved error raised by the CageEnforcer contract.
type CageEnforcerAssetNotApproved struct {
	Asset common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AssetNotApproved(address asset)
func CageEnforcerAssetNotApprovedErrorID() common.Hash {
	return common.HexToHash("0xa6e7da23c7e08f18ab06caabd41f1c1425c6dc2e62b8b004578ba15ea9a9285b")
}

// UnpackAssetNotApprovedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AssetNotApproved(address asset)
func (cageEnforcer *CageEnforcer) UnpackAssetNotApprovedError(raw []byte) (*CageEnforcerAssetNotApproved, error) {
	out := new(CageEnforcerAssetNotApproved)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "AssetNotApproved", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerBadTerms represents a BadTerms error raised by the CageEnforcer contract.
type CageEnforcerBadTerms struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BadTerms()
func CageEnforcerBadTermsErrorID() common.Hash {
	return common.HexToHash("0x8dc599212cab654299a2bf31d0baab479b0ef032e5276a7206a05bbb2910ec06")
}

// UnpackBadTermsError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BadTerms()
func (cageEnforcer *CageEnforcer) UnpackBadTermsError(raw []byte) (*CageEnforcerBadTerms, error) {
	out := new(CageEnforcerBadTerms)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "BadTerms", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerBatchNotAllowed represents a BatchNotAllowed error raised by the CageEnforcer contract.
type CageEnforcerBatchNotAllowed struct {
	Calls *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error BatchNotAllowed(uint256 calls)
func CageEnforcerBatchNotAllowedErrorID() common.Hash {
	return common.HexToHash("0x94d3d7d872e129a6de38b89196de6e84bb5b4ae087bc7f4f865f132d156e1880")
}

// UnpackBatchNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error BatchNotAllowed(uint256 calls)
func (cageEnforcer *CageEnforcer) UnpackBatchNotAllowedError(raw []byte) (*CageEnforcerBatchNotAllowed, error) {
	out := new(CageEnforcerBatchNotAllowed)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "BatchNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerDeedNotAllowed represents a DeedNotAllowed error raised by the CageEnforcer contract.
type CageEnforcerDeedNotAllowed struct {
	Target common.Address
	Deed   uint8
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DeedNotAllowed(address target, uint8 deed)
func CageEnforcerDeedNotAllowedErrorID() common.Hash {
	return common.HexToHash("0x6674229b56a31b2f28da30eba7e74a9db486e23b1b7ee3cecc55c17cb668aae0")
}

// UnpackDeedNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DeedNotAllowed(address target, uint8 deed)
func (cageEnforcer *CageEnforcer) UnpackDeedNotAllowedError(raw []byte) (*CageEnforcerDeedNotAllowed, error) {
	out := new(CageEnforcerDeedNotAllowed)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "DeedNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerDestinationNotAllowed represents a DestinationNotAllowed error raised by the CageEnforcer contract.
type CageEnforcerDestinationNotAllowed struct {
	To common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error DestinationNotAllowed(address to)
func CageEnforcerDestinationNotAllowedErrorID() common.Hash {
	return common.HexToHash("0x821cf3bd69ac320f60e76eb3361f71a5b079cba9f4cd62a84a88c841bc64f95c")
}

// UnpackDestinationNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error DestinationNotAllowed(address to)
func (cageEnforcer *CageEnforcer) UnpackDestinationNotAllowedError(raw []byte) (*CageEnforcerDestinationNotAllowed, error) {
	out := new(CageEnforcerDestinationNotAllowed)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "DestinationNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerHealthTooLow represents a HealthTooLow error raised by the CageEnforcer contract.
type CageEnforcerHealthTooLow struct {
	Health *big.Int
	Least  *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error HealthTooLow(uint256 health, uint256 least)
func CageEnforcerHealthTooLowErrorID() common.Hash {
	return common.HexToHash("0x12feef53140ecb37b9fdd5a9861462fef3d38bdc46ace7018f3392b310e977c4")
}

// UnpackHealthTooLowError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error HealthTooLow(uint256 health, uint256 least)
func (cageEnforcer *CageEnforcer) UnpackHealthTooLowError(raw []byte) (*CageEnforcerHealthTooLow, error) {
	out := new(CageEnforcerHealthTooLow)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "HealthTooLow", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerMalformedCall represents a MalformedCall error raised by the CageEnforcer contract.
type CageEnforcerMalformedCall struct {
	Target   common.Address
	Selector [4]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error MalformedCall(address target, bytes4 selector)
func CageEnforcerMalformedCallErrorID() common.Hash {
	return common.HexToHash("0x3047bdb47794794633be41df079a5fba59789eebc9476427217f012b3e9148ed")
}

// UnpackMalformedCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error MalformedCall(address target, bytes4 selector)
func (cageEnforcer *CageEnforcer) UnpackMalformedCallError(raw []byte) (*CageEnforcerMalformedCall, error) {
	out := new(CageEnforcerMalformedCall)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "MalformedCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerModeNotAllowed represents a ModeNotAllowed error raised by the CageEnforcer contract.
type CageEnforcerModeNotAllowed struct {
	Mode [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ModeNotAllowed(bytes32 mode)
func CageEnforcerModeNotAllowedErrorID() common.Hash {
	return common.HexToHash("0x83456a378b79b49e6fb93068ccd5a3bba17108da5fd2f4c62f5c134da688d8a6")
}

// UnpackModeNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ModeNotAllowed(bytes32 mode)
func (cageEnforcer *CageEnforcer) UnpackModeNotAllowedError(raw []byte) (*CageEnforcerModeNotAllowed, error) {
	out := new(CageEnforcerModeNotAllowed)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "ModeNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerMovedMore represents a MovedMore error raised by the CageEnforcer contract.
type CageEnforcerMovedMore struct {
	Token     common.Address
	Moved     *big.Int
	Validated *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error MovedMore(address token, uint256 moved, uint256 validated)
func CageEnforcerMovedMoreErrorID() common.Hash {
	return common.HexToHash("0x46e9937f71b5ce987bc225273053fbf471f753ec73c3e9117948cf6198734e3e")
}

// UnpackMovedMoreError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error MovedMore(address token, uint256 moved, uint256 validated)
func (cageEnforcer *CageEnforcer) UnpackMovedMoreError(raw []byte) (*CageEnforcerMovedMore, error) {
	out := new(CageEnforcerMovedMore)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "MovedMore", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerNativeValueNotAllowed represents a NativeValueNotAllowed error raised by the CageEnforcer contract.
type CageEnforcerNativeValueNotAllowed struct {
	Target common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NativeValueNotAllowed(address target)
func CageEnforcerNativeValueNotAllowedErrorID() common.Hash {
	return common.HexToHash("0x1838be41b8fe1e872103417fa44bb5e7b4b6a745c69ceb1c028bfa6bc67be604")
}

// UnpackNativeValueNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NativeValueNotAllowed(address target)
func (cageEnforcer *CageEnforcer) UnpackNativeValueNotAllowedError(raw []byte) (*CageEnforcerNativeValueNotAllowed, error) {
	out := new(CageEnforcerNativeValueNotAllowed)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "NativeValueNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerNoReader represents a NoReader error raised by the CageEnforcer contract.
type CageEnforcerNoReader struct {
	Target common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NoReader(address target)
func CageEnforcerNoReaderErrorID() common.Hash {
	return common.HexToHash("0x01b7f6ded804b10d8ad2086d9f668d6e4953b32bee7fbc28a0660cd1dcfc2fba")
}

// UnpackNoReaderError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NoReader(address target)
func (cageEnforcer *CageEnforcer) UnpackNoReaderError(raw []byte) (*CageEnforcerNoReader, error) {
	out := new(CageEnforcerNoReader)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "NoReader", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerNotCollected represents a NotCollected error raised by the CageEnforcer contract.
type CageEnforcerNotCollected struct {
	Position *big.Int
	Owed0    *big.Int
	Owed1    *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotCollected(uint256 position, uint256 owed0, uint256 owed1)
func CageEnforcerNotCollectedErrorID() common.Hash {
	return common.HexToHash("0x128ba1a6ddd7849649a0140359510f1f307043c00171fee7982aaf438c24b2d8")
}

// UnpackNotCollectedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotCollected(uint256 position, uint256 owed0, uint256 owed1)
func (cageEnforcer *CageEnforcer) UnpackNotCollectedError(raw []byte) (*CageEnforcerNotCollected, error) {
	out := new(CageEnforcerNotCollected)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "NotCollected", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerNotTheAccount represents a NotTheAccount error raised by the CageEnforcer contract.
type CageEnforcerNotTheAccount struct {
	Delegator common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotTheAccount(address delegator)
func CageEnforcerNotTheAccountErrorID() common.Hash {
	return common.HexToHash("0x566dcfbfc7e51f51866a7fa8c171128230ae7c1e96e8eb3d6f0f4c15f75bb648")
}

// UnpackNotTheAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotTheAccount(address delegator)
func (cageEnforcer *CageEnforcer) UnpackNotTheAccountError(raw []byte) (*CageEnforcerNotTheAccount, error) {
	out := new(CageEnforcerNotTheAccount)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "NotTheAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerNotTheManager represents a NotTheManager error raised by the CageEnforcer contract.
type CageEnforcerNotTheManager struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotTheManager()
func CageEnforcerNotTheManagerErrorID() common.Hash {
	return common.HexToHash("0x1f972375158e4f9f10d6ae3ca17fbb7a71d4b9cc7fb75e78c3fb5cb83e0fa0a3")
}

// UnpackNotTheManagerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotTheManager()
func (cageEnforcer *CageEnforcer) UnpackNotTheManagerError(raw []byte) (*CageEnforcerNotTheManager, error) {
	out := new(CageEnforcerNotTheManager)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "NotTheManager", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerPoolPriceAway represents a PoolPriceAway error raised by the CageEnforcer contract.
type CageEnforcerPoolPriceAway struct {
	Pool   common.Address
	Worth0 *big.Int
	Worth1 *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error PoolPriceAway(address pool, uint256 worth0, uint256 worth1)
func CageEnforcerPoolPriceAwayErrorID() common.Hash {
	return common.HexToHash("0x7d9a98b1440fdce7aca1033d24afb57a5322916811d69d8d2ba8fa7ad48c9d2c")
}

// UnpackPoolPriceAwayError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error PoolPriceAway(address pool, uint256 worth0, uint256 worth1)
func (cageEnforcer *CageEnforcer) UnpackPoolPriceAwayError(raw []byte) (*CageEnforcerPoolPriceAway, error) {
	out := new(CageEnforcerPoolPriceAway)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "PoolPriceAway", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerProtocolNotApproved represents a ProtocolNotApproved error raised by the CageEnforcer contract.
type CageEnforcerProtocolNotApproved struct {
	Target common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ProtocolNotApproved(address target)
func CageEnforcerProtocolNotApprovedErrorID() common.Hash {
	return common.HexToHash("0xc200f9afaee658400525147d5c1964076a7751745e6927854a550dfde389f1ce")
}

// UnpackProtocolNotApprovedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ProtocolNotApproved(address target)
func (cageEnforcer *CageEnforcer) UnpackProtocolNotApprovedError(raw []byte) (*CageEnforcerProtocolNotApproved, error) {
	out := new(CageEnforcerProtocolNotApproved)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "ProtocolNotApproved", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerReentered represents a Reentered error raised by the CageEnforcer contract.
type CageEnforcerReentered struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error Reentered()
func CageEnforcerReenteredErrorID() common.Hash {
	return common.HexToHash("0xb5dfd9e53a10d4d747ca3de749b98baf23546e800cbacdb1dbc28233e586d1ee")
}

// UnpackReenteredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error Reentered()
func (cageEnforcer *CageEnforcer) UnpackReenteredError(raw []byte) (*CageEnforcerReentered, error) {
	out := new(CageEnforcerReentered)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "Reentered", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerSelectorNotAllowed represents a SelectorNotAllowed error raised by the CageEnforcer contract.
type CageEnforcerSelectorNotAllowed struct {
	Target   common.Address
	Selector [4]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SelectorNotAllowed(address target, bytes4 selector)
func CageEnforcerSelectorNotAllowedErrorID() common.Hash {
	return common.HexToHash("0xebd03c5266d03f12ce1c6b76148e2bfac8122d63b7a28109f1d8f0152ff0426d")
}

// UnpackSelectorNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SelectorNotAllowed(address target, bytes4 selector)
func (cageEnforcer *CageEnforcer) UnpackSelectorNotAllowedError(raw []byte) (*CageEnforcerSelectorNotAllowed, error) {
	out := new(CageEnforcerSelectorNotAllowed)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "SelectorNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageEnforcerUnitsLost represents a UnitsLost error raised by the CageEnforcer contract.
type CageEnforcerUnitsLost struct {
	Token    common.Address
	Given    *big.Int
	Received *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error UnitsLost(address token, uint256 given, uint256 received)
func CageEnforcerUnitsLostErrorID() common.Hash {
	return common.HexToHash("0x8c555ed21a24dce7ecea719d0ee79b22c8387a78df7a423aa53e198f269a27cf")
}

// UnpackUnitsLostError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error UnitsLost(address token, uint256 given, uint256 received)
func (cageEnforcer *CageEnforcer) UnpackUnitsLostError(raw []byte) (*CageEnforcerUnitsLost, error) {
	out := new(CageEnforcerUnitsLost)
	if err := cageEnforcer.abi.UnpackIntoInterface(out, "UnitsLost", raw); err != nil {
		return nil, err
	}
	return out, nil
}
