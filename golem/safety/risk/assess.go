package risk

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Layer is the engine's name among the layers that may refuse.
const Layer = "risk"

// rounding is what a size may be over its limit: the price may have moved between a
// proposal of exactly the share and its valuation.
const rounding = 0.01

// Blocked is the assessment of what the first layer, the cage, refused: nothing further
// is looked at.
func (e *Engine) Blocked(value money.USDC, r *turn.Refusal) turn.Assessment {
	return turn.Assessment{Stage: e.ladder.stage, Requested: value, Layers: []turn.RiskLayer{{Layer: 1, Detail: string(r.Code)}}}
}

// Assess judges an order that opens a risk and that the cage lets pass, by layers 2 to 5.
// What would pass smaller is refused with the size that passes, so that nothing is shrunk
// behind a preview. nil lets it pass.
//
// spec: heartbeat §15
func (e *Engine) Assess(o Order) (turn.Assessment, *turn.Refusal) {
	said, r, follow := e.assess(o)
	if follow {
		e.HeldBack(o)
	}
	return said, r
}

// Foresee says why an order would be refused that is not asked for yet. Nothing is followed for it.
func (e *Engine) Foresee(o Order) *turn.Refusal {
	_, r, _ := e.assess(o)
	return r
}

// assess also says whether the order is followed, though it is refused.
func (e *Engine) assess(o Order) (_ turn.Assessment, _ *turn.Refusal, follow bool) {
	v := &verdict{Assessment: turn.Assessment{Stage: e.ladder.stage, Requested: o.Simulation.Value}, size: usd(o.Simulation.Value)}
	v.pass(1, "")
	equity := equity(&o.Case.Seen)
	threats := func(v *verdict, o Order, equity float64) {
		e.seen.behind(&o.Case).threatened(v, o, portion(e.limit, equity))
	}
	for _, layer := range []func(*verdict, Order, float64){e.sized, e.guarded, e.watched, threats} {
		if layer(v, o, equity); v.block != nil {
			return v.Assessment, v.block, v.follow
		}
	}
	v.Adjusted = min(v.Requested, money.USDC(least(v.size*float64(money.One), float64(v.Requested))))
	if usd(v.Requested) > v.size*(1+rounding) {
		return v.Assessment, refuse(wire.CodeSafetyRiskSize, "%s; ask for at most %s USDC", v.shrunk, v.Adjusted), false
	}
	v.Adjusted = v.Requested
	return v.Assessment, nil, false
}

// sized is layer 2. While there are too few trades to size by, or they leave nothing, the
// order is held back and followed like one in shadow: else nothing could ever be learned.
func (e *Engine) sized(v *verdict, o Order, equity float64) {
	f, t := e.fraction(), &e.trades
	said := fmt.Sprintf("%d trades followed, edge %.3f %%, deviation %.3f %%: %.1f %% of equity", t.estimate.N, 100*t.estimate.Mean, 100*t.deviation(), 100*f)
	if !e.ladder.binds() {
		v.pass(2, "the stage was set and not earned, advice only: "+said)
		e.ranged(v, o, equity)
		return
	}
	if f == 0 {
		if !t.estimate.Known() {
			said = fmt.Sprintf("%d of %d trades followed", t.estimate.N, observations)
		}
		v.stop(2, wire.CodeSafetyStageShadow, "stage %s, %s; simulated, not sent", e.ladder.said(), said)
		v.follow = true
		return
	}
	v.pass(2, said)
	v.shrink("the sizing formulas allow less", f*equity)
	at := Together(AtRisk(t.daily(), risked(&o.Case.Seen)))
	v.shrink("the book has no more room for what may be lost in a day", Room(equity, at, t.daily()))
	e.ranged(v, o, equity)
}

// guarded is layer 3.
func (e *Engine) guarded(v *verdict, o Order, equity float64) {
	a := e.allowed
	g := a.Guardrails
	said := fmt.Sprintf("multiplier %.3f: a trade up to %s, all up to %s", a.Multiplier, g.Trade, g.Concentration)
	if !e.ladder.binds() {
		v.pass(3, "advice only: "+said)
		return
	}
	now := o.Case.Now
	switch {
	case o.Case.Action.Slippage > g.Slippage:
		v.stop(3, wire.CodeSafetySlippage, "slippage %s is above the guardrail %s", o.Case.Action.Slippage, g.Slippage)
	case e.opened.tick != o.Tick && now-e.opened.at < g.Cooldown:
		v.stop(3, wire.CodeSafetyRateLimit, "the last opening was %d s ago, the guardrail is %d s", (now-e.opened.at)/1_000, g.Cooldown/1_000)
	case o.Case.Action.Kind == grammar.Borrow && risked(&o.Case.Seen)+v.size > g.Leverage*equity:
		v.stop(3, wire.CodeSafetyRiskSize, "with this loan more than %.1f times the equity would be at risk", g.Leverage)
	default:
		v.pass(3, said)
		v.shrink("the guardrail allows less in one trade", portion(g.Trade, equity))
	}
}

// watched is layer 4, which never blocks.
func (e *Engine) watched(v *verdict, _ Order, _ float64) {
	v.pass(4, "")
	v.Warnings = append(v.Warnings, e.habit.flags(e.look.Now, e.birth.Born)...)
	if _, odd := e.Anomaly(); odd {
		v.Warnings = append(v.Warnings, FlagAnomaly)
	}
}
