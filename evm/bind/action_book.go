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

// ActionBookAction is an auto generated low-level Go binding around an user-defined struct.
type ActionBookAction struct {
	Classes  uint8
	Token    common.Address
	Token2   common.Address
	TokenOut common.Address
	Amount   *big.Int
	Amount2  *big.Int
	Least    *big.Int
}

// ActionBookToken is an auto generated low-level Go binding around an user-defined struct.
type ActionBookToken struct {
	Token  common.Address
	Feed   common.Address
	MaxAge uint32
}

// ActionBookMetaData contains all meta data concerning the ActionBook contract.
var ActionBookMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"feed\",\"type\":\"address\"},{\"internalType\":\"uint32\",\"name\":\"maxAge\",\"type\":\"uint32\"}],\"internalType\":\"structActionBook.Token[]\",\"name\":\"tokens_\",\"type\":\"tuple[]\"},{\"internalType\":\"bytes\",\"name\":\"forms\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"sequencer_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"priceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"price\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"decimals\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"}],\"name\":\"prices\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"feed\",\"type\":\"address\"},{\"internalType\":\"uint32\",\"name\":\"maxAge\",\"type\":\"uint32\"},{\"internalType\":\"uint8\",\"name\":\"decimals\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"read\",\"outputs\":[{\"components\":[{\"internalType\":\"uint8\",\"name\":\"classes\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token2\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"tokenOut\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount2\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"least\",\"type\":\"uint256\"}],\"internalType\":\"structActionBook.Action\",\"name\":\"a\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"sequencer\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"name\":\"tokens\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint8\",\"name\":\"classes\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"token2\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"tokenOut\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount2\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"least\",\"type\":\"uint256\"}],\"internalType\":\"structActionBook.Action\",\"name\":\"a\",\"type\":\"tuple\"}],\"name\":\"valueOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"token\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"units\",\"type\":\"uint256\"}],\"name\":\"worth\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "ActionBook",
}

// ActionBook is an auto generated Go binding around an Ethereum contract.
type ActionBook struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ActionBook) GetABI() abi.ABI {
	return c.abi
}

// NewActionBook creates a new instance of ActionBook.
func NewActionBook() *ActionBook {
	parsed, err := ActionBookMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ActionBook{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint32)[] tokens_, bytes forms, address sequencer_) returns()
