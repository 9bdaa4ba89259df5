package aave

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// The logs by which a receipt or debt token tells of a change and of the interest
// that it writes down with it.
var (
	minted = crypto.Keccak256Hash([]byte("Mint(address,address,uint256,uint256,uint256)"))
	burnt  = crypto.Keccak256Hash([]byte("Burn(address,address,uint256,uint256,uint256)"))
)

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
