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

// UniswapV2PairMetaData contains all meta data concerning the UniswapV2Pair contract.
var UniswapV2PairMetaData = MetaData{
	ABI: "[{\"constant\":true,\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"factory\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"getReserves\",\"outputs\":[{\"internalType\":\"uint112\",\"name\":\"_reserve0\",\"type\":\"uint112\"},{\"internalType\":\"uint112\",\"name\":\"_reserve1\",\"type\":\"uint112\"},{\"internalType\":\"uint32\",\"name\":\"_blockTimestampLast\",\"type\":\"uint32\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"price0CumulativeLast\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"price1CumulativeLast\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"constant\":true,\"inputs\":[],\"name\":\"kLast\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"payable\":false,\"stateMutability\":\"view\",\"type\":\"function\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0In\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1In\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0Out\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1Out\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"Swap\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint112\",\"name\":\"reserve0\",\"type\":\"uint112\"},{\"indexed\":false,\"internalType\":\"uint112\",\"name\":\"reserve1\",\"type\":\"uint112\"}],\"name\":\"Sync\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"}],\"name\":\"Mint\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"Burn\",\"type\":\"event\"}]",
	ID:  "UniswapV2Pair",
}

// UniswapV2Pair is an auto generated Go binding around an Ethereum contract.
type UniswapV2Pair struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV2Pair) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV2Pair creates a new instance of UniswapV2Pair.
func NewUniswapV2Pair() *UniswapV2Pair {
	parsed, err := UniswapV2PairMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV2Pair{abi: *parsed}
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) PackFactory() []byte {
	enc, err := uniswapV2Pair.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function factory() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) TryPackFactory() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("factory")
}

// UnpackFactory is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc45a0155.
//
// Solidity: function factory() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) UnpackFactory(data []byte) (common.Address, error) {
	out, err := uniswapV2Pair.abi.Unpack("factory", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserves() view returns(uint112 _reserve0, uint112 _reserve1, uint32 _blockTimestampLast)
func (uniswapV2Pair *UniswapV2Pair) PackGetReserves() []byte {
	enc, err := uniswapV2Pair.abi.Pack("getReserves")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getReserves() view returns(uint112 _reserve0, uint112 _reserve1, uint32 _blockTimestampLast)
func (uniswapV2Pair *UniswapV2Pair) TryPackGetReserves() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("getReserves")
}

// UniswapV2PairGetReservesOutput serves as a container for the return parameters of contract
// method GetReserves.
type UniswapV2PairGetReservesOutput struct {
	Reserve0           *big.Int
	Reserve1           *big.Int
	BlockTimestampLast uint32
}

// UnpackGetReserves is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0902f1ac.
//
// Solidity: function getReserves() view returns(uint112 _reserve0, uint112 _reserve1, uint32 _blockTimestampLast)
func (uniswapV2Pair *UniswapV2Pair) UnpackGetReserves(data []byte) (UniswapV2PairGetReservesOutput, error) {
	out, err := uniswapV2Pair.abi.Unpack("getReserves", data)
	outstruct := new(UniswapV2PairGetReservesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Reserve0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Reserve1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.BlockTimestampLast = *abi.ConvertType(out[2], new(uint32)).(*uint32)
	return *outstruct, nil
}

// PackKLast is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7464fc3d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function kLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) PackKLast() []byte {
	enc, err := uniswapV2Pair.abi.Pack("kLast")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackKLast is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7464fc3d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function kLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) TryPackKLast() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("kLast")
}

// UnpackKLast is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7464fc3d.
//
// Solidity: function kLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) UnpackKLast(data []byte) (*big.Int, error) {
	out, err := uniswapV2Pair.abi.Unpack("kLast", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPrice0CumulativeLast is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5909c0d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function price0CumulativeLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) PackPrice0CumulativeLast() []byte {
	enc, err := uniswapV2Pair.abi.Pack("price0CumulativeLast")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPrice0CumulativeLast is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5909c0d5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function price0CumulativeLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) TryPackPrice0CumulativeLast() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("price0CumulativeLast")
}

