package permit2

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// AllowCall encodes the owner's call that lets spender take up to amount of a token
// until a time in unix seconds. Permit2 counts amounts in 160 bits and times in 48;
// what does not fit is an error.
func AllowCall(token, spender common.Address, amount *uint256.Int, until *big.Int) ([]byte, error) {
	if amount.BitLen() > 160 || until.Sign() <= 0 || until.BitLen() > 48 {
		return nil, fmt.Errorf("permit2: an allowance of %s until %s cannot be written", amount.Dec(), until)
	}
	return bind.NewPermit2().PackApprove(token, spender, amount.ToBig(), until), nil
}

// ForbidCall encodes the owner's call that takes an allowance back: one of nothing, as a cage on the
// chain reads it.
func ForbidCall(token, spender common.Address) []byte {
	return bind.NewPermit2().PackApprove(token, spender, new(big.Int), new(big.Int))
}
