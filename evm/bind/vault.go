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

// VaultMetaData contains all meta data concerning the Vault contract.
var VaultMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"contractIERC20\",\"name\":\"asset_\",\"type\":\"address\"},{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalAssets\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"}],\"name\":\"convertToAssets\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"units\",\"type\":\"uint256\"}],\"name\":\"lend\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"units\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"interest\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"lost\",\"type\":\"uint256\"}],\"name\":\"settle\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"fee_\",\"type\":\"uint256\"}],\"name\":\"charge\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bool\",\"name\":\"paused_\",\"type\":\"bool\"}],\"name\":\"pause\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"boast_\",\"type\":\"uint256\"}],\"name\":\"tell\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "Vault",
}

// Vault is an auto generated Go binding around an Ethereum contract.
type Vault struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Vault) GetABI() abi.ABI {
	return c.abi
}

// NewVault creates a new instance of Vault.
func NewVault() *Vault {
	parsed, err := VaultMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Vault{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address asset_, string name_, string symbol_) returns()
func (vault *Vault) PackConstructor(asset_ common.Address, name_ string, symbol_ string) []byte {
	enc, err := vault.abi.Pack("", asset_, name_, symbol_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCharge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe457e1e5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function charge(uint256 fee_) returns()
func (vault *Vault) PackCharge(fee *big.Int) []byte {
	enc, err := vault.abi.Pack("charge", fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCharge is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe457e1e5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function charge(uint256 fee_) returns()
func (vault *Vault) TryPackCharge(fee *big.Int) ([]byte, error) {
	return vault.abi.Pack("charge", fee)
}

// PackConvertToAssets is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07a2d13a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function convertToAssets(uint256 shares) view returns(uint256)
func (vault *Vault) PackConvertToAssets(shares *big.Int) []byte {
	enc, err := vault.abi.Pack("convertToAssets", shares)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackConvertToAssets is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07a2d13a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function convertToAssets(uint256 shares) view returns(uint256)
func (vault *Vault) TryPackConvertToAssets(shares *big.Int) ([]byte, error) {
	return vault.abi.Pack("convertToAssets", shares)
}

// UnpackConvertToAssets is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07a2d13a.
//
// Solidity: function convertToAssets(uint256 shares) view returns(uint256)
func (vault *Vault) UnpackConvertToAssets(data []byte) (*big.Int, error) {
	out, err := vault.abi.Unpack("convertToAssets", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackLend is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa6aa57ce.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function lend(uint256 units) returns()
func (vault *Vault) PackLend(units *big.Int) []byte {
	enc, err := vault.abi.Pack("lend", units)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLend is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa6aa57ce.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function lend(uint256 units) returns()
func (vault *Vault) TryPackLend(units *big.Int) ([]byte, error) {
	return vault.abi.Pack("lend", units)
}

// PackPause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x02329a29.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pause(bool paused_) returns()
func (vault *Vault) PackPause(paused bool) []byte {
	enc, err := vault.abi.Pack("pause", paused)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x02329a29.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pause(bool paused_) returns()
func (vault *Vault) TryPackPause(paused bool) ([]byte, error) {
	return vault.abi.Pack("pause", paused)
}

// PackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x574cdded.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function settle(uint256 units, uint256 interest, uint256 lost) returns()
func (vault *Vault) PackSettle(units *big.Int, interest *big.Int, lost *big.Int) []byte {
	enc, err := vault.abi.Pack("settle", units, interest, lost)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x574cdded.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function settle(uint256 units, uint256 interest, uint256 lost) returns()
func (vault *Vault) TryPackSettle(units *big.Int, interest *big.Int, lost *big.Int) ([]byte, error) {
	return vault.abi.Pack("settle", units, interest, lost)
}

// PackTell is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55deb8fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tell(uint256 boast_) returns()
func (vault *Vault) PackTell(boast *big.Int) []byte {
	enc, err := vault.abi.Pack("tell", boast)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTell is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55deb8fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tell(uint256 boast_) returns()
func (vault *Vault) TryPackTell(boast *big.Int) ([]byte, error) {
	return vault.abi.Pack("tell", boast)
}

// PackTotalAssets is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01e1d114.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalAssets() view returns(uint256)
func (vault *Vault) PackTotalAssets() []byte {
	enc, err := vault.abi.Pack("totalAssets")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTotalAssets is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01e1d114.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalAssets() view returns(uint256)
func (vault *Vault) TryPackTotalAssets() ([]byte, error) {
	return vault.abi.Pack("totalAssets")
}

// UnpackTotalAssets is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01e1d114.
//
// Solidity: function totalAssets() view returns(uint256)
func (vault *Vault) UnpackTotalAssets(data []byte) (*big.Int, error) {
	out, err := vault.abi.Unpack("totalAssets", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (vault *Vault) PackTotalSupply() []byte {
	enc, err := vault.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (vault *Vault) TryPackTotalSupply() ([]byte, error) {
	return vault.abi.Pack("totalSupply")
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (vault *Vault) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := vault.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}
