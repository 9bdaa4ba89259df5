package thanatopsis

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// What became of an asset of a wallet that is sent to its owner.
const (
	SweptHome    = "swept"
	SweptDust    = "dust"    // worth less than twice what sending it costs
	SweptFailed  = "failed"  // stays in the wallet
	SweptUnknown = "unknown" // sent, and nobody knows whether it arrived
)

// Swept is what became of one asset of a wallet that is sent to its owner at the end.
//
// spec: provisioning §8.9
type Swept struct {
	Asset  string `json:"asset"` // a token's address, or native
	Units  string `json:"units"`
	State  string `json:"state"` // one of those above
	TxHash string `json:"tx_hash,omitempty"`
	Reason string `json:"reason,omitempty"` // why it failed
}

// Home is what of it is with the owner, by a reading from after it was sent; zero where that
// is nothing. Of an outcome that is unknown the reading has the last word: nobody but the
// owner could be sent anything.
func (s Swept) Home(after turn.Reading) (units uint256.Int) {
	if s.State != SweptHome && s.State != SweptUnknown || units.SetFromDecimal(s.Units) != nil {
		return uint256.Int{}
	}
	if s.State == SweptHome {
		return units
	}
	held := after.Native
	for i := range after.Assets {
		if a := &after.Assets[i]; a.Token.Address.Hex() == s.Asset {
			held = a.Units
		}
	}
	if !units.Gt(&held) {
		return uint256.Int{}
	}
	units.Sub(&units, &held)
	return units
}

// Worth is the same in the numeraire, at the prices of that reading.
func (s Swept) Worth(after turn.Reading) float64 {
	units := s.Home(after)
	return after.Worth(s.Asset, &units)
}
