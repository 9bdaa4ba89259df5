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

// CageAction is an auto generated low-level Go binding around an user-defined struct.
type CageAction struct {
	Deed    uint8
	TokenA  common.Address
	TokenB  common.Address
	AmountA *big.Int
	AmountB *big.Int
	Id      *big.Int
	Place   common.Address
	To      common.Address
	Hops    []common.Address
}

// CageHealth is an auto generated low-level Go binding around an user-defined struct.
type CageHealth struct {
	Collateral *big.Int
	Debt       *big.Int
	Factor     *big.Int
}

// CageStanding is an auto generated low-level Go binding around an user-defined struct.
type CageStanding struct {
	Part  *big.Int
	OwedA *big.Int
	OwedB *big.Int
}

// CageReaderMetaData contains all meta data concerning the CageReader contract.
var CageReaderMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"MalformedCall\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"NothingToRead\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes4\",\"name\":\"selector\",\"type\":\"bytes4\"}],\"name\":\"SelectorNotAllowed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"part\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"rate\",\"type\":\"uint256\"}],\"name\":\"amounts\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"amountA\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amountB\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"debt\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"health\",\"outputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"collateral\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"debt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"factor\",\"type\":\"uint256\"}],\"internalType\":\"structCageHealth\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"newest\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"placeOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"place\",\"type\":\"address\"}],\"name\":\"price\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"read\",\"outputs\":[{\"components\":[{\"internalType\":\"enumCageDeed\",\"name\":\"deed\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"tokenA\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"tokenB\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amountA\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amountB\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"place\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"address[]\",\"name\":\"hops\",\"type\":\"address[]\"}],\"internalType\":\"structCageAction\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"standing\",\"outputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"part\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"owedA\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"owedB\",\"type\":\"uint256\"}],\"internalType\":\"structCageStanding\",\"name\":\"\",\"type\":\"tuple\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "CageReader",
}

// CageReader is an auto generated Go binding around an Ethereum contract.
type CageReader struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *CageReader) GetABI() abi.ABI {
	return c.abi
}

// NewCageReader creates a new instance of CageReader.
func NewCageReader() *CageReader {
	parsed, err := CageReaderMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &CageReader{abi: *parsed}
}

