package risk

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
)

// Allowance is what the engine lets a strategy stake. Shares are of the equity; a whole
// one is no limit of its own. Shadow says that what opens is simulated and not sent.
type Allowance struct {
	Shadow             bool
	Position, Deployed money.BPS
	Guardrails         Guardrails // of an earned stage; of a vouched one they are advice
	Multiplier         float64
	Fraction           float64
}

// recompute finds out what is allowed. A stage that the owner vouched for is bounded by
// its cap alone: guardrails and sizing would shrink a proven strategy to a fifth at birth,
// because nothing is known of it yet. One that was earned is bounded by both too. Where they
// give nothing the bounds stay those of the stage, and what opens is held back and followed
// (see Assess): under bounds of zero nothing would be proposed, and nothing could ever speak for
// the strategy again.
func (e *Engine) recompute(at int64) {
	e.computed = at
	l, t := &e.ladder, &e.trades
	m := e.multiplier()
	a := Allowance{Shadow: l.stage == turn.StageShadow, Position: money.Whole, Deployed: money.Whole, Guardrails: Scaled(m), Multiplier: m, Fraction: e.fraction()}
	switch {
	case a.Shadow:
	case l.vouched:
		c := Cap(l.stage)
		a.Position, a.Deployed = c, c
	default:
		c := Cap(l.stage)
		a.Position, a.Deployed = min(c, a.Guardrails.Trade), min(c, a.Guardrails.Concentration)
		if a.Fraction > 0 {
			a.Position = min(a.Position, coarse(a.Fraction))
			a.Deployed = min(a.Deployed, coarse(Room(1, 0, t.daily())))
		}
	}
	e.allowed = a
}

func (e *Engine) multiplier() float64 {
	m := Guard(e.trades.known.composite(), Climate(e.look.Regime, e.look.Crisis), float64(e.look.Drawdown), float64(e.look.Limit))
	return m * e.conduct.restrained()
}

// coarse is a share in basis points, rounded down to steps of a tenth of a percent where
// it is more than one: a limit that moves by a hair with every trade says nothing, and
// each one is in the audit.
func coarse(share float64) money.BPS {
	b := part(share)
	if b > 100 {
		b -= b % 10
	}
	return b
}

// Narrow is the policy under what is allowed. Its slippage stays: it bounds exits too,
// which must not be held up (S-7). No guardrail bounds the rate of deployment, because no
// document says within what time.
func (e *Engine) Narrow(p cage.Policy) cage.Policy {
	a := e.allowed
	p.Shadow = p.Shadow || a.Shadow
	p.MaxPosition, p.MaxConcentration = min(p.MaxPosition, a.Position), min(p.MaxConcentration, a.Deployed)
	if e.ladder.binds() {
		p.MaxPositions = min(p.MaxPositions, a.Guardrails.Positions)
	}
	e.limit = p.MaxPosition
	return p
}

// Entering is what a rule that opens something may stake, so that a proposal is sized
// before it is previewed. While the price is off its mean it is half, and less too while
// a price feed is off that mean or old. It is half of what one position may be, not of what was
// asked for: a proposal of twice as much would get all of it.
func (e *Engine) Entering(b turn.Bounds) turn.Bounds {
	a := e.allowed
	b.MaxPosition, b.MaxDeployed = min(b.MaxPosition, a.Position), min(b.MaxDeployed, a.Deployed)
	if e.ladder.binds() {
		b.Slippage = min(b.Slippage, a.Guardrails.Slippage)
	}
	if off, _ := e.seen.primary().prices.Off(); off > half {
		b.MaxPosition = min(b.MaxPosition, e.limit) / 2
	}
	if e.look.Reading != nil {
		b.MaxPosition = e.seen.primary().second(e.look.Reading).trim(b.MaxPosition, e.limit)
	}
	return b
}

// Covered reports whether the mean price of five minutes is known, which everything above
// Standard needs.
func (e *Engine) Covered() bool { return e.seen.primary().prices.Covered() }

// Pace is how far one order that opens may move the price, and how many milliseconds lie
// between two of them.
func (e *Engine) Pace() (move money.BPS, apart int64) {
	if e.ladder.binds() {
		apart = e.allowed.Guardrails.Cooldown
	}
	return impact, apart
}
