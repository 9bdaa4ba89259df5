package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// HeldBack registers that an opening action was not taken, and claims that it would
// not have gained, net of its costs (DESIGN §12.16). Later it is found out whether
// that was so: it is what the gate's refusals are worth.
func (o *Oracle) HeldBack(t turn.Untraded, action string) {
	now, ok := o.market.Ago(0)
	if !ok || !number(t.Value) {
		return
	}
	t.Price, t.FeeBase, t.FeeQuote = now.Price, now.FeeBase, now.FeeQuote
	claim := turn.Claim{Kind: turn.Boolean, Want: turn.Up}
	o.ledger.register(turn.Prediction{
		Category: turn.Inaction, Claim: claim, Draft: claim, Now: o.inaction, MadeAt: now.Time, ResolveAt: now.Time + Horizon,
		Regime: o.regime, Stated: 0.5, Confidence: o.tuned[turn.Inaction][o.regime].calibrator.Calibrate(0.5), Action: action, Trade: &t,
	})
}

// Gain is what a trade that was held back would have come to by then, as a share of
// its value and net of its cost. Liquidity earned the pool's fees while the price is
// within its range, and lost against holding what the price took.
func Gain(t *turn.Untraded, s Sight) float64 {
	if t.Lower == t.Upper {
		return s.Price/t.Price - 1 - t.Cost
	}
	// A range in ticks of the pool is the same range about the quote price, turned
	// over where the quote token is token0; the law of the value is symmetric.
	width := math.Abs(float64(t.Upper-t.Lower)) * math.Log(1.0001) / 2
	low, high := t.Price*(1-width), t.Price*(1+width)
	unit := worth(t.Price, low, high)
	earned := 0.0
	if low <= s.Price && s.Price <= high {
		earned = fees(Sight{FeeBase: t.FeeBase, FeeQuote: t.FeeQuote}, s) / unit
	}
	return worth(s.Price, low, high)/unit - 1 + earned - t.Cost
}

// worth is the value of a position of liquidity one in the quote token.
func worth(price, low, high float64) float64 {
	at := math.Sqrt(min(max(price, low), high))
	return price*(1/at-1/math.Sqrt(high)) + at - math.Sqrt(low)
}

func inactionHeld(t *turn.Untraded, s Sight) float64 {
	if t == nil || Gain(t, s) > 0 {
		return 0
	}
	return 1
}
