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

// CageOracleCageSource is an auto generated low-level Go binding around an user-defined struct.
type CageOracleCageSource struct {
	Token  common.Address
	Feed   common.Address
	MaxAge uint32
}

// CageOracleMetaData contains all meta data concerning the CageOracle contract.
var CageOracleMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"feed\",\"type\":\"address\"},{\"internalType\":\"uint32\",\"name\":\"maxAge\",\"type\":\"uint32\"}],\"internalType\":\"structCageOracle.CageSource[]\",\"name\":\"sources\",\"type\":\"tuple[]\"},{\"internalType\":\"address\",\"name\":\"sequencer_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"AmountOutOfRange\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"NoPrice\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"since\",\"type\":\"uint256\"}],\"name\":\"SequencerDown\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"updatedAt\",\"type\":\"uint256\"}],\"name\":\"StalePrice\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"cost\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"feeds\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"feed\",\"type\":\"address\"},{\"internalType\":\"uint32\",\"name\":\"maxAge\",\"type\":\"uint32\"},{\"internalType\":\"uint8\",\"name\":\"exponent\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"sequencer\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"worth\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "CageOracle",
}

// CageOracle is an auto generated Go binding around an Ethereum contract.
type CageOracle struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *CageOracle) GetABI() abi.ABI {
	return c.abi
}

// NewCageOracle creates a new instance of CageOracle.
func NewCageOracle() *CageOracle {
	parsed, err := CageOracleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &CageOracle{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint32)[] sources, address sequencer_) returns()
