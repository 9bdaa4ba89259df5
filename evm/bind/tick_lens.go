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

// ITickLensPopulatedTick is an auto generated low-level Go binding around an user-defined struct.
type ITickLensPopulatedTick struct {
	Tick           *big.Int
	LiquidityNet   *big.Int
	LiquidityGross *big.Int
}

// TickLensMetaData contains all meta data concerning the TickLens contract.
var TickLensMetaData = MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"pool\",\"type\":\"address\"},{\"internalType\":\"int16\",\"name\":\"tickBitmapIndex\",\"type\":\"int16\"}],\"name\":\"getPopulatedTicksInWord\",\"outputs\":[{\"components\":[{\"internalType\":\"int24\",\"name\":\"tick\",\"type\":\"int24\"},{\"internalType\":\"int128\",\"name\":\"liquidityNet\",\"type\":\"int128\"},{\"internalType\":\"uint128\",\"name\":\"liquidityGross\",\"type\":\"uint128\"}],\"internalType\":\"structITickLens.PopulatedTick[]\",\"name\":\"populatedTicks\",\"type\":\"tuple[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "TickLens",
}

// TickLens is an auto generated Go binding around an Ethereum contract.
type TickLens struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TickLens) GetABI() abi.ABI {
	return c.abi
}

// NewTickLens creates a new instance of TickLens.
func NewTickLens() *TickLens {
	parsed, err := TickLensMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TickLens{abi: *parsed}
}

// PackGetPopulatedTicksInWord is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x351fb478.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPopulatedTicksInWord(address pool, int16 tickBitmapIndex) view returns((int24,int128,uint128)[] populatedTicks)
func (tickLens *TickLens) PackGetPopulatedTicksInWord(pool common.Address, tickBitmapIndex int16) []byte {
	enc, err := tickLens.abi.Pack("getPopulatedTicksInWord", pool, tickBitmapIndex)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetPopulatedTicksInWord is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x351fb478.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getPopulatedTicksInWord(address pool, int16 tickBitmapIndex) view returns((int24,int128,uint128)[] populatedTicks)
func (tickLens *TickLens) TryPackGetPopulatedTicksInWord(pool common.Address, tickBitmapIndex int16) ([]byte, error) {
	return tickLens.abi.Pack("getPopulatedTicksInWord", pool, tickBitmapIndex)
}

// UnpackGetPopulatedTicksInWord is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x351fb478.
//
// Solidity: function getPopulatedTicksInWord(address pool, int16 tickBitmapIndex) view returns((int24,int128,uint128)[] populatedTicks)
func (tickLens *TickLens) UnpackGetPopulatedTicksInWord(data []byte) ([]ITickLensPopulatedTick, error) {
	out, err := tickLens.abi.Unpack("getPopulatedTicksInWord", data)
	if err != nil {
		return *new([]ITickLensPopulatedTick), err
	}
	out0 := *abi.ConvertType(out[0], new([]ITickLensPopulatedTick)).(*[]ITickLensPopulatedTick)
	return out0, nil
}
