package signing

import (
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// Holding is what a wallet has of one asset, at its death. Token is zero for native money.
// Worth and Gas, what its transfer costs, are at one moment's prices; an asset without a
// price is worth zero.
type Holding struct {
	Token  common.Address
	Amount uint256.Int
	Worth  money.USDC
	Gas    money.USDC
}

// dustFactor: what is worth less than so many times its transfer's gas stays behind.
const dustFactor = 2

// Sweep says in which order the assets of a dead wallet go to its owner: the dearest
// first, so that gas which runs out leaves the least behind, and native money last,
// because it pays for the others. dust is what would not be worth its way; it is in the
// order of its tokens. Assets that there is nothing of are in neither.
//
// spec: provisioning §8.9
func Sweep(holdings []Holding) (order, dust []Holding) {
	for _, h := range holdings {
		switch least, err := h.Gas.MulDivUp(dustFactor, 1); {
		case h.Amount.IsZero():
		case err != nil || h.Worth < least:
			dust = append(dust, h)
		default:
			order = append(order, h)
		}
	}
	native := func(h Holding) int {
		if h.Token == (common.Address{}) {
			return 1
		}
		return 0
	}
	slices.SortFunc(order, func(a, b Holding) int {
		return cmp.Or(cmp.Compare(native(a), native(b)), cmp.Compare(b.Worth, a.Worth), a.Token.Cmp(b.Token))
	})
	slices.SortFunc(dust, func(a, b Holding) int { return a.Token.Cmp(b.Token) })
	return order, dust
}
