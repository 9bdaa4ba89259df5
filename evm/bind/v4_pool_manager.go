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

// V4PoolManagerMetaData contains all meta data concerning the V4PoolManager contract.
var V4PoolManagerMetaData = MetaData{
	ABI: "[{\"type\":\"constructor\",\"inputs\":[{\"name\":\"initialOwner\",\"type\":\"address\",\"internalType\":\"address\"}],\"stateMutability\":\"nonpayable\"},{\"type\":\"event\",\"name\":\"Initialize\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"PoolId\"},{\"name\":\"currency0\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"Currency\"},{\"name\":\"currency1\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"Currency\"},{\"name\":\"fee\",\"type\":\"uint24\",\"indexed\":false,\"internalType\":\"uint24\"},{\"name\":\"tickSpacing\",\"type\":\"int24\",\"indexed\":false,\"internalType\":\"int24\"},{\"name\":\"hooks\",\"type\":\"address\",\"indexed\":false,\"internalType\":\"contractIHooks\"},{\"name\":\"sqrtPriceX96\",\"type\":\"uint160\",\"indexed\":false,\"internalType\":\"uint160\"},{\"name\":\"tick\",\"type\":\"int24\",\"indexed\":false,\"internalType\":\"int24\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"ModifyLiquidity\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"PoolId\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"tickLower\",\"type\":\"int24\",\"indexed\":false,\"internalType\":\"int24\"},{\"name\":\"tickUpper\",\"type\":\"int24\",\"indexed\":false,\"internalType\":\"int24\"},{\"name\":\"liquidityDelta\",\"type\":\"int256\",\"indexed\":false,\"internalType\":\"int256\"},{\"name\":\"salt\",\"type\":\"bytes32\",\"indexed\":false,\"internalType\":\"bytes32\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Swap\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"PoolId\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount0\",\"type\":\"int128\",\"indexed\":false,\"internalType\":\"int128\"},{\"name\":\"amount1\",\"type\":\"int128\",\"indexed\":false,\"internalType\":\"int128\"},{\"name\":\"sqrtPriceX96\",\"type\":\"uint160\",\"indexed\":false,\"internalType\":\"uint160\"},{\"name\":\"liquidity\",\"type\":\"uint128\",\"indexed\":false,\"internalType\":\"uint128\"},{\"name\":\"tick\",\"type\":\"int24\",\"indexed\":false,\"internalType\":\"int24\"},{\"name\":\"fee\",\"type\":\"uint24\",\"indexed\":false,\"internalType\":\"uint24\"}],\"anonymous\":false},{\"type\":\"event\",\"name\":\"Donate\",\"inputs\":[{\"name\":\"id\",\"type\":\"bytes32\",\"indexed\":true,\"internalType\":\"PoolId\"},{\"name\":\"sender\",\"type\":\"address\",\"indexed\":true,\"internalType\":\"address\"},{\"name\":\"amount0\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"},{\"name\":\"amount1\",\"type\":\"uint256\",\"indexed\":false,\"internalType\":\"uint256\"}],\"anonymous\":false}]",
	ID:  "V4PoolManager",
}

// V4PoolManager is an auto generated Go binding around an Ethereum contract.
type V4PoolManager struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *V4PoolManager) GetABI() abi.ABI {
	return c.abi
}

// NewV4PoolManager creates a new instance of V4PoolManager.
func NewV4PoolManager() *V4PoolManager {
	parsed, err := V4PoolManagerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &V4PoolManager{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address initialOwner) returns()
func (v4PoolManager *V4PoolManager) PackConstructor(initialOwner common.Address) []byte {
	enc, err := v4PoolManager.abi.Pack("", initialOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// V4PoolManagerDonate represents a Donate event raised by the V4PoolManager contract.
type V4PoolManagerDonate struct {
	Id      [32]byte
	Sender  common.Address
	Amount0 *big.Int
	Amount1 *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const V4PoolManagerDonateEventName = "Donate"

// ContractEventName returns the user-defined event name.
func (V4PoolManagerDonate) ContractEventName() string {
	return V4PoolManagerDonateEventName
}

// UnpackDonateEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Donate(bytes32 indexed id, address indexed sender, uint256 amount0, uint256 amount1)
func (v4PoolManager *V4PoolManager) UnpackDonateEvent(log *types.Log) (*V4PoolManagerDonate, error) {
	event := "Donate"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != v4PoolManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(V4PoolManagerDonate)
	if len(log.Data) > 0 {
		if err := v4PoolManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range v4PoolManager.abi.Events[event].Inputs {
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

// V4PoolManagerInitialize represents a Initialize event raised by the V4PoolManager contract.
type V4PoolManagerInitialize struct {
	Id           [32]byte
	Currency0    common.Address
	Currency1    common.Address
	Fee          *big.Int
	TickSpacing  *big.Int
	Hooks        common.Address
	SqrtPriceX96 *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const V4PoolManagerInitializeEventName = "Initialize"

// ContractEventName returns the user-defined event name.
func (V4PoolManagerInitialize) ContractEventName() string {
	return V4PoolManagerInitializeEventName
}

// UnpackInitializeEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, uint24 fee, int24 tickSpacing, address hooks, uint160 sqrtPriceX96, int24 tick)
func (v4PoolManager *V4PoolManager) UnpackInitializeEvent(log *types.Log) (*V4PoolManagerInitialize, error) {
	event := "Initialize"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != v4PoolManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(V4PoolManagerInitialize)
	if len(log.Data) > 0 {
		if err := v4PoolManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range v4PoolManager.abi.Events[event].Inputs {
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

// V4PoolManagerModifyLiquidity represents a ModifyLiquidity event raised by the V4PoolManager contract.
type V4PoolManagerModifyLiquidity struct {
	Id             [32]byte
	Sender         common.Address
	TickLower      *big.Int
	TickUpper      *big.Int
	LiquidityDelta *big.Int
	Salt           [32]byte
	Raw            *types.Log // Blockchain specific contextual infos
}

const V4PoolManagerModifyLiquidityEventName = "ModifyLiquidity"

// ContractEventName returns the user-defined event name.
func (V4PoolManagerModifyLiquidity) ContractEventName() string {
	return V4PoolManagerModifyLiquidityEventName
}

// UnpackModifyLiquidityEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt)
func (v4PoolManager *V4PoolManager) UnpackModifyLiquidityEvent(log *types.Log) (*V4PoolManagerModifyLiquidity, error) {
	event := "ModifyLiquidity"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != v4PoolManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(V4PoolManagerModifyLiquidity)
	if len(log.Data) > 0 {
		if err := v4PoolManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range v4PoolManager.abi.Events[event].Inputs {
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

// V4PoolManagerSwap represents a Swap event raised by the V4PoolManager contract.
type V4PoolManagerSwap struct {
	Id           [32]byte
	Sender       common.Address
	Amount0      *big.Int
	Amount1      *big.Int
	SqrtPriceX96 *big.Int
	Liquidity    *big.Int
	Tick         *big.Int
	Fee          *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

const V4PoolManagerSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (V4PoolManagerSwap) ContractEventName() string {
	return V4PoolManagerSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)
func (v4PoolManager *V4PoolManager) UnpackSwapEvent(log *types.Log) (*V4PoolManagerSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != v4PoolManager.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(V4PoolManagerSwap)
	if len(log.Data) > 0 {
		if err := v4PoolManager.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range v4PoolManager.abi.Events[event].Inputs {
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
