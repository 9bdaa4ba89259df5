package dying

import (
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// holding is what a wallet has of one asset, at its death. Token is zero for native money.
// Worth and Gas, what its transfer costs, are at one moment's prices; an asset without a
// price is worth zero.
type holding struct {
	Token  common.Address
	Amount uint256.Int
	Worth  money.USDC
	Gas    money.USDC
}

// arrange says in which order the assets of a dead wallet go to its owner: the dearest
// first, so that gas which runs out leaves the least behind, and native money last,
// because it pays for the others. dust is what is worth less
// than twice the gas of its way and stays behind; it is in the
// order of its tokens. Assets that there is nothing of are in neither.
//
// spec: provisioning §8.9
func arrange(holdings []holding) (order, dust []holding) {
	for _, h := range holdings {
		switch twice, err := h.Gas.Add(h.Gas); {
		case h.Amount.IsZero():
		case err != nil || h.Worth < twice:
			dust = append(dust, h)
		default:
			order = append(order, h)
		}
	}
	native := common.Address{}
	slices.SortFunc(order, func(a, b holding) int {
		return cmp.Or(b.Token.Cmp(native)-a.Token.Cmp(native), cmp.Compare(b.Worth, a.Worth), a.Token.Cmp(b.Token))
	})
	slices.SortFunc(dust, func(a, b holding) int { return a.Token.Cmp(b.Token) })
	return order, dust
}
