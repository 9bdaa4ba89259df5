package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// convert proposes to fill the coin up to its reserve for gas, as far as what stands for it reaches,
// or to wrap what is beyond the reserve and beyond what two swaps cost.
func convert(t *task, d desk) step {
	asset, reserve, why := d.coin()
	if why != "" {
		return end("%s", why)
	}
	kind, units := "unwrap", smallest(less(&reserve, &d.wallet.r.Native), asset.Units)
	if t.action.Verb == rule.Wrap {
		if _, over := reserve.AddOverflow(&reserve, d.gas()); over {
			reserve.SetAllOne()
		}
		kind, units = "wrap", less(&d.wallet.r.Native, &reserve)
	}
	if units.IsZero() {
		return t.nothing("there is nothing to " + kind + ", or the coin is at its reserve for gas")
	}
	return step{
		body: body(kind, `"asset":`+quoted(asset.Token.Handle())+`,"amount":"`+units.Dec()+`"`),
		say:  fmt.Sprintf("%s %s %s", kind, money.FormatUnits(&units, asset.Token.Decimals), asset.Token.Symbol),
	}
}

// coin is what stands for the chain's coin, and the reserve of coin for gas in wei; or why none is
// converted.
func (d desk) coin() (asset *turn.Asset, reserve uint256.Int, why string) {
	r := d.wallet.r
	asset, ok := r.Asset(r.Wrapper.Token)
	switch {
	case !ok:
		return nil, reserve, "nothing that wraps the coin is among safety.approved_protocols"
	case d.bounds.Gas <= 0 || r.NativePrice <= 0:
		return nil, reserve, "safety.gas_reserve keeps no coin for gas"
	}
	return asset, muldiv(uint256.NewInt(uint64(d.bounds.Gas)), pow10(18), uint256.NewInt(uint64(r.NativePrice))), ""
}

// gas is what two swaps cost at most, in wei.
func (d desk) gas() *uint256.Int {
	fee, over := new(uint256.Int).MulOverflow(&d.wallet.r.MaxFee, uint256.NewInt(2*strategy.SwapGas))
	if over {
		return fee.SetAllOne()
	}
	return fee
}