// PackAmounts is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x60fc81fe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function amounts(address target, uint256 id, uint256 part, uint256 rate) view returns(uint256 amountA, uint256 amountB)
func (cageReader *CageReader) PackAmounts(target common.Address, id *big.Int, part *big.Int, rate *big.Int) []byte {
	enc, err := cageReader.abi.Pack("amounts", target, id, part, rate)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAmounts is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x60fc81fe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function amounts(address target, uint256 id, uint256 part, uint256 rate) view returns(uint256 amountA, uint256 amountB)
func (cageReader *CageReader) TryPackAmounts(target common.Address, id *big.Int, part *big.Int, rate *big.Int) ([]byte, error) {
	return cageReader.abi.Pack("amounts", target, id, part, rate)
}

// CageReaderAmountsOutput serves as a container for the return parameters of contract
// method Amounts.
type CageReaderAmountsOutput struct {
	AmountA *big.Int
	AmountB *big.Int
}

// UnpackAmounts is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x60fc81fe.
//
// Solidity: function amounts(address target, uint256 id, uint256 part, uint256 rate) view returns(uint256 amountA, uint256 amountB)
func (cageReader *CageReader) UnpackAmounts(data []byte) (CageReaderAmountsOutput, error) {
	out, err := cageReader.abi.Unpack("amounts", data)
	outstruct := new(CageReaderAmountsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.AmountA = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.AmountB = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackDebt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1776f7e9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function debt(address target, address account, uint256 id) view returns(uint256)
func (cageReader *CageReader) PackDebt(target common.Address, account common.Address, id *big.Int) []byte {
	enc, err := cageReader.abi.Pack("debt", target, account, id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDebt is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1776f7e9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function debt(address target, address account, uint256 id) view returns(uint256)
func (cageReader *CageReader) TryPackDebt(target common.Address, account common.Address, id *big.Int) ([]byte, error) {
	return cageReader.abi.Pack("debt", target, account, id)
}

// UnpackDebt is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1776f7e9.
//
// Solidity: function debt(address target, address account, uint256 id) view returns(uint256)
func (cageReader *CageReader) UnpackDebt(data []byte) (*big.Int, error) {
	out, err := cageReader.abi.Unpack("debt", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackHealth is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0598463a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function health(address target, address account, uint256 id) view returns((uint256,uint256,uint256))
func (cageReader *CageReader) PackHealth(target common.Address, account common.Address, id *big.Int) []byte {
	enc, err := cageReader.abi.Pack("health", target, account, id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackHealth is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0598463a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function health(address target, address account, uint256 id) view returns((uint256,uint256,uint256))
func (cageReader *CageReader) TryPackHealth(target common.Address, account common.Address, id *big.Int) ([]byte, error) {
	return cageReader.abi.Pack("health", target, account, id)
}

// UnpackHealth is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0598463a.
//
// Solidity: function health(address target, address account, uint256 id) view returns((uint256,uint256,uint256))
func (cageReader *CageReader) UnpackHealth(data []byte) (CageHealth, error) {
	out, err := cageReader.abi.Unpack("health", data)
	if err != nil {
		return *new(CageHealth), err
	}
	out0 := *abi.ConvertType(out[0], new(CageHealth)).(*CageHealth)
	return out0, nil
}

// PackNewest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe95364db.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function newest(address target, address account) view returns(uint256 id)
func (cageReader *CageReader) PackNewest(target common.Address, account common.Address) []byte {
	enc, err := cageReader.abi.Pack("newest", target, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackNewest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe95364db.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function newest(address target, address account) view returns(uint256 id)
func (cageReader *CageReader) TryPackNewest(target common.Address, account common.Address) ([]byte, error) {
	return cageReader.abi.Pack("newest", target, account)
}

// UnpackNewest is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe95364db.
//
// Solidity: function newest(address target, address account) view returns(uint256 id)
func (cageReader *CageReader) UnpackNewest(data []byte) (*big.Int, error) {
	out, err := cageReader.abi.Unpack("newest", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPlaceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x97ec90d7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function placeOf(address target, uint256 id) view returns(address)
func (cageReader *CageReader) PackPlaceOf(target common.Address, id *big.Int) []byte {
	enc, err := cageReader.abi.Pack("placeOf", target, id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPlaceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x97ec90d7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function placeOf(address target, uint256 id) view returns(address)
func (cageReader *CageReader) TryPackPlaceOf(target common.Address, id *big.Int) ([]byte, error) {
	return cageReader.abi.Pack("placeOf", target, id)
}

// UnpackPlaceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x97ec90d7.
//
// Solidity: function placeOf(address target, uint256 id) view returns(address)
func (cageReader *CageReader) UnpackPlaceOf(data []byte) (common.Address, error) {
	out, err := cageReader.abi.Unpack("placeOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x069ce871.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function price(address target, uint256 id, address place) view returns(uint256)
func (cageReader *CageReader) PackPrice(target common.Address, id *big.Int, place common.Address) []byte {
	enc, err := cageReader.abi.Pack("price", target, id, place)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x069ce871.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function price(address target, uint256 id, address place) view returns(uint256)
func (cageReader *CageReader) TryPackPrice(target common.Address, id *big.Int, place common.Address) ([]byte, error) {
	return cageReader.abi.Pack("price", target, id, place)
}

// UnpackPrice is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x069ce871.
//
// Solidity: function price(address target, uint256 id, address place) view returns(uint256)
func (cageReader *CageReader) UnpackPrice(data []byte) (*big.Int, error) {
	out, err := cageReader.abi.Unpack("price", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRead is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3aab038d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function read(address target, address account, bytes data) view returns((uint8,address,address,uint256,uint256,uint256,address,address,address[]))
func (cageReader *CageReader) PackRead(target common.Address, account common.Address, data []byte) []byte {
	enc, err := cageReader.abi.Pack("read", target, account, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRead is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3aab038d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function read(address target, address account, bytes data) view returns((uint8,address,address,uint256,uint256,uint256,address,address,address[]))
func (cageReader *CageReader) TryPackRead(target common.Address, account common.Address, data []byte) ([]byte, error) {
	return cageReader.abi.Pack("read", target, account, data)
}

// UnpackRead is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3aab038d.
//
// Solidity: function read(address target, address account, bytes data) view returns((uint8,address,address,uint256,uint256,uint256,address,address,address[]))
func (cageReader *CageReader) UnpackRead(data []byte) (CageAction, error) {
	out, err := cageReader.abi.Unpack("read", data)
	if err != nil {
		return *new(CageAction), err
	}
	out0 := *abi.ConvertType(out[0], new(CageAction)).(*CageAction)
	return out0, nil
}

// PackStanding is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x33915906.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function standing(address target, address account, uint256 id) view returns((uint256,uint256,uint256))
func (cageReader *CageReader) PackStanding(target common.Address, account common.Address, id *big.Int) []byte {
	enc, err := cageReader.abi.Pack("standing", target, account, id)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackStanding is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x33915906.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function standing(address target, address account, uint256 id) view returns((uint256,uint256,uint256))
func (cageReader *CageReader) TryPackStanding(target common.Address, account common.Address, id *big.Int) ([]byte, error) {
	return cageReader.abi.Pack("standing", target, account, id)
}

// UnpackStanding is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x33915906.
//
// Solidity: function standing(address target, address account, uint256 id) view returns((uint256,uint256,uint256))
func (cageReader *CageReader) UnpackStanding(data []byte) (CageStanding, error) {
	out, err := cageReader.abi.Unpack("standing", data)
	if err != nil {
		return *new(CageStanding), err
	}
	out0 := *abi.ConvertType(out[0], new(CageStanding)).(*CageStanding)
	return out0, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (cageReader *CageReader) UnpackError(raw []byte) (any, error) {
	if len(raw) < 4 {
		return nil, errors.New("no selector")
	}
	if bytes.Equal(raw[:4], cageReader.abi.Errors["MalformedCall"].ID.Bytes()[:4]) {
		return cageReader.UnpackMalformedCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageReader.abi.Errors["NothingToRead"].ID.Bytes()[:4]) {
		return cageReader.UnpackNothingToReadError(raw[4:])
	}
	if bytes.Equal(raw[:4], cageReader.abi.Errors["SelectorNotAllowed"].ID.Bytes()[:4]) {
		return cageReader.UnpackSelectorNotAllowedError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// CageReaderMalformedCall represents a MalformedCall error raised by the CageReader contract.
type CageReaderMalformedCall struct {
	Target   common.Address
	Selector [4]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error MalformedCall(address target, bytes4 selector)
func CageReaderMalformedCallErrorID() common.Hash {
	return common.HexToHash("0x3047bdb47794794633be41df079a5fba59789eebc9476427217f012b3e9148ed")
}

// UnpackMalformedCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error MalformedCall(address target, bytes4 selector)
func (cageReader *CageReader) UnpackMalformedCallError(raw []byte) (*CageReaderMalformedCall, error) {
	out := new(CageReaderMalformedCall)
	if err := cageReader.abi.UnpackIntoInterface(out, "MalformedCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageReaderNothingToRead represents a NothingToRead error raised by the CageReader contract.
type CageReaderNothingToRead struct {
	Target common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NothingToRead(address target)
func CageReaderNothingToReadErrorID() common.Hash {
	return common.HexToHash("0x9440e5662722cdf766d5eb8a384ac415e4340a9e891d65751cd26d5f76d8b2f6")
}

// UnpackNothingToReadError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NothingToRead(address target)
func (cageReader *CageReader) UnpackNothingToReadError(raw []byte) (*CageReaderNothingToRead, error) {
	out := new(CageReaderNothingToRead)
	if err := cageReader.abi.UnpackIntoInterface(out, "NothingToRead", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// CageReaderSelectorNotAllowed represents a SelectorNotAllowed error raised by the CageReader contract.
type CageReaderSelectorNotAllowed struct {
	Target   common.Address
	Selector [4]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SelectorNotAllowed(address target, bytes4 selector)
func CageReaderSelectorNotAllowedErrorID() common.Hash {
	return common.HexToHash("0xebd03c5266d03f12ce1c6b76148e2bfac8122d63b7a28109f1d8f0152ff0426d")
}

// UnpackSelectorNotAllowedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SelectorNotAllowed(address target, bytes4 selector)
func (cageReader *CageReader) UnpackSelectorNotAllowedError(raw []byte) (*CageReaderSelectorNotAllowed, error) {
	out := new(CageReaderSelectorNotAllowed)
	if err := cageReader.abi.UnpackIntoInterface(out, "SelectorNotAllowed", raw); err != nil {
		return nil, err
	}
	return out, nil
}
