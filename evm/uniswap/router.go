package uniswap

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
)

// SaleV3 is a swap of an exact amount in one pool of v3, for at least so much of the other
// token. Until is in unix seconds; the second generation of the router has no deadline.
type SaleV3 struct {
	TokenIn, TokenOut common.Address
	Fee               uint32 // hundredths of a basis point
	Recipient         common.Address
	Until             *big.Int
	Amount, Least     *big.Int
}

// Call encodes the sale for a router; second says that it is SwapRouter02, which is all
// there is on Base.
func (s SaleV3) Call(second bool) []byte {
	fee := big.NewInt(int64(s.Fee))
	if second {
		return bind.NewSwapRouter02().PackExactInputSingle(bind.IV3SwapRouterExactInputSingleParams{
			TokenIn: s.TokenIn, TokenOut: s.TokenOut, Fee: fee, Recipient: s.Recipient,
			AmountIn: s.Amount, AmountOutMinimum: s.Least, SqrtPriceLimitX96: new(big.Int),
		})
	}
	return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: s.TokenIn, TokenOut: s.TokenOut, Fee: fee, Recipient: s.Recipient, Deadline: s.Until,
		AmountIn: s.Amount, AmountOutMinimum: s.Least, SqrtPriceLimitX96: new(big.Int),
	})
}
