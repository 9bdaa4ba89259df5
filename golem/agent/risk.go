package agent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// trust is how much the strategy may stake.
type trust struct {
	engine *risk.Engine // nil: the start stage holds
	rules  string       // of the strategy that it knows
}

// watched is the strategy with the triggers that no text can take away.
type watched struct {
	*strategy.Keeper
	a *Agent
}

// Evaluate implements heartbeat.Strategy.
func (w watched) Evaluate(seen turn.Observation, now int64) ([]turn.Trigger, []turn.ProbeResult) {
	triggers, found := w.Keeper.Evaluate(seen, now)
	triggers = append(triggers, w.a.player.Rest(now)...)
	defer w.a.weigh(seen, now)
	signs := w.a.degrade(seen, now)
	if step, ok := w.a.descent.Next(seen.Reading, signs, now); ok {
		triggers = append([]turn.Trigger{step}, triggers...)
	}
	return triggers, found
}

// degrade looks at the Golem and tells of another level. It returns what it saw; the fall
// of the equity from its peak is with what was read just now.
func (a *Agent) degrade(seen turn.Observation, now int64) descent.Signs {
	held := a.state.Positions()
	held.Take(seen.Reading)
	s := descent.Signs{
		Credit: 1, Resource: a.left.Lowest, Cost: a.boot.Heartbeat.Budget.Share(a.state.Heartbeat().DailyCost), Drawdown: held.Drawdown,
		Trigger: a.cage.Policy().MaxDrawdown, Emergency: a.boot.Risk.Emergency, Volatile: seen.Regime == turn.RegimeVolatile, Now: now,
	}
	if c := a.boot.Mortality.Clocks; c.Economic && !c.Immortal {
		s.Credit = a.left.Total
	}
	standing, began := a.descent.Look(s)
	a.standing(standing)
	if began {
		a.events.Emit(a.state.Heartbeat().Tick, wire.RiskDrawdownWarning{Current: portion(a.descent.Fall()), Max: portion(s.Closes())})
	}
	return s
}

// standing puts the Golem where the ladder says, under the halt that the owner asked for.
func (a *Agent) standing(s turn.Standing) {
	before := a.state.Standing()
	s.Halt, s.Key = before.Halt, before.Key
	a.write.Standing.Edit(func(now *turn.Standing) { *now = s })
	if s.Level == before.Level {
		return
	}
	a.tell(audit.Intervention("degradation", s.Level.String()))
	a.broke(before, s)
	tick := a.state.Heartbeat().Tick
	a.events.Emit(tick, wire.RiskDegradationChanged{From: before.Level.String(), To: s.Level.String(), Cause: s.Cause})
	if s.Level == turn.LevelStopped {
		a.events.Emit(tick, wire.RiskHalt{Level: s.Level.String(), Source: "emergency"})
		a.stores.Log.Error("everything is closed and nothing is opened until the owner says golem resume", "level", s.Level.String(), "cause", s.Cause)
	}
}

// ended takes in what became of the orders of a tick, or of one whose outcome came late.
func (a *Agent) ended(actions []turn.Action) {
	for i := range actions {
		act := &actions[i]
		if a.risk.engine != nil {
			a.risk.engine.Ended(*act)
		}
		if a.descent.Ended(act) {
			a.reduced(act)
		}
	}
}

// reduced announces a step that was taken: the liquidity that was left, or how else.
func (a *Agent) reduced(act *turn.Action) {
	what := act.Preview.Kind
	if x, err := grammar.Parse(act.Proposal.Body); err == nil && x.Kind == grammar.RemoveLiquidity {
		what = x.PositionID.Dec()
	}
	a.events.Emit(a.state.Heartbeat().Tick, wire.RiskForcedReduction{Drawdown: portion(a.descent.Fall()), PositionsClosed: wire.List[string]{what}})
}

// portion is a share for people.
func portion(b money.BPS) float64 { return float64(b) / float64(money.Whole) }
