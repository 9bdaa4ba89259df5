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

// MorphoEventsMetaData contains all meta data concerning the MorphoEvents contract.
var MorphoEventsMetaData = MetaData{
	ABI: "[{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"prevBorrowRate\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"interest\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"feeShares\",\"type\":\"uint256\"}],\"name\":\"AccrueInterest\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"}],\"name\":\"Borrow\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"borrower\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"repaidAssets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"repaidShares\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"seizedAssets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"badDebtAssets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"badDebtShares\",\"type\":\"uint256\"}],\"name\":\"Liquidate\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"}],\"name\":\"Repay\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"}],\"name\":\"Supply\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"}],\"name\":\"SupplyCollateral\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"}],\"name\":\"Withdraw\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"id\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"caller\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"}],\"name\":\"WithdrawCollateral\",\"type\":\"event\"}]",
	ID:  "MorphoEvents",
}

// MorphoEvents is an auto generated Go binding around an Ethereum contract.
type MorphoEvents struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *MorphoEvents) GetABI() abi.ABI {
	return c.abi
}

// NewMorphoEvents creates a new instance of MorphoEvents.
func NewMorphoEvents() *MorphoEvents {
	parsed, err := MorphoEventsMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &MorphoEvents{abi: *parsed}
}

// MorphoEventsAccrueInterest represents a AccrueInterest event raised by the MorphoEvents contract.
type MorphoEventsAccrueInterest struct {
	Id             [32]byte
	PrevBorrowRate *big.Int
	Interest       *big.Int
	FeeShares      *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const MorphoEventsAccrueInterestEventName = "AccrueInterest"

// ContractEventName returns the user-defined event name.
func (MorphoEventsAccrueInterest) ContractEventName() string {
	return MorphoEventsAccrueInterestEventName
}

// UnpackAccrueInterestEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AccrueInterest(bytes32 indexed id, uint256 prevBorrowRate, uint256 interest, uint256 feeShares)
func (morphoEvents *MorphoEvents) UnpackAccrueInterestEvent(log *types.Log) (*MorphoEventsAccrueInterest, error) {
	event := "AccrueInterest"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsAccrueInterest)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsBorrow represents a Borrow event raised by the MorphoEvents contract.
type MorphoEventsBorrow struct {
	Id       [32]byte
	Caller   common.Address
	OnBehalf common.Address
	Receiver common.Address
	Assets   *big.Int
	Shares   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const MorphoEventsBorrowEventName = "Borrow"

// ContractEventName returns the user-defined event name.
func (MorphoEventsBorrow) ContractEventName() string {
	return MorphoEventsBorrowEventName
}

// UnpackBorrowEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)
func (morphoEvents *MorphoEvents) UnpackBorrowEvent(log *types.Log) (*MorphoEventsBorrow, error) {
	event := "Borrow"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsBorrow)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsLiquidate represents a Liquidate event raised by the MorphoEvents contract.
type MorphoEventsLiquidate struct {
	Id            [32]byte
	Caller        common.Address
	Borrower      common.Address
	RepaidAssets  *big.Int
	RepaidShares  *big.Int
	SeizedAssets  *big.Int
	BadDebtAssets *big.Int
	BadDebtShares *big.Int
	Raw           *types.Log // Blockchain specific contextual infos
}

const MorphoEventsLiquidateEventName = "Liquidate"

// ContractEventName returns the user-defined event name.
func (MorphoEventsLiquidate) ContractEventName() string {
	return MorphoEventsLiquidateEventName
}

// UnpackLiquidateEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Liquidate(bytes32 indexed id, address indexed caller, address indexed borrower, uint256 repaidAssets, uint256 repaidShares, uint256 seizedAssets, uint256 badDebtAssets, uint256 badDebtShares)
func (morphoEvents *MorphoEvents) UnpackLiquidateEvent(log *types.Log) (*MorphoEventsLiquidate, error) {
	event := "Liquidate"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsLiquidate)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsRepay represents a Repay event raised by the MorphoEvents contract.
type MorphoEventsRepay struct {
	Id       [32]byte
	Caller   common.Address
	OnBehalf common.Address
	Assets   *big.Int
	Shares   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const MorphoEventsRepayEventName = "Repay"

// ContractEventName returns the user-defined event name.
func (MorphoEventsRepay) ContractEventName() string {
	return MorphoEventsRepayEventName
}

// UnpackRepayEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Repay(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)
func (morphoEvents *MorphoEvents) UnpackRepayEvent(log *types.Log) (*MorphoEventsRepay, error) {
	event := "Repay"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsRepay)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsSupply represents a Supply event raised by the MorphoEvents contract.
type MorphoEventsSupply struct {
	Id       [32]byte
	Caller   common.Address
	OnBehalf common.Address
	Assets   *big.Int
	Shares   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const MorphoEventsSupplyEventName = "Supply"

// ContractEventName returns the user-defined event name.
func (MorphoEventsSupply) ContractEventName() string {
	return MorphoEventsSupplyEventName
}

// UnpackSupplyEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)
func (morphoEvents *MorphoEvents) UnpackSupplyEvent(log *types.Log) (*MorphoEventsSupply, error) {
	event := "Supply"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsSupply)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsSupplyCollateral represents a SupplyCollateral event raised by the MorphoEvents contract.
type MorphoEventsSupplyCollateral struct {
	Id       [32]byte
	Caller   common.Address
	OnBehalf common.Address
	Assets   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const MorphoEventsSupplyCollateralEventName = "SupplyCollateral"

// ContractEventName returns the user-defined event name.
func (MorphoEventsSupplyCollateral) ContractEventName() string {
	return MorphoEventsSupplyCollateralEventName
}

// UnpackSupplyCollateralEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets)
func (morphoEvents *MorphoEvents) UnpackSupplyCollateralEvent(log *types.Log) (*MorphoEventsSupplyCollateral, error) {
	event := "SupplyCollateral"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsSupplyCollateral)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsWithdraw represents a Withdraw event raised by the MorphoEvents contract.
type MorphoEventsWithdraw struct {
	Id       [32]byte
	Caller   common.Address
	OnBehalf common.Address
	Receiver common.Address
	Assets   *big.Int
	Shares   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const MorphoEventsWithdrawEventName = "Withdraw"

// ContractEventName returns the user-defined event name.
func (MorphoEventsWithdraw) ContractEventName() string {
	return MorphoEventsWithdrawEventName
}

// UnpackWithdrawEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)
func (morphoEvents *MorphoEvents) UnpackWithdrawEvent(log *types.Log) (*MorphoEventsWithdraw, error) {
	event := "Withdraw"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsWithdraw)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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

// MorphoEventsWithdrawCollateral represents a WithdrawCollateral event raised by the MorphoEvents contract.
type MorphoEventsWithdrawCollateral struct {
	Id       [32]byte
	Caller   common.Address
	OnBehalf common.Address
	Receiver common.Address
	Assets   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const MorphoEventsWithdrawCollateralEventName = "WithdrawCollateral"

// ContractEventName returns the user-defined event name.
func (MorphoEventsWithdrawCollateral) ContractEventName() string {
	return MorphoEventsWithdrawCollateralEventName
}

// UnpackWithdrawCollateralEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event WithdrawCollateral(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets)
func (morphoEvents *MorphoEvents) UnpackWithdrawCollateralEvent(log *types.Log) (*MorphoEventsWithdrawCollateral, error) {
	event := "WithdrawCollateral"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != morphoEvents.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(MorphoEventsWithdrawCollateral)
	if len(log.Data) > 0 {
		if err := morphoEvents.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range morphoEvents.abi.Events[event].Inputs {
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
