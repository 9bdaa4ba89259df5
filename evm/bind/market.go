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

// MarketMetaData contains all meta data concerning the Market contract.
var MarketMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner_\",\"type\":\"address\"},{\"internalType\":\"contractIMarketPool\",\"name\":\"pool_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"NotOwner\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NotPool\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"offset\",\"type\":\"uint256\"}],\"name\":\"UnknownStep\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"Unpaid\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pool\",\"outputs\":[{\"internalType\":\"contractIMarketPool\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes\",\"name\":\"steps\",\"type\":\"bytes\"}],\"name\":\"run\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"tickLower\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"tickUpper\",\"outputs\":[{\"internalType\":\"int24\",\"name\":\"\",\"type\":\"int24\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token0\",\"outputs\":[{\"internalType\":\"contractIMarketToken\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"token1\",\"outputs\":[{\"internalType\":\"contractIMarketToken\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount0\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount1\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"uniswapV3MintCallback\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"amount0\",\"type\":\"int256\"},{\"internalType\":\"int256\",\"name\":\"amount1\",\"type\":\"int256\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"uniswapV3SwapCallback\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "Market",
}

// Market is an auto generated Go binding around an Ethereum contract.
type Market struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Market) GetABI() abi.ABI {
	return c.abi
}

