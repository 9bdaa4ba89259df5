// Package trust is how much a Golem's strategy may stake: what its owner and its text allow,
// under what it has shown so far.
//
// spec: heartbeat §15
package trust

import (
	"fmt"
	"log/slog"
	"reflect"
	"strings"

	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Clock is the time of the life, unix milliseconds.
type Clock interface {
	// Last is the newest reading, without taking another.
	Last() int64
}

// Events takes what is told of the tick.
type Events interface {
	Emit(tick uint64, p wire.Payload)
}

// Parts is what a Trust bounds, and whom it tells.
type Parts struct {
	Strategy  *strategy.Keeper
	Cage      *cage.Cage
	Chronicle *chronicle.Chronicle
	State     *turn.State
	Clock     Clock
	Events    Events
	Log       *slog.Logger
	// Gas is what may still be set aside today for orders that are no way out; nil: gas is no limit.
	Gas func() (money.USDC, error)
}

// Terms is what the owner decided at birth.
type Terms struct {
	Policy   cage.Policy
	Stage    string // where the text names none; empty: shadow
	Adaptive bool   // the strategy moves between stages by what it shows
	Born     int64  // unix milliseconds
	Time     *term.Term
}

// Trust keeps the cage under the bounds that hold. It belongs to the goroutine that ticks.
type Trust struct {
	terms  Terms
	parts  Parts
	engine *risk.Engine // nil: the start stage holds
	rules  string       // of the strategy that it knows
}

// New puts the cage under the bounds of a life that begins.
func New(terms Terms, parts Parts) (*Trust, error) {
	t := &Trust{terms: terms, parts: parts}
	if terms.Adaptive {
		start, err := turn.StageOf(t.start())
		if err != nil {
			return nil, fmt.Errorf("risk.start_stage: %w", err)
		}
		t.rules = rulesOf(parts.Strategy.Active())
		t.engine = risk.New(risk.Birth{Start: start, Born: terms.Born, Time: terms.Time})
	}
	parts.Cage.Tighten(t.policy()) // what a life begins with is no change
	return t, nil
}

// start is the stage that the strategy names, else the owner's (DESIGN §12.18); shadow where
// neither does.
func (t *Trust) start() string {
	if own := t.parts.Strategy.Active().StartStage; own != "" {
		return own
	}
	if t.terms.Stage == "" {
		return turn.StageShadow.String()
	}
	return t.terms.Stage
}

// rulesOf is what makes a strategy another one: its rules and the stage its owner set.
func rulesOf(s *strategy.Strategy) string {
	var b strings.Builder
	fmt.Fprintln(&b, s.StartStage)
	for _, r := range s.Rules {
		fmt.Fprintln(&b, r.Kind, r.Name, r.Text)
	}
	return b.String()
}

// Engine is the adaptive risk engine; nil: the life has none.
func (t *Trust) Engine() *risk.Engine { return t.engine }

// Reloaded says that another text is in force. One of which nothing is known begins anew; one
// that only changes limits keeps what it has shown.
func (t *Trust) Reloaded() {
	t.relearn()
	t.Tighten()
}

func (t *Trust) relearn() {
	rules := rulesOf(t.parts.Strategy.Active())
	if t.engine == nil || rules == t.rules {
		return
	}
	t.rules = rules
	start, err := turn.StageOf(t.start())
	if err != nil { // the birth and the compiler know only four
		start = turn.StageShadow
	}
	t.engine.Begin(start, t.parts.Clock.Last())
}

// Limits are the owner's, whatever strategy and stage make of them.
func (t *Trust) Limits() cage.Policy { return t.terms.Policy }

// Limit puts other limits of the owner's in force, which loosen nothing.
func (t *Trust) Limit(p cage.Policy) {
	t.terms.Policy = p
	t.Tighten()
}

// Tighten puts the cage under the bounds that hold now: those of the strategy in
// force and, at once, whatever a pending one tightens.
func (t *Trust) Tighten() {
	next, now := t.policy(), t.parts.Cage.Policy()
	if reflect.DeepEqual(next, now) { // which is quick, at every tick
		return
	}
	if before := now.Digest(); next.Digest() != before {
		t.parts.Cage.Tighten(next)
		t.parts.Chronicle.Limited(before, next.Digest())
	}
}

func (t *Trust) policy() cage.Policy {
	p := tighter(t.terms.Policy, t.parts.Strategy.Bounds())
	if t.engine != nil {
		return t.engine.Narrow(p)
	}
	return staged(p, t.start())
}

// tighter is the policy under a strategy's own bounds.
func tighter(p cage.Policy, b turn.Bounds) cage.Policy {
	p.MaxPosition, p.MaxConcentration = min(p.MaxPosition, b.MaxPosition), min(p.MaxConcentration, b.MaxDeployed)
	p.MaxSlippage, p.MaxDrawdown = min(p.MaxSlippage, b.Slippage), min(p.MaxDrawdown, b.MaxDrawdown)
	return p
}

// staged caps positions by a stage that nothing moves (heartbeat §15 layer 3). Micro is 2 % of the
// equity here, and 1 % under the engine, which takes the stricter of two documents.
func staged(p cage.Policy, stage string) cage.Policy {
	switch stage {
	case "shadow":
		p.Shadow = true
	case "micro":
		p.MaxPosition = min(p.MaxPosition, 200)
	case "scaled":
		p.MaxPosition = min(p.MaxPosition, 1_000)
	}
	return p
}

// Weigh shows the engine what the tick found, before anything is decided in it, and puts
// the limits that follow into force. gas is what is left of the emptiest partition, a share.
func (t *Trust) Weigh(seen turn.Observation, now int64, gas float64) {
	e := t.engine
	if e == nil {
		return
	}
	before, _ := e.Stage()
	_, was := e.Anomaly()
	held := t.parts.State.Positions()
	held.Take(seen.Reading)
	e.Look(risk.Look{
		Now: now, Reading: &seen.Reading, Regime: seen.Regime, Drawdown: held.Drawdown, Limit: t.parts.Cage.Policy().MaxDrawdown,
		Crisis: t.parts.State.Standing().Level >= turn.LevelWatching, Gas: gas,
	})
	if after, _ := e.Stage(); after != before {
		t.parts.Chronicle.Tell(audit.Intervention("stage", after.String()))
		t.parts.Log.Info("the strategy is trusted with another stage", "from", before.String(), "to", after.String())
	}
	if score, odd := e.Anomaly(); odd != was {
		t.parts.Chronicle.Tell(audit.Intervention("anomaly", map[bool]string{true: "begun", false: "over"}[odd]))
		t.parts.Events.Emit(t.parts.State.Heartbeat().Tick, wire.RiskAnomaly{Score: score, Over: !odd})
	}
	t.Tighten()
}

// Glance shows the engine the price of a gamma tick.
func (t *Trust) Glance(atMs int64, price float64) {
	if t.engine != nil {
		t.engine.Glance(atMs, price)
	}
}

// Broke hears of a breaker: opening was stopped by what was lost or failed.
func (t *Trust) Broke() {
	if t.engine != nil {
		t.engine.Broke()
	}
}

// Ended takes in what became of an order.
func (t *Trust) Ended(act turn.Action) {
	if t.engine != nil {
		t.engine.Ended(act)
	}
}

// Report is what the engine says of a tick, with what is held; nil where there is none.
func (t *Trust) Report(held turn.Reading) *turn.Risk {
	if t.engine == nil {
		return nil
	}
	return t.engine.Report(&held)
}
