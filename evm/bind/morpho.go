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

// MarketParams is an auto generated low-level Go binding around an user-defined struct.
type MarketParams struct {
	LoanToken       common.Address
	CollateralToken common.Address
	Oracle          common.Address
	Irm             common.Address
	Lltv            *big.Int
}

// MorphoMetaData contains all meta data concerning the Morpho contract.
var MorphoMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newOwner\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"DOMAIN_SEPARATOR\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"}],\"name\":\"enableIrm\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"name\":\"enableLltv\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"}],\"name\":\"createMarket\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"supply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"withdraw\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"borrow\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"shares\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"repay\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"supplyCollateral\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"uint256\",\"name\":\"assets\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"onBehalf\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"withdrawCollateral\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"},{\"internalType\":\"address\",\"name\":\"borrower\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"seizedAssets\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"repaidShares\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"liquidate\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"internalType\":\"structMarketParams\",\"name\":\"marketParams\",\"type\":\"tuple\"}],\"name\":\"accrueInterest\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"Id\",\"name\":\"\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"position\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"supplyShares\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"borrowShares\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"collateral\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"Id\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"market\",\"outputs\":[{\"internalType\":\"uint128\",\"name\":\"totalSupplyAssets\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"totalSupplyShares\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"totalBorrowAssets\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"totalBorrowShares\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"lastUpdate\",\"type\":\"uint128\"},{\"internalType\":\"uint128\",\"name\":\"fee\",\"type\":\"uint128\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"Id\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"idToMarketParams\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"loanToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"collateralToken\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"oracle\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"irm\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"lltv\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"authorized\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"newIsAuthorized\",\"type\":\"bool\"}],\"name\":\"setAuthorization\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"isAuthorized\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "Morpho",
}

// Morpho is an auto generated Go binding around an Ethereum contract.
type Morpho struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Morpho) GetABI() abi.ABI {
	return c.abi
}

