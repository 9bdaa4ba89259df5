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

// RouterParameters is an auto generated low-level Go binding around an user-defined struct.
type RouterParameters struct {
	Permit2              common.Address
	Weth9                common.Address
	V2Factory            common.Address
	V3Factory            common.Address
	PairInitCodeHash     [32]byte
	PoolInitCodeHash     [32]byte
	V4PoolManager        common.Address
	V3NFTPositionManager common.Address
	V4PositionManager    common.Address
	SpokePool            common.Address
}

// UniversalRouterMetaData contains all meta data concerning the UniversalRouter contract.
var UniversalRouterMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"permit2\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"weth9\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"v2Factory\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"v3Factory\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"pairInitCodeHash\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"poolInitCodeHash\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"v4PoolManager\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"v3NFTPositionManager\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"v4PositionManager\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"spokePool\",\"type\":\"address\"}],\"internalType\":\"structRouterParameters\",\"name\":\"params\",\"type\":\"tuple\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"commands\",\"type\":\"bytes\"},{\"internalType\":\"bytes[]\",\"name\":\"inputs\",\"type\":\"bytes[]\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"}],\"name\":\"execute\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"commands\",\"type\":\"bytes\"},{\"internalType\":\"bytes[]\",\"name\":\"inputs\",\"type\":\"bytes[]\"}],\"name\":\"execute\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"poolManager\",\"outputs\":[{\"internalType\":\"contractIPoolManager\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"V4_POSITION_MANAGER\",\"outputs\":[{\"internalType\":\"contractIPositionManager\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "UniversalRouter",
}

// UniversalRouter is an auto generated Go binding around an Ethereum contract.
type UniversalRouter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniversalRouter) GetABI() abi.ABI {
	return c.abi
}

// NewUniversalRouter creates a new instance of UniversalRouter.
func NewUniversalRouter() *UniversalRouter {
	parsed, err := UniversalRouterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniversalRouter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,address,address,bytes32,bytes32,address,address,address,address) params) returns()
func (universalRouter *UniversalRouter) PackConstructor(params RouterParameters) []byte {
	enc, err := universalRouter.abi.Pack("", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackV4POSITIONMANAGER is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c9f6cb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function V4_POSITION_MANAGER() view returns(address)
func (universalRouter *UniversalRouter) PackV4POSITIONMANAGER() []byte {
	enc, err := universalRouter.abi.Pack("V4_POSITION_MANAGER")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackV4POSITIONMANAGER is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c9f6cb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function V4_POSITION_MANAGER() view returns(address)
func (universalRouter *UniversalRouter) TryPackV4POSITIONMANAGER() ([]byte, error) {
	return universalRouter.abi.Pack("V4_POSITION_MANAGER")
}

// UnpackV4POSITIONMANAGER is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0c9f6cb.
//
// Solidity: function V4_POSITION_MANAGER() view returns(address)
func (universalRouter *UniversalRouter) UnpackV4POSITIONMANAGER(data []byte) (common.Address, error) {
	out, err := universalRouter.abi.Unpack("V4_POSITION_MANAGER", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3593564c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute(bytes commands, bytes[] inputs, uint256 deadline) payable returns()
func (universalRouter *UniversalRouter) PackExecute(commands []byte, inputs [][]byte, deadline *big.Int) []byte {
	enc, err := universalRouter.abi.Pack("execute", commands, inputs, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3593564c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function execute(bytes commands, bytes[] inputs, uint256 deadline) payable returns()
func (universalRouter *UniversalRouter) TryPackExecute(commands []byte, inputs [][]byte, deadline *big.Int) ([]byte, error) {
	return universalRouter.abi.Pack("execute", commands, inputs, deadline)
}

// PackExecute0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x24856bc3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute(bytes commands, bytes[] inputs) payable returns()
func (universalRouter *UniversalRouter) PackExecute0(commands []byte, inputs [][]byte) []byte {
	enc, err := universalRouter.abi.Pack("execute0", commands, inputs)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExecute0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x24856bc3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function execute(bytes commands, bytes[] inputs) payable returns()
func (universalRouter *UniversalRouter) TryPackExecute0(commands []byte, inputs [][]byte) ([]byte, error) {
	return universalRouter.abi.Pack("execute0", commands, inputs)
}

// PackPoolManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdc4c90d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function poolManager() view returns(address)
func (universalRouter *UniversalRouter) PackPoolManager() []byte {
	enc, err := universalRouter.abi.Pack("poolManager")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPoolManager is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdc4c90d3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function poolManager() view returns(address)
func (universalRouter *UniversalRouter) TryPackPoolManager() ([]byte, error) {
	return universalRouter.abi.Pack("poolManager")
}

// UnpackPoolManager is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdc4c90d3.
//
// Solidity: function poolManager() view returns(address)
func (universalRouter *UniversalRouter) UnpackPoolManager(data []byte) (common.Address, error) {
	out, err := universalRouter.abi.Unpack("poolManager", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}
