package risk

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// verdict is an assessment in the making.
type verdict struct {
	turn.Assessment
	size   float64 // in quote tokens, what of the order still passes
	shrunk string  // why, last
	block  *turn.Refusal
	follow bool // it is refused, and followed
}

func (v *verdict) pass(layer uint8, detail string) {
	v.Layers = append(v.Layers, turn.RiskLayer{Layer: layer, Passed: true, Detail: detail})
}

func (v *verdict) stop(layer uint8, code wire.Code, format string, args ...any) {
	v.block = refuse(code, format, args...)
	v.Layers = append(v.Layers, turn.RiskLayer{Layer: layer, Detail: v.block.Detail})
}

// add says more of the layer that was passed last.
func (v *verdict) add(detail string) { v.Layers[len(v.Layers)-1].Detail += "; " + detail }

// shrink lets at most that much of the order pass.
func (v *verdict) shrink(why string, most float64) {
	if most = least(most, math.MaxFloat64); most < v.size {
		v.size, v.shrunk = most, why
		l := &v.Layers[len(v.Layers)-1]
		l.Detail += fmt.Sprintf("; %s: %.2f", why, most)
	}
}

func refuse(code wire.Code, format string, args ...any) *turn.Refusal {
	return &turn.Refusal{Layer: Layer, Code: code, Detail: fmt.Sprintf(format, args...)}
}

func usd(v money.USDC) float64 { return float64(v) / float64(money.One) }

// portion is a share of a whole.
func portion(b money.BPS, whole float64) float64 { return float64(b) / float64(money.Whole) * whole }

// equity is what a reading is worth but for the native coin, which is there for gas.
func equity(r *turn.Reading) float64 {
	return least(r.Equity()-native(r.Native.Float64(), r), math.MaxFloat64)
}

// native is what wei are worth.
func native(wei float64, r *turn.Reading) float64 { return wei / 1e18 * r.NativeUSD }

// risked is what of it is not cash.
func risked(r *turn.Reading) float64 {
	cash := 0.0
	if len(r.Assets) > 0 {
		cash = r.Assets[0].Value
	}
	return least(equity(r)-cash, math.MaxFloat64)
}