// NewMorpho creates a new instance of Morpho.
func NewMorpho() *Morpho {
	parsed, err := MorphoMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Morpho{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address newOwner) returns()
func (morpho *Morpho) PackConstructor(newOwner common.Address) []byte {
	enc, err := morpho.abi.Pack("", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (morpho *Morpho) PackDOMAINSEPARATOR() []byte {
	enc, err := morpho.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (morpho *Morpho) TryPackDOMAINSEPARATOR() ([]byte, error) {
	return morpho.abi.Pack("DOMAIN_SEPARATOR")
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (morpho *Morpho) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := morpho.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAccrueInterest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x151c1ade.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function accrueInterest((address,address,address,address,uint256) marketParams) returns()
func (morpho *Morpho) PackAccrueInterest(marketParams MarketParams) []byte {
	enc, err := morpho.abi.Pack("accrueInterest", marketParams)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAccrueInterest is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x151c1ade.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function accrueInterest((address,address,address,address,uint256) marketParams) returns()
func (morpho *Morpho) TryPackAccrueInterest(marketParams MarketParams) ([]byte, error) {
	return morpho.abi.Pack("accrueInterest", marketParams)
}

// PackBorrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x50d8cd4b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function borrow((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns(uint256, uint256)
func (morpho *Morpho) PackBorrow(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, receiver common.Address) []byte {
	enc, err := morpho.abi.Pack("borrow", marketParams, assets, shares, onBehalf, receiver)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBorrow is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x50d8cd4b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function borrow((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns(uint256, uint256)
func (morpho *Morpho) TryPackBorrow(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, receiver common.Address) ([]byte, error) {
	return morpho.abi.Pack("borrow", marketParams, assets, shares, onBehalf, receiver)
}

// MorphoBorrowOutput serves as a container for the return parameters of contract
// method Borrow.
type MorphoBorrowOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
}

// UnpackBorrow is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x50d8cd4b.
//
// Solidity: function borrow((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns(uint256, uint256)
func (morpho *Morpho) UnpackBorrow(data []byte) (MorphoBorrowOutput, error) {
	out, err := morpho.abi.Unpack("borrow", data)
	outstruct := new(MorphoBorrowOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackCreateMarket is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8c1358a2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createMarket((address,address,address,address,uint256) marketParams) returns()
func (morpho *Morpho) PackCreateMarket(marketParams MarketParams) []byte {
	enc, err := morpho.abi.Pack("createMarket", marketParams)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCreateMarket is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8c1358a2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function createMarket((address,address,address,address,uint256) marketParams) returns()
func (morpho *Morpho) TryPackCreateMarket(marketParams MarketParams) ([]byte, error) {
	return morpho.abi.Pack("createMarket", marketParams)
}

// PackEnableIrm is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a64f51e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function enableIrm(address irm) returns()
func (morpho *Morpho) PackEnableIrm(irm common.Address) []byte {
	enc, err := morpho.abi.Pack("enableIrm", irm)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEnableIrm is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5a64f51e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function enableIrm(address irm) returns()
func (morpho *Morpho) TryPackEnableIrm(irm common.Address) ([]byte, error) {
	return morpho.abi.Pack("enableIrm", irm)
}

// PackEnableLltv is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d98a93b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function enableLltv(uint256 lltv) returns()
func (morpho *Morpho) PackEnableLltv(lltv *big.Int) []byte {
	enc, err := morpho.abi.Pack("enableLltv", lltv)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEnableLltv is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d98a93b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function enableLltv(uint256 lltv) returns()
func (morpho *Morpho) TryPackEnableLltv(lltv *big.Int) ([]byte, error) {
	return morpho.abi.Pack("enableLltv", lltv)
}

// PackIdToMarketParams is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2c3c9157.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function idToMarketParams(bytes32 ) view returns(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)
func (morpho *Morpho) PackIdToMarketParams(arg0 [32]byte) []byte {
	enc, err := morpho.abi.Pack("idToMarketParams", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIdToMarketParams is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2c3c9157.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function idToMarketParams(bytes32 ) view returns(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)
func (morpho *Morpho) TryPackIdToMarketParams(arg0 [32]byte) ([]byte, error) {
	return morpho.abi.Pack("idToMarketParams", arg0)
}

// MorphoIdToMarketParamsOutput serves as a container for the return parameters of contract
// method IdToMarketParams.
type MorphoIdToMarketParamsOutput struct {
	LoanToken       common.Address
	CollateralToken common.Address
	Oracle          common.Address
	Irm             common.Address
	Lltv            *big.Int
}

// UnpackIdToMarketParams is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2c3c9157.
//
// Solidity: function idToMarketParams(bytes32 ) view returns(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)
func (morpho *Morpho) UnpackIdToMarketParams(data []byte) (MorphoIdToMarketParamsOutput, error) {
	out, err := morpho.abi.Unpack("idToMarketParams", data)
	outstruct := new(MorphoIdToMarketParamsOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.LoanToken = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.CollateralToken = *abi.ConvertType(out[1], new(common.Address)).(*common.Address)
	outstruct.Oracle = *abi.ConvertType(out[2], new(common.Address)).(*common.Address)
	outstruct.Irm = *abi.ConvertType(out[3], new(common.Address)).(*common.Address)
	outstruct.Lltv = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackIsAuthorized is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x65e4ad9e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isAuthorized(address , address ) view returns(bool)
func (morpho *Morpho) PackIsAuthorized(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := morpho.abi.Pack("isAuthorized", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsAuthorized is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x65e4ad9e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isAuthorized(address , address ) view returns(bool)
func (morpho *Morpho) TryPackIsAuthorized(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return morpho.abi.Pack("isAuthorized", arg0, arg1)
}

// UnpackIsAuthorized is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x65e4ad9e.
//
// Solidity: function isAuthorized(address , address ) view returns(bool)
func (morpho *Morpho) UnpackIsAuthorized(data []byte) (bool, error) {
	out, err := morpho.abi.Unpack("isAuthorized", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackLiquidate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd8eabcb8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function liquidate((address,address,address,address,uint256) marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data) returns(uint256, uint256)
func (morpho *Morpho) PackLiquidate(marketParams MarketParams, borrower common.Address, seizedAssets *big.Int, repaidShares *big.Int, data []byte) []byte {
	enc, err := morpho.abi.Pack("liquidate", marketParams, borrower, seizedAssets, repaidShares, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLiquidate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd8eabcb8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function liquidate((address,address,address,address,uint256) marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data) returns(uint256, uint256)
func (morpho *Morpho) TryPackLiquidate(marketParams MarketParams, borrower common.Address, seizedAssets *big.Int, repaidShares *big.Int, data []byte) ([]byte, error) {
	return morpho.abi.Pack("liquidate", marketParams, borrower, seizedAssets, repaidShares, data)
}

// MorphoLiquidateOutput serves as a container for the return parameters of contract
// method Liquidate.
type MorphoLiquidateOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
}

// UnpackLiquidate is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd8eabcb8.
//
// Solidity: function liquidate((address,address,address,address,uint256) marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data) returns(uint256, uint256)
func (morpho *Morpho) UnpackLiquidate(data []byte) (MorphoLiquidateOutput, error) {
	out, err := morpho.abi.Unpack("liquidate", data)
	outstruct := new(MorphoLiquidateOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackMarket is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c60e39a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function market(bytes32 ) view returns(uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)
func (morpho *Morpho) PackMarket(arg0 [32]byte) []byte {
	enc, err := morpho.abi.Pack("market", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMarket is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c60e39a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function market(bytes32 ) view returns(uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)
func (morpho *Morpho) TryPackMarket(arg0 [32]byte) ([]byte, error) {
	return morpho.abi.Pack("market", arg0)
}

// MorphoMarketOutput serves as a container for the return parameters of contract
// method Market.
type MorphoMarketOutput struct {
	TotalSupplyAssets *big.Int
	TotalSupplyShares *big.Int
	TotalBorrowAssets *big.Int
	TotalBorrowShares *big.Int
	LastUpdate        *big.Int
	Fee               *big.Int
}

// UnpackMarket is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c60e39a.
//
// Solidity: function market(bytes32 ) view returns(uint128 totalSupplyAssets, uint128 totalSupplyShares, uint128 totalBorrowAssets, uint128 totalBorrowShares, uint128 lastUpdate, uint128 fee)
func (morpho *Morpho) UnpackMarket(data []byte) (MorphoMarketOutput, error) {
	out, err := morpho.abi.Unpack("market", data)
	outstruct := new(MorphoMarketOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.TotalSupplyAssets = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.TotalSupplyShares = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.TotalBorrowAssets = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.TotalBorrowShares = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.LastUpdate = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.Fee = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (morpho *Morpho) PackOwner() []byte {
	enc, err := morpho.abi.Pack("owner")
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
func (morpho *Morpho) TryPackOwner() ([]byte, error) {
	return morpho.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (morpho *Morpho) UnpackOwner(data []byte) (common.Address, error) {
	out, err := morpho.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPosition is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x93c52062.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function position(bytes32 , address ) view returns(uint256 supplyShares, uint128 borrowShares, uint128 collateral)
func (morpho *Morpho) PackPosition(arg0 [32]byte, arg1 common.Address) []byte {
	enc, err := morpho.abi.Pack("position", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPosition is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x93c52062.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function position(bytes32 , address ) view returns(uint256 supplyShares, uint128 borrowShares, uint128 collateral)
func (morpho *Morpho) TryPackPosition(arg0 [32]byte, arg1 common.Address) ([]byte, error) {
	return morpho.abi.Pack("position", arg0, arg1)
}

// MorphoPositionOutput serves as a container for the return parameters of contract
// method Position.
type MorphoPositionOutput struct {
	SupplyShares *big.Int
	BorrowShares *big.Int
	Collateral   *big.Int
}

// UnpackPosition is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x93c52062.
//
// Solidity: function position(bytes32 , address ) view returns(uint256 supplyShares, uint128 borrowShares, uint128 collateral)
func (morpho *Morpho) UnpackPosition(data []byte) (MorphoPositionOutput, error) {
	out, err := morpho.abi.Unpack("position", data)
	outstruct := new(MorphoPositionOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.SupplyShares = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.BorrowShares = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Collateral = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackRepay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x20b76e81.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function repay((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns(uint256, uint256)
func (morpho *Morpho) PackRepay(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, data []byte) []byte {
	enc, err := morpho.abi.Pack("repay", marketParams, assets, shares, onBehalf, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRepay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x20b76e81.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function repay((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns(uint256, uint256)
func (morpho *Morpho) TryPackRepay(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, data []byte) ([]byte, error) {
	return morpho.abi.Pack("repay", marketParams, assets, shares, onBehalf, data)
}

// MorphoRepayOutput serves as a container for the return parameters of contract
// method Repay.
type MorphoRepayOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
}

// UnpackRepay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x20b76e81.
//
// Solidity: function repay((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns(uint256, uint256)
func (morpho *Morpho) UnpackRepay(data []byte) (MorphoRepayOutput, error) {
	out, err := morpho.abi.Unpack("repay", data)
	outstruct := new(MorphoRepayOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackSetAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeecea000.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAuthorization(address authorized, bool newIsAuthorized) returns()
func (morpho *Morpho) PackSetAuthorization(authorized common.Address, newIsAuthorized bool) []byte {
	enc, err := morpho.abi.Pack("setAuthorization", authorized, newIsAuthorized)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetAuthorization is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeecea000.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setAuthorization(address authorized, bool newIsAuthorized) returns()
func (morpho *Morpho) TryPackSetAuthorization(authorized common.Address, newIsAuthorized bool) ([]byte, error) {
	return morpho.abi.Pack("setAuthorization", authorized, newIsAuthorized)
}

// PackSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa99aad89.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supply((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns(uint256, uint256)
func (morpho *Morpho) PackSupply(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, data []byte) []byte {
	enc, err := morpho.abi.Pack("supply", marketParams, assets, shares, onBehalf, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa99aad89.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supply((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns(uint256, uint256)
func (morpho *Morpho) TryPackSupply(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, data []byte) ([]byte, error) {
	return morpho.abi.Pack("supply", marketParams, assets, shares, onBehalf, data)
}

// MorphoSupplyOutput serves as a container for the return parameters of contract
// method Supply.
type MorphoSupplyOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
}

// UnpackSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa99aad89.
//
// Solidity: function supply((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns(uint256, uint256)
func (morpho *Morpho) UnpackSupply(data []byte) (MorphoSupplyOutput, error) {
	out, err := morpho.abi.Unpack("supply", data)
	outstruct := new(MorphoSupplyOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackSupplyCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x238d6579.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supplyCollateral((address,address,address,address,uint256) marketParams, uint256 assets, address onBehalf, bytes data) returns()
func (morpho *Morpho) PackSupplyCollateral(marketParams MarketParams, assets *big.Int, onBehalf common.Address, data []byte) []byte {
	enc, err := morpho.abi.Pack("supplyCollateral", marketParams, assets, onBehalf, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupplyCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x238d6579.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supplyCollateral((address,address,address,address,uint256) marketParams, uint256 assets, address onBehalf, bytes data) returns()
func (morpho *Morpho) TryPackSupplyCollateral(marketParams MarketParams, assets *big.Int, onBehalf common.Address, data []byte) ([]byte, error) {
	return morpho.abi.Pack("supplyCollateral", marketParams, assets, onBehalf, data)
}

// PackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c2bea49.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdraw((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns(uint256, uint256)
func (morpho *Morpho) PackWithdraw(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, receiver common.Address) []byte {
	enc, err := morpho.abi.Pack("withdraw", marketParams, assets, shares, onBehalf, receiver)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c2bea49.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdraw((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns(uint256, uint256)
func (morpho *Morpho) TryPackWithdraw(marketParams MarketParams, assets *big.Int, shares *big.Int, onBehalf common.Address, receiver common.Address) ([]byte, error) {
	return morpho.abi.Pack("withdraw", marketParams, assets, shares, onBehalf, receiver)
}

// MorphoWithdrawOutput serves as a container for the return parameters of contract
// method Withdraw.
type MorphoWithdrawOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
}

// UnpackWithdraw is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c2bea49.
//
// Solidity: function withdraw((address,address,address,address,uint256) marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns(uint256, uint256)
func (morpho *Morpho) UnpackWithdraw(data []byte) (MorphoWithdrawOutput, error) {
	out, err := morpho.abi.Unpack("withdraw", data)
	outstruct := new(MorphoWithdrawOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackWithdrawCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8720316d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawCollateral((address,address,address,address,uint256) marketParams, uint256 assets, address onBehalf, address receiver) returns()
func (morpho *Morpho) PackWithdrawCollateral(marketParams MarketParams, assets *big.Int, onBehalf common.Address, receiver common.Address) []byte {
	enc, err := morpho.abi.Pack("withdrawCollateral", marketParams, assets, onBehalf, receiver)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdrawCollateral is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8720316d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdrawCollateral((address,address,address,address,uint256) marketParams, uint256 assets, address onBehalf, address receiver) returns()
func (morpho *Morpho) TryPackWithdrawCollateral(marketParams MarketParams, assets *big.Int, onBehalf common.Address, receiver common.Address) ([]byte, error) {
	return morpho.abi.Pack("withdrawCollateral", marketParams, assets, onBehalf, receiver)
}
