package biography

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
)

// worth is what went home from the wallet, in quote tokens.
func worth(swept []thanatopsis.Swept, after turn.Reading) (sum float64) {
	for _, s := range swept {
		sum += s.Worth(after)
	}
	return sum
}

// sent is the same in words: each asset with its amount.
func sent(swept []thanatopsis.Swept, after turn.Reading) (all []string) {
	for _, s := range swept {
		units, err := uint256.FromDecimal(s.Units)
		if err != nil || s.Worth(after) == 0 {
			continue
		}
		text := money.FormatUnits(units, nativeDecimals) + " coins for gas"
		for _, b := range after.Balances {
			if b.Token.Address.Hex() == s.Asset {
				text = money.FormatUnits(units, b.Token.Decimals) + " " + b.Token.Symbol
			}
		}
		if s.State == "unknown" {
			text += " (not confirmed)"
		}
		all = append(all, text)
	}
	return all
}

// nativeDecimals are those of every chain's coin.
const nativeDecimals = 18
