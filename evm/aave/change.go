package aave

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// The logs by which a receipt or debt token tells of a change and of the interest
// that it writes down with it.
var (
	minted = crypto.Keccak256Hash([]byte("Mint(address,address,uint256,uint256,uint256)"))
	burnt  = crypto.Keccak256Hash([]byte("Burn(address,address,uint256,uint256,uint256)"))
)

// sent is the log of a receipt token that someone else got, and updated the pool's of a reserve.
var (
	sent    = crypto.Keccak256Hash([]byte("BalanceTransfer(address,address,uint256,uint256)"))
	updated = crypto.Keccak256Hash([]byte("ReserveDataUpdated(address,uint256,uint256,uint256,uint256,uint256)"))
)

// Changing are the first topics of the logs that change what is supplied or owed, and at which rates.
func Changing() []common.Hash { return []common.Hash{minted, burnt, sent, updated} }

// Shift returns by how much a log of a receipt or debt token changes an account's units without
// interest; nil: not at all.
func Shift(log *types.Log, account common.Address) *big.Int {
	if c, ok := ParseChange(log); ok {
		if c.Account != account {
			return nil
		}
		by := Scaled(uint256.MustFromBig(new(big.Int).Abs(c.Units)), new(uint256.Int).SetBytes(log.Data[64:96])).ToBig()
		if c.Units.Sign() < 0 {
			by.Neg(by)
		}
		return by
	}
	if len(log.Topics) != 3 || len(log.Data) != 2*32 || log.Topics[0] != sent || log.Topics[1] == log.Topics[2] {
		return nil
	}
	switch by := new(big.Int).SetBytes(log.Data[:32]); account {
	case common.BytesToAddress(log.Topics[2][12:]):
		return by
	case common.BytesToAddress(log.Topics[1][12:]):
		return by.Neg(by)
	}
	return nil
}

// Change is what an action changed of a receipt or debt token, without the interest
// that its Transfer logs mix in: exactly what was supplied, withdrawn, borrowed or
// repaid. Units is negative where the balance shrank.
type Change struct {
	Token, Account common.Address
	Units          *big.Int
}

// ParseChange decodes a Mint or Burn log. It answers false for every other. Who
// emitted it must be known from elsewhere: any contract can log the like.
func ParseChange(log *types.Log) (Change, bool) {
	if len(log.Topics) != 3 || len(log.Data) != 3*32 {
		return Change{}, false
	}
	value, interest := new(big.Int).SetBytes(log.Data[:32]), new(big.Int).SetBytes(log.Data[32:64])
	switch log.Topics[0] {
	case minted: // the interest is part of what was minted
		return Change{log.Address, common.BytesToAddress(log.Topics[2][12:]), value.Sub(value, interest)}, true
	case burnt: // and was taken off what was burnt
		return Change{log.Address, common.BytesToAddress(log.Topics[1][12:]), value.Neg(value.Add(value, interest))}, true
	}
	return Change{}, false
}
