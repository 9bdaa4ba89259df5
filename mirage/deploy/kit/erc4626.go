package kit

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
)

// ERC4626 is the protocol whose recipe this is.
const ERC4626 = "erc-4626"

var erc4626 = recipe{
	protocol: ERC4626, kit: (*writer).vault, lend: (*writer).vault,
	market: func(book deploy.Book) (string, bool) {
		vault, ok := book.Find("Vault")
		return vault.Address.Hex(), ok
	},
	owned: true, use: owning,
}

// owning is how the vault of a book is used by its owner, who pays interest for what it lent out.
func owning(book deploy.Book, _ common.Address) Use {
	at, none, v := book.Address("Vault"), new(big.Int), bind.NewVault()
	return Use{
		At: at,
		Ready: func(*big.Int) []deploy.Call {
			return []deploy.Call{{To: book.Address("USDC"), Data: bind.NewERC20().PackApprove(at, math.MaxBig256)}}
		},
		Take: to(at, v.PackLend),
		Give: to(at, func(units *big.Int) []byte { return v.PackSettle(units, none, none) }),
		Pay:  to(at, func(units *big.Int) []byte { return v.PackSettle(none, units, none) }),
	}
}

// vault creates a vault of USDC and puts what is lent into it.
func (w *writer) vault(phase string) {
	v := bind.NewVault()
	at := w.make(phase, "Vault", v.PackConstructor(w.At("USDC"), "Bardo vault of USDC", "bvUSDC"), nil)
	w.approve(phase, at, "USDC")
	w.Call(phase, "deposit", at, bind.NewERC4626().PackDeposit(w.lent, w.Deployer()))
}
