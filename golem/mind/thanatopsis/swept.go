package thanatopsis

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Swept is what became of one asset of a wallet that is sent to its owner at the end: sent,
// left because it is not worth the gas, failed, or of unknown outcome.
//
// spec: provisioning §8.9
type Swept struct {
	Asset  string `json:"asset"` // a token's address, or native
	Units  string `json:"units"`
	State  string `json:"state"` // swept, dust, failed, unknown
	TxHash string `json:"tx_hash,omitempty"`
	Reason string `json:"reason,omitempty"` // why it failed
}

// Worth is what is with the owner, in quote tokens at the prices of a reading from after it
// was sent. Of what became of an unknown outcome that reading has the last word: nobody but
// the owner could be sent anything.
func (s Swept) Worth(after turn.Reading) float64 {
	units, err := uint256.FromDecimal(s.Units)
	if err != nil || s.State != "swept" && s.State != "unknown" {
		return 0
	}
	held, price, decimals := after.Native, after.NativeUSD, uint8(nativeDecimals)
	for _, b := range after.Balances {
		if b.Token.Address.Hex() != s.Asset {
			continue
		}
		held, price, decimals = b.Units, 1, b.Token.Decimals
		if b.Token.Address != after.Pool.Quote().Address {
			price = after.Pool.Price
		}
	}
	if s.State == "unknown" {
		if !units.Gt(&held) {
			return 0
		}
		units.Sub(units, &held)
	}
	return money.Float(units, decimals) * price
}