// UnpackPrice0CumulativeLast is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5909c0d5.
//
// Solidity: function price0CumulativeLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) UnpackPrice0CumulativeLast(data []byte) (*big.Int, error) {
	out, err := uniswapV2Pair.abi.Unpack("price0CumulativeLast", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPrice1CumulativeLast is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a3d5493.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function price1CumulativeLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) PackPrice1CumulativeLast() []byte {
	enc, err := uniswapV2Pair.abi.Pack("price1CumulativeLast")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPrice1CumulativeLast is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a3d5493.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function price1CumulativeLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) TryPackPrice1CumulativeLast() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("price1CumulativeLast")
}

// UnpackPrice1CumulativeLast is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5a3d5493.
//
// Solidity: function price1CumulativeLast() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) UnpackPrice1CumulativeLast(data []byte) (*big.Int, error) {
	out, err := uniswapV2Pair.abi.Unpack("price1CumulativeLast", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) PackToken0() []byte {
	enc, err := uniswapV2Pair.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token0() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) TryPackToken0() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("token0")
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) UnpackToken0(data []byte) (common.Address, error) {
	out, err := uniswapV2Pair.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token1() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) PackToken1() []byte {
	enc, err := uniswapV2Pair.abi.Pack("token1")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackToken1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd21220a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function token1() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) TryPackToken1() ([]byte, error) {
	return uniswapV2Pair.abi.Pack("token1")
}

// UnpackToken1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd21220a7.
//
// Solidity: function token1() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) UnpackToken1(data []byte) (common.Address, error) {
	out, err := uniswapV2Pair.abi.Unpack("token1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UniswapV2PairBurn represents a Burn event raised by the UniswapV2Pair contract.
type UniswapV2PairBurn struct {
	Sender  common.Address
	Amount0 *big.Int
	Amount1 *big.Int
	To      common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const UniswapV2PairBurnEventName = "Burn"

// ContractEventName returns the user-defined event name.
func (UniswapV2PairBurn) ContractEventName() string {
	return UniswapV2PairBurnEventName
}

// UnpackBurnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)
func (uniswapV2Pair *UniswapV2Pair) UnpackBurnEvent(log *types.Log) (*UniswapV2PairBurn, error) {
	event := "Burn"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairBurn)
	if len(log.Data) > 0 {
		if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
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

// UniswapV2PairMint represents a Mint event raised by the UniswapV2Pair contract.
type UniswapV2PairMint struct {
	Sender  common.Address
	Amount0 *big.Int
	Amount1 *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const UniswapV2PairMintEventName = "Mint"

// ContractEventName returns the user-defined event name.
func (UniswapV2PairMint) ContractEventName() string {
	return UniswapV2PairMintEventName
}

// UnpackMintEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Mint(address indexed sender, uint256 amount0, uint256 amount1)
func (uniswapV2Pair *UniswapV2Pair) UnpackMintEvent(log *types.Log) (*UniswapV2PairMint, error) {
	event := "Mint"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairMint)
	if len(log.Data) > 0 {
		if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
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

// UniswapV2PairSwap represents a Swap event raised by the UniswapV2Pair contract.
type UniswapV2PairSwap struct {
	Sender     common.Address
	Amount0In  *big.Int
	Amount1In  *big.Int
	Amount0Out *big.Int
	Amount1Out *big.Int
	To         common.Address
	Raw        *types.Log // Blockchain specific contextual infos
}

const UniswapV2PairSwapEventName = "Swap"

// ContractEventName returns the user-defined event name.
func (UniswapV2PairSwap) ContractEventName() string {
	return UniswapV2PairSwapEventName
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)
func (uniswapV2Pair *UniswapV2Pair) UnpackSwapEvent(log *types.Log) (*UniswapV2PairSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairSwap)
	if len(log.Data) > 0 {
		if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
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

// UniswapV2PairSync represents a Sync event raised by the UniswapV2Pair contract.
type UniswapV2PairSync struct {
	Reserve0 *big.Int
	Reserve1 *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const UniswapV2PairSyncEventName = "Sync"

// ContractEventName returns the user-defined event name.
func (UniswapV2PairSync) ContractEventName() string {
	return UniswapV2PairSyncEventName
}

// UnpackSyncEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Sync(uint112 reserve0, uint112 reserve1)
func (uniswapV2Pair *UniswapV2Pair) UnpackSyncEvent(log *types.Log) (*UniswapV2PairSync, error) {
	event := "Sync"
	if len(log.Topics) == 0 {
		return nil, ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairSync)
	if len(log.Data) > 0 {
		if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
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
