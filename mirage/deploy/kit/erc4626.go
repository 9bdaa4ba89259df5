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
	protocol: ERC4626, kit: vaults, lend: vault,
	markets: func(book deploy.Book) []string {
		return append(alone(ERC4626, "Vault")(book), alone(ERC4626+"-second", secondVault)(book)...)
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

// secondVault is the kit's other vault, so that a life can move from one to the other.
const secondVault = "SecondVault"

// vault creates a vault of USDC and puts what is lent into it.
func vault(w *writer, phase string) {
	vaultAs(w, phase, "Vault", "Bardo vault of USDC", "bvUSDC")
}

// vaults creates the kit's two.
func vaults(w *writer, phase string) {
	vault(w, phase)
	vaultAs(w, phase, secondVault, "Second Bardo vault of USDC", "bvUSDC2")
}

// vaultAs creates one under a name.
func vaultAs(w *writer, phase, name, title, symbol string) {
	at := w.makeAs(phase, name, "Vault", bind.NewVault().PackConstructor(w.At("USDC"), title, symbol), nil)
	w.approve(phase, at, "USDC")
	w.Call(phase, "deposit", at, bind.NewERC4626().PackDeposit(w.lent, w.Deployer()))
}
