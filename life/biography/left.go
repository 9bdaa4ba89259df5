package biography

import (
	"errors"
	"math/big"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
)

// Left is what a dead Golem left for who comes next. What its death could not sell is none of it, and neither is
// paid time.
type Left struct {
	Capital money.USDC // of the numeraire, in the wallet and with its owner, in millionths, rounded down
	Credit  money.USDC // for gas and models
}

// bequeathed is what is there by the last reading, and by the books.
func bequeathed(after turn.Reading, swept []thanatopsis.Swept, spent []report.Spent) (l Left, _ error) {
	for i, p := range ledger.Purposes() {
		if p.Account != ledger.Time {
			l.Credit += spent[i].Left
		}
	}
	if len(after.Assets) == 0 {
		return l, nil
	}
	cash := &after.Assets[0]
	units := cash.Units.ToBig()
	for _, s := range swept {
		if home := s.Home(after); s.Asset == cash.Token.Address.Hex() {
			units.Add(units, home.ToBig())
		}
	}
	units.Mul(units, big.NewInt(int64(money.One)))
	units.Quo(units, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(cash.Token.Decimals)), nil))
	if !units.IsInt64() {
		return l, errors.New("the numeraire that it left is more than an amount can hold")
	}
	l.Capital = money.USDC(units.Int64())
	return l, nil
}