// NewMarket creates a new instance of Market.
func NewMarket() *Market {
	parsed, err := MarketMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Market{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_, address pool_) returns()
func (market *Market) PackConstructor(owner_ common.Address, pool_ common.Address) []byte {
	enc, err := market.abi.Pack("", owner_, pool_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (market *Market) PackOwner() []byte {
	enc, err := market.abi.Pack("owner")
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
func (market *Market) TryPackOwner() ([]byte, error) {
	return market.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (market *Market) UnpackOwner(data []byte) (common.Address, error) {
	out, err := market.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x16f0115b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pool() view returns(address)
func (market *Market) PackPool() []byte {
	enc, err := market.abi.Pack("pool")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x16f0115b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pool() view returns(address)
func (market *Market) TryPackPool() ([]byte, error) {
	return market.abi.Pack("pool")
}

// UnpackPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x16f0115b.
//
// Solidity: function pool() view returns(address)
func (market *Market) UnpackPool(data []byte) (common.Address, error) {
	out, err := market.abi.Unpack("pool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRun is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3a276523.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function run(bytes steps) returns()
func (market *Market) PackRun(steps []byte) []byte {
	enc, err := market.abi.Pack("run", steps)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRun is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3a276523.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function run(bytes steps) returns()
func (market *Market) TryPackRun(steps []byte) ([]byte, error) {
	return market.abi.Pack("run", steps)
}

// PackTickLower is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x59c4f905.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickLower() view returns(int24)
func (market *Market) PackTickLower() []byte {
	enc, err := market.abi.Pack("tickLower")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTickLower is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x59c4f905.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tickLower() view returns(int24)
func (market *Market) TryPackTickLower() ([]byte, error) {
	return market.abi.Pack("tickLower")
}

// UnpackTickLower is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x59c4f905.
//
// Solidity: function tickLower() view returns(int24)
func (market *Market) UnpackTickLower(data []byte) (*big.Int, error) {
	out, err := market.abi.Unpack("tickLower", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTickUpper is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55b812a8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickUpper() view returns(int24)
func (market *Market) PackTickUpper() []byte {
	enc, err := market.abi.Pack("tickUpper")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTickUpper is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55b812a8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tickUpper() view returns(int24)
func (market *Market) TryPackTickUpper() ([]byte, error) {
	return market.abi.Pack("tickUpper")
}

// UnpackTickUpper is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x55b812a8.
//
// Solidity: function tickUpper() view returns(int24)
func (market *Market) UnpackTickUpper(data []byte) (*big.Int, error) {
	out, err := market.abi.Unpack("tickUpper", data)
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
func (market *Market) PackToken0() []byte {
	enc, err := market.abi.Pack("token0")
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
func (market *Market) TryPackToken0() ([]byte, error) {
	return market.abi.Pack("token0")
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (market *Market) UnpackToken0(data []byte) (common.Address, error) {
	out, err := market.abi.Unpack("token0", data)
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
func (market *Market) PackToken1() []byte {
	enc, err := market.abi.Pack("token1")
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
func (market *Market) TryPackToken1() ([]byte, error) {
	return market.abi.Pack("token1")
}

// UnpackToken1 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd21220a7.
//
// Solidity: function token1() view returns(address)
func (market *Market) UnpackToken1(data []byte) (common.Address, error) {
	out, err := market.abi.Unpack("token1", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackUniswapV3MintCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3487997.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes ) returns()
func (market *Market) PackUniswapV3MintCallback(amount0 *big.Int, amount1 *big.Int, arg2 []byte) []byte {
	enc, err := market.abi.Pack("uniswapV3MintCallback", amount0, amount1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUniswapV3MintCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3487997.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes ) returns()
func (market *Market) TryPackUniswapV3MintCallback(amount0 *big.Int, amount1 *big.Int, arg2 []byte) ([]byte, error) {
	return market.abi.Pack("uniswapV3MintCallback", amount0, amount1, arg2)
}

// PackUniswapV3SwapCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa461e33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes ) returns()
func (market *Market) PackUniswapV3SwapCallback(amount0 *big.Int, amount1 *big.Int, arg2 []byte) []byte {
	enc, err := market.abi.Pack("uniswapV3SwapCallback", amount0, amount1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUniswapV3SwapCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa461e33.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes ) returns()
func (market *Market) TryPackUniswapV3SwapCallback(amount0 *big.Int, amount1 *big.Int, arg2 []byte) ([]byte, error) {
	return market.abi.Pack("uniswapV3SwapCallback", amount0, amount1, arg2)
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (market *Market) UnpackError(raw []byte) (any, error) {
	if len(raw) < 4 {
		return nil, errors.New("no selector")
	}
	if bytes.Equal(raw[:4], market.abi.Errors["NotOwner"].ID.Bytes()[:4]) {
		return market.UnpackNotOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], market.abi.Errors["NotPool"].ID.Bytes()[:4]) {
		return market.UnpackNotPoolError(raw[4:])
	}
	if bytes.Equal(raw[:4], market.abi.Errors["UnknownStep"].ID.Bytes()[:4]) {
		return market.UnpackUnknownStepError(raw[4:])
	}
	if bytes.Equal(raw[:4], market.abi.Errors["Unpaid"].ID.Bytes()[:4]) {
		return market.UnpackUnpaidError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// MarketNotOwner represents a NotOwner error raised by the Market contract.
type MarketNotOwner struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotOwner()
func MarketNotOwnerErrorID() common.Hash {
	return common.HexToHash("0x30cd74712f59d478562d48e2d35de830db72c60a63dd08ae59199eec990b5bc4")
}

// UnpackNotOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotOwner()
func (market *Market) UnpackNotOwnerError(raw []byte) (*MarketNotOwner, error) {
	out := new(MarketNotOwner)
	if err := market.abi.UnpackIntoInterface(out, "NotOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// MarketNotPool represents a NotPool error raised by the Market contract.
type MarketNotPool struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NotPool()
func MarketNotPoolErrorID() common.Hash {
	return common.HexToHash("0x6f61f6418e297375b226c33dcd208d0042c6c72c342b0208a34e0b1ccdb84607")
}

// UnpackNotPoolError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NotPool()
func (market *Market) UnpackNotPoolError(raw []byte) (*MarketNotPool, error) {
	out := new(MarketNotPool)
	if err := market.abi.UnpackIntoInterface(out, "NotPool", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// MarketUnknownStep represents a UnknownStep error raised by the Market contract.
type MarketUnknownStep struct {
	Offset *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error UnknownStep(uint256 offset)
func MarketUnknownStepErrorID() common.Hash {
	return common.HexToHash("0x1ee965ee3399ecfeb87ec5245cbc69c6a7a7c9dc3cdea19e49d676e543d232ba")
}

// UnpackUnknownStepError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error UnknownStep(uint256 offset)
func (market *Market) UnpackUnknownStepError(raw []byte) (*MarketUnknownStep, error) {
	out := new(MarketUnknownStep)
	if err := market.abi.UnpackIntoInterface(out, "UnknownStep", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// MarketUnpaid represents a Unpaid error raised by the Market contract.
type MarketUnpaid struct {
	Token common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error Unpaid(address token)
func MarketUnpaidErrorID() common.Hash {
	return common.HexToHash("0x56daa06bcf81cf1149796a39d6221c2fda01a3f6fc6e40ac0a0d4ce5fc34d6d0")
}

// UnpackUnpaidError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error Unpaid(address token)
func (market *Market) UnpackUnpaidError(raw []byte) (*MarketUnpaid, error) {
	out := new(MarketUnpaid)
	if err := market.abi.UnpackIntoInterface(out, "Unpaid", raw); err != nil {
		return nil, err
	}
	return out, nil
}
