package uniswap

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// V4 names one pool of Uniswap v4, but for its tokens, and the contracts that lead to
// it. Such a pool has no hook: there is no field that could name one.
type V4 struct {
	Router      common.Address // the Universal Router
	StateView   common.Address
	Fee         uint32 // hundredths of a basis point
	TickSpacing int32
}

// Key is the pool's key with two tokens, in the order of their addresses.
func (v V4) Key(token0, token1 common.Address) bind.PoolKey {
	return bind.PoolKey{Currency0: token0, Currency1: token1, Fee: big.NewInt(int64(v.Fee)), TickSpacing: big.NewInt(int64(v.TickSpacing))}
}

// PoolIDV4 is a v4 pool's id: the hash of its key.
func PoolIDV4(k bind.PoolKey) common.Hash {
	return crypto.Keccak256Hash(
		common.LeftPadBytes(k.Currency0[:], 32), common.LeftPadBytes(k.Currency1[:], 32), common.BigToHash(k.Fee).Bytes(),
		common.BigToHash(k.TickSpacing).Bytes(), common.LeftPadBytes(k.Hooks[:], 32))
}

// The Universal Router's command and the actions of one swap (v4-periphery, Actions).
const (
	v4Swap        = 0x10
	exactInSingle = 0x06
	settleAll     = 0x0c
	takeAll       = 0x0f
)

// exactIn is the parameter of exactInSingle.
type exactIn struct {
	PoolKey                    bind.PoolKey
	ZeroForOne                 bool
	AmountIn, AmountOutMinimum *big.Int
	HookData                   []byte
}

var (
	keyParts = []abi.ArgumentMarshaling{
		part("currency0", "address"), part("currency1", "address"), part("fee", "uint24"), part("tickSpacing", "int24"), part("hooks", "address"),
	}
	exactInArgs = abi.Arguments{tuple(
		part("poolKey", "tuple", keyParts...),
		part("zeroForOne", "bool"), part("amountIn", "uint128"), part("amountOutMinimum", "uint128"), part("hookData", "bytes"),
	)}
	currencyArgs = abi.Arguments{argument(part("", "address")), argument(part("", "uint256"))}
	actionArgs   = abi.Arguments{argument(part("", "bytes")), argument(part("", "bytes[]"))}
)

func part(name, kind string, parts ...abi.ArgumentMarshaling) abi.ArgumentMarshaling {
	return abi.ArgumentMarshaling{Name: name, Type: kind, Components: parts}
}

// plain are arguments without components.
func plain(kinds ...string) (all abi.Arguments) {
	for _, kind := range kinds {
		all = append(all, argument(part("", kind)))
	}
	return all
}

func tuple(parts ...abi.ArgumentMarshaling) abi.Argument {
	return argument(part("", "tuple", parts...))
}

func argument(a abi.ArgumentMarshaling) abi.Argument {
	t, err := abi.NewType(a.Type, "", a.Components)
	if err != nil {
		panic(err) // a constant of this file is no ABI type
	}
	return abi.Argument{Type: t}
}

// SellCallV4 encodes the Universal Router's swap of an exact amount in one pool, of
// currency0 if zeroForOne, for at least so much of the other; until is in unix seconds.
// The sender pays through an allowance of Permit2 and receives. An amount above 128
// bits is ErrAmount: the pool has no more.
func SellCallV4(k bind.PoolKey, zeroForOne bool, amount, least, until *big.Int) ([]byte, error) {
	if amount.BitLen() > 128 || least.BitLen() > 128 {
		return nil, fmt.Errorf("%w: %s for at least %s in a v4 pool", ErrAmount, amount, least)
	}
	in, out := k.Currency0, k.Currency1
	if !zeroForOne {
		in, out = out, in
	}
	swap, err := exactInArgs.Pack(exactIn{k, zeroForOne, amount, least, []byte{}})
	if err != nil {
		return nil, fmt.Errorf("encode a v4 swap: %w", err)
	}
	settle, err := currencyArgs.Pack(in, amount)
	if err != nil {
		return nil, fmt.Errorf("encode a v4 swap: %w", err)
	}
	take, err := currencyArgs.Pack(out, least)
	if err != nil {
		return nil, fmt.Errorf("encode a v4 swap: %w", err)
	}
	actions, err := actionArgs.Pack([]byte{exactInSingle, settleAll, takeAll}, [][]byte{swap, settle, take})
	if err != nil {
		return nil, fmt.Errorf("encode a v4 swap: %w", err)
	}
	return bind.NewUniversalRouter().PackExecute([]byte{v4Swap}, [][]byte{actions}, until), nil
}

// PoolV4 is the state of a v4 pool after one block. Fee0 and Fee1 are what is taken of
// token0 and of token1 that are paid in, the protocol's share included, in hundredths of
// a basis point.
type PoolV4 struct {
	SqrtPriceX96 uint256.Int
	Tick         int32
	Liquidity    uint256.Int // active
	Fee0, Fee1   uint32
}

// feesV4 adds the protocol's share, 12 bits a direction, to the liquidity's fee as the
// pool does: one is taken of what the other leaves.
func feesV4(protocol, liquidity uint64) (fee0, fee1 uint32) {
	sum := func(p uint64) uint32 { return uint32(p + liquidity - p*liquidity/1_000_000) }
	return sum(protocol & 0xfff), sum(protocol >> 12 & 0xfff)
}
