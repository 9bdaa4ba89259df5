package accounts

import (
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Units are the assets of a life's books, by the names that the books have for them.
type Units map[string]turn.Token

// UnitsOf are credit, the coin for gas and the tokens.
func UnitsOf(tokens ...turn.Token) Units {
	u := Units{ledger.Credit: {Symbol: "credit", Decimals: 6}, ledger.Native: {Symbol: "native", Decimals: 18}}
	for _, t := range tokens {
		u[t.Address.Hex()] = t
	}
	return u
}

// Name is the symbol of an asset; of one that is not known the name that the books have.
func (u Units) Name(asset string) string {
	if t, known := u[asset]; known {
		return t.Symbol
	}
	return asset
}

// Whole is an amount in whole units, with its sign; of an asset that is not known it is raw.
func (u Units) Whole(asset string, amount *big.Int) string {
	t, known := u[asset]
	abs, over := uint256.FromBig(new(big.Int).Abs(amount))
	if !known || over {
		return amount.String()
	}
	if amount.Sign() < 0 {
		return "-" + money.FormatUnits(abs, t.Decimals)
	}
	return money.FormatUnits(abs, t.Decimals)
}