func (actionBook *ActionBook) PackConstructor(tokens_ []ActionBookToken, forms []byte, sequencer_ common.Address) []byte {
	enc, err := actionBook.abi.Pack("", tokens_, forms, sequencer_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPriceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb95ed06f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function priceOf(address token) view returns(uint256 price, uint256 decimals)
func (actionBook *ActionBook) PackPriceOf(token common.Address) []byte {
	enc, err := actionBook.abi.Pack("priceOf", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPriceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb95ed06f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function priceOf(address token) view returns(uint256 price, uint256 decimals)
func (actionBook *ActionBook) TryPackPriceOf(token common.Address) ([]byte, error) {
	return actionBook.abi.Pack("priceOf", token)
}

// ActionBookPriceOfOutput serves as a container for the return parameters of contract
// method PriceOf.
type ActionBookPriceOfOutput struct {
	Price    *big.Int
	Decimals *big.Int
}

// UnpackPriceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb95ed06f.
//
// Solidity: function priceOf(address token) view returns(uint256 price, uint256 decimals)
func (actionBook *ActionBook) UnpackPriceOf(data []byte) (ActionBookPriceOfOutput, error) {
	out, err := actionBook.abi.Unpack("priceOf", data)
	outstruct := new(ActionBookPriceOfOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Price = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Decimals = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackPrices is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcfed246b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function prices(address token) view returns(address feed, uint32 maxAge, uint8 decimals)
func (actionBook *ActionBook) PackPrices(token common.Address) []byte {
	enc, err := actionBook.abi.Pack("prices", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPrices is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcfed246b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function prices(address token) view returns(address feed, uint32 maxAge, uint8 decimals)
func (actionBook *ActionBook) TryPackPrices(token common.Address) ([]byte, error) {
	return actionBook.abi.Pack("prices", token)
}

// ActionBookPricesOutput serves as a container for the return parameters of contract
// method Prices.
type ActionBookPricesOutput struct {
	Feed     common.Address
	MaxAge   uint32
	Decimals uint8
}

// UnpackPrices is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcfed246b.
//
// Solidity: function prices(address token) view returns(address feed, uint32 maxAge, uint8 decimals)
func (actionBook *ActionBook) UnpackPrices(data []byte) (ActionBookPricesOutput, error) {
	out, err := actionBook.abi.Unpack("prices", data)
	outstruct := new(ActionBookPricesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Feed = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.MaxAge = *abi.ConvertType(out[1], new(uint32)).(*uint32)
	outstruct.Decimals = *abi.ConvertType(out[2], new(uint8)).(*uint8)
	return *outstruct, nil
}

// PackRead is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5b20610c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function read(address target, uint256 value, bytes data) view returns((uint8,address,address,address,uint256,uint256,uint256) a)
func (actionBook *ActionBook) PackRead(target common.Address, value *big.Int, data []byte) []byte {
	enc, err := actionBook.abi.Pack("read", target, value, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRead is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5b20610c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function read(address target, uint256 value, bytes data) view returns((uint8,address,address,address,uint256,uint256,uint256) a)
func (actionBook *ActionBook) TryPackRead(target common.Address, value *big.Int, data []byte) ([]byte, error) {
	return actionBook.abi.Pack("read", target, value, data)
}

// UnpackRead is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5b20610c.
//
// Solidity: function read(address target, uint256 value, bytes data) view returns((uint8,address,address,address,uint256,uint256,uint256) a)
func (actionBook *ActionBook) UnpackRead(data []byte) (ActionBookAction, error) {
	out, err := actionBook.abi.Unpack("read", data)
	if err != nil {
		return *new(ActionBookAction), err
	}
	out0 := *abi.ConvertType(out[0], new(ActionBookAction)).(*ActionBookAction)
	return out0, nil
}

// PackSequencer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c1bba38.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sequencer() view returns(address)
func (actionBook *ActionBook) PackSequencer() []byte {
	enc, err := actionBook.abi.Pack("sequencer")
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
func (actionBook *ActionBook) TryPackSequencer() ([]byte, error) {
	return actionBook.abi.Pack("sequencer")
}

// UnpackSequencer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c1bba38.
//
// Solidity: function sequencer() view returns(address)
func (actionBook *ActionBook) UnpackSequencer(data []byte) (common.Address, error) {
	out, err := actionBook.abi.Unpack("sequencer", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f64b2be.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tokens(uint256 ) view returns(address)
func (actionBook *ActionBook) PackTokens(arg0 *big.Int) []byte {
	enc, err := actionBook.abi.Pack("tokens", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f64b2be.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokens(uint256 ) view returns(address)
func (actionBook *ActionBook) TryPackTokens(arg0 *big.Int) ([]byte, error) {
	return actionBook.abi.Pack("tokens", arg0)
}

// UnpackTokens is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4f64b2be.
//
// Solidity: function tokens(uint256 ) view returns(address)
func (actionBook *ActionBook) UnpackTokens(data []byte) (common.Address, error) {
	out, err := actionBook.abi.Unpack("tokens", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackValueOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb8d067a1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function valueOf((uint8,address,address,address,uint256,uint256,uint256) a) view returns(uint256)
func (actionBook *ActionBook) PackValueOf(a ActionBookAction) []byte {
	enc, err := actionBook.abi.Pack("valueOf", a)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackValueOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb8d067a1.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function valueOf((uint8,address,address,address,uint256,uint256,uint256) a) view returns(uint256)
func (actionBook *ActionBook) TryPackValueOf(a ActionBookAction) ([]byte, error) {
	return actionBook.abi.Pack("valueOf", a)
}

// UnpackValueOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb8d067a1.
//
// Solidity: function valueOf((uint8,address,address,address,uint256,uint256,uint256) a) view returns(uint256)
func (actionBook *ActionBook) UnpackValueOf(data []byte) (*big.Int, error) {
	out, err := actionBook.abi.Unpack("valueOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackWorth is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x136a96c3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function worth(address token, uint256 units) view returns(uint256)
func (actionBook *ActionBook) PackWorth(token common.Address, units *big.Int) []byte {
	enc, err := actionBook.abi.Pack("worth", token, units)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWorth is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x136a96c3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function worth(address token, uint256 units) view returns(uint256)
func (actionBook *ActionBook) TryPackWorth(token common.Address, units *big.Int) ([]byte, error) {
	return actionBook.abi.Pack("worth", token, units)
}

// UnpackWorth is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x136a96c3.
//
// Solidity: function worth(address token, uint256 units) view returns(uint256)
func (actionBook *ActionBook) UnpackWorth(data []byte) (*big.Int, error) {
	out, err := actionBook.abi.Unpack("worth", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
