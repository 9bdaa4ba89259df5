package aave

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// variable is the only interest rate mode that is asked for.
var variable = big.NewInt(2)

// Codec packs the calls of a pool and reads its answers. It is immutable and safe for
// concurrent use; make one and keep it.
type Codec struct{ pool *bind.AavePool }

// NewCodec returns a codec.
func NewCodec() *Codec { return &Codec{bind.NewAavePool()} }

// Supply encodes supplying units of an asset, which the pool takes from the account by
// its allowance.
func (c *Codec) Supply(asset common.Address, units *uint256.Int, account common.Address) []byte {
	return c.pool.PackSupply(asset, units.ToBig(), account, 0)
}

// Withdraw encodes taking units of an asset out, to the account; all bits set takes
// everything.
func (c *Codec) Withdraw(asset common.Address, units *uint256.Int, account common.Address) []byte {
	return c.pool.PackWithdraw(asset, units.ToBig(), account)
}

// Borrow encodes a loan at the variable rate.
func (c *Codec) Borrow(asset common.Address, units *uint256.Int, account common.Address) []byte {
	return c.pool.PackBorrow(asset, units.ToBig(), variable, 0, account)
}

// Repay encodes paying a loan back by allowance; all bits set pays everything that is
// owed when it is carried out. More than is owed is not taken.
func (c *Codec) Repay(asset common.Address, units *uint256.Int, account common.Address) []byte {
	return c.pool.PackRepay(asset, units.ToBig(), variable, account)
}

// Account encodes the question for what the market says of an account.
func (c *Codec) Account(account common.Address) []byte {
	return c.pool.PackGetUserAccountData(account)
}
