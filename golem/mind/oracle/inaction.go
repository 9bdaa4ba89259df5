package oracle

import "bardo.run/bardo/golem/host/turn"

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
		Category: turn.Inaction, Claim: claim, Draft: claim, Now: o.inaction, MadeAt: now.Time, ResolveAt: now.Time + turn.Horizon,
		Regime: o.regime, Stated: 0.5, Confidence: o.knows(turn.Inaction, o.regime).calibrator.Calibrate(0.5), Action: action, Trade: &t, Market: o.name,
	})
}

func inactionHeld(t *turn.Untraded, s turn.Sight) float64 {
	if t == nil || t.Gain(s) > 0 {
		return 0
	}
	return 1
}
