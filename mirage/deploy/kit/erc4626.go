package kit

import (
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
}

// vault creates a vault of USDC and puts what is lent into it.
func (w *writer) vault(phase string) {
	v := bind.NewVault()
	at := w.make(phase, "Vault", v.PackConstructor(w.At("USDC"), "Bardo vault of USDC", "bvUSDC"), nil)
	w.approve(phase, at, "USDC")
	w.Call(phase, "deposit", at, bind.NewERC4626().PackDeposit(w.lent, w.Deployer()))
}
