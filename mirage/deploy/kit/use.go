package kit

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// Use is how the USDC in a lending market of a book is used: by a borrower, who pledges WETH, or in
// one that is Owned by who deployed it, who lends out what lies there.
type Use struct {
	At common.Address
	ID common.Hash // of a market in a contract of many
	// Ready is what who uses it sends at first; an owner pledges nothing.
	Ready func(pledge *big.Int) []deploy.Call
	// Take takes units of USDC out, and Give brings them back.
	Take, Give func(units *big.Int) deploy.Call
	// Pay brings units as interest; nil where the market itself counts what a borrower owes.
	Pay func(units *big.Int) deploy.Call
}

// Owned reports whether a protocol's market is used by its owner.
func Owned(protocol string) (bool, error) {
	r, err := of(protocol)
	return r.owned, err
}

// UseOf is how somebody uses a protocol's market of a book.
func UseOf(protocol string, book deploy.Book, who common.Address) (Use, error) {
	r, err := of(protocol)
	if err != nil {
		return Use{}, err
	}
	return r.use(book, who), nil
}

// pledging is what a borrower sends at first: it supplies its WETH by a call, and allows a market to
// take back what it borrows.
func pledging(book deploy.Book, at common.Address, supply func(pledge *big.Int) []byte) func(*big.Int) []deploy.Call {
	erc20 := bind.NewERC20()
	return func(pledge *big.Int) []deploy.Call {
		return []deploy.Call{
			{To: book.Address("WETH9"), Data: erc20.PackApprove(at, pledge)},
			{To: at, Data: supply(pledge)},
			{To: book.Address("USDC"), Data: erc20.PackApprove(at, math.MaxBig256)},
		}
	}
}

// to makes calls of one contract.
func to(at common.Address, pack func(units *big.Int) []byte) func(*big.Int) deploy.Call {
	return func(units *big.Int) deploy.Call { return deploy.Call{To: at, Data: pack(units)} }
}