func (cageOracle *CageOracle) PackConstructor(sources []CageOracleCageSource, sequencer_ common.Address) []byte {
	enc, err := cageOracle.abi.Pack("", sources, sequencer_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf94d6dc7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cost(address token, uint256 amount) view returns(uint256)
func (cageOracle *CageOracle) PackCost(token common.Address, amount *big.Int) []byte {
	enc, err := cageOracle.abi.Pack("cost", token, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCost is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf94d6dc7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cost(address token, uint256 amount) view returns(uint256)
func (cageOracle *CageOracle) TryPackCost(token common.Address, amount *big.Int) ([]byte, error) {
	return cageOracle.abi.Pack("cost", token, amount)
}

// UnpackCost is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf94d6dc7.
//
// Solidity: function cost(address token, uint256 amount) view returns(uint256)
func (cageOracle *CageOracle) UnpackCost(data []byte) (*big.Int, error) {
	out, err := cageOracle.abi.Unpack("cost", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackFeeds is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2fba4aa9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeds(address ) view returns(address feed, uint32 maxAge, uint8 exponent)
func (cageOracle *CageOracle) PackFeeds(arg0 common.Address) []byte {
	enc, err := cageOracle.abi.Pack("feeds", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackFeeds is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2fba4aa9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function feeds(address ) view returns(address feed, uint32 maxAge, uint8 exponent)
func (cageOracle *CageOracle) TryPackFeeds(arg0 common.Address) ([]byte, error) {
	return cageOracle.abi.Pack("feeds", arg0)
}

// CageOracleFeedsOutput serves as a container for the return parameters of contract
// method Feeds.
type CageOracleFeedsOutput struct {
	Feed     common.Address
	MaxAge   uint32
	Exponent uint8
}

// UnpackFeeds is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2fba4aa9.
//
// Solidity: function feeds(address ) view returns(address feed, uint32 maxAge, uint8 exponent)
func (cageOracle *CageOracle) UnpackFeeds(data []byte) (CageOracleFeedsOutput, error) {
	out, err := cageOracle.abi.Unpack("feeds", data)
	outstruct := new(CageOracleFeedsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Feed = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.MaxAge = *abi.ConvertType(out[1], new(uint32)).(*uint32)
	outstruct.Exponent = *abi.ConvertType(out[2], new(uint8)).(*uint8)
	return *outstruct, nil
}

// PackSequencer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c1bba38.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sequencer() view returns(address)
func (cageOracle *CageOracle) PackSequencer() []byte {
	enc, err := cageOracle.abi.Pack("sequencer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSequencer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c1bba38.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function sequencer() view returns(address)
func (cageOracle *CageOracle) TryPackSequencer() ([]byte, error) {
	return cageOracle.abi.Pack("sequencer")
}

// UnpackSequencer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c1bba38.
//
// Solidity: function sequencer() view returns(address)
func (cageOracle *CageOracle) UnpackSequencer(data []byte) (common.Address, error) {
	out, err := cageOracle.abi.Unpack("sequencer", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackWorth is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x136a96c3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function worth(address token, uint256 amount) view returns(uint256)
func (cageOracle *CageOracle) PackWorth(token common.Address, amount *big.Int) []byte {
	enc, err := cageOracle.abi.Pack("worth", token, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWorth is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x136a96c3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function worth(address token, uint256 amount) view returns(uint256)
func (cageOracle *CageOracle) TryPackWorth(token common.Address, amount *big.Int) ([]byte, error) {
	return cageOracle.abi.Pack("worth", token, amount)
}

// UnpackWorth is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x136a96c3.
//
// Solidity: function worth(address token, uint256 amount) view returns(uint256)
func (cageOracle *CageOracle) UnpackWorth(data []byte) (*big.Int, error) {
	out, err := cageOracle.abi.Unpack("worth", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (cageOracle *CageOracle) UnpackError(raw []byte) (any, error) {
	if len(raw) < 4 {
		return nil, errors.New("no selector")
	}
	if bytes.Equal(raw[:4], cageOracle.abi.Errors["AmountOutOfRange"].ID.Bytes()[:4]) {
		return cageOracle.UnpackAmountOutOfRangeError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageOracle.abi.Errors["NoPrice"].ID.Bytes()[:4]) {
		return cageOracle.UnpackNoPriceError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageOracle.abi.Errors["SequencerDown"].ID.Bytes()[:4]) {
		return cageOracle.UnpackSequencerDownError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageOracle.abi.Errors["StalePrice"].ID.Bytes()[:4]) {
		return cageOracle.UnpackStalePriceError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// CageOracleAmountOutOfRange represents a AmountOutOfRange error raised by the CageOracle contract.
type CageOracleAmountOutOfRange struct {
	Token  common.Address
	Amount *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AmountOutOfRange(address token, uint256 amount)
func CageOracleAmountOutOfRangeErrorID() common.Hash {
	return common.HexToHash("0x566f002d3e6a094ed8b49616a5857164f0a81ca72eeb9fc0d8595bc0b67d84d8")
}

// UnpackAmountOutOfRangeError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AmountOutOfRange(address token, uint256 amount)
func (cageOracle *CageOracle) UnpackAmountOutOfRangeError(raw []byte) (*CageOracleAmountOutOfRange, error) {
	out := new(CageOracleAmountOutOfRange)
	if err := cageOracle.abi.UnpackIntoInterface(out, "AmountOutOfRange", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageOracleNoPrice represents a NoPrice error raised by the CageOracle contract.
type CageOracleNoPrice struct {
	Token common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NoPrice(address token)
func CageOracleNoPriceErrorID() common.Hash {
	return common.HexToHash("0xa99530fc9ba14d73e7b8469d1efeaea3a23b5833dc89bf161ddffd56a708a727")
}

// UnpackNoPriceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NoPrice(address token)
func (cageOracle *CageOracle) UnpackNoPriceError(raw []byte) (*CageOracleNoPrice, error) {
	out := new(CageOracleNoPrice)
	if err := cageOracle.abi.UnpackIntoInterface(out, "NoPrice", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageOracleSequencerDown represents a SequencerDown error raised by the CageOracle contract.
type CageOracleSequencerDown struct {
	Since *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SequencerDown(uint256 since)
func CageOracleSequencerDownErrorID() common.Hash {
	return common.HexToHash("0x1323efd142a0ed0d22d2011109e1808cd3b1dba84df0104d30eb2571fb0fdb65")
}

// UnpackSequencerDownError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SequencerDown(uint256 since)
func (cageOracle *CageOracle) UnpackSequencerDownError(raw []byte) (*CageOracleSequencerDown, error) {
	out := new(CageOracleSequencerDown)
	if err := cageOracle.abi.UnpackIntoInterface(out, "SequencerDown", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageOracleStalePrice represents a StalePrice error raised by the CageOracle contract.
type CageOracleStalePrice struct {
	Token     common.Address
	UpdatedAt *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error StalePrice(address token, uint256 updatedAt)
func CageOracleStalePriceErrorID() common.Hash {
	return common.HexToHash("0xeb1fe96e2dd16e9b4fe45d158bdab7094ab3db25b6f7f792f4c820126e77079a")
}

// UnpackStalePriceError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error StalePrice(address token, uint256 updatedAt)
func (cageOracle *CageOracle) UnpackStalePriceError(raw []byte) (*CageOracleStalePrice, error) {
	out := new(CageOracleStalePrice)
	if err := cageOracle.abi.UnpackIntoInterface(out, "StalePrice", raw); err != nil {
		return nil, err
	}
	return out, nil
}
