package agent

import (
	"math/bits"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/ladder"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/wire"
)

// again is how long lies between two tries to close everything, in milliseconds, where
// the one before reached the chain and left something; else the next tick tries. What the
// market does not take whole is sold as there is room for it, and in halves of that down to
// one quote token.
const (
	again    = 5 * 60_000
	smallest = 3
)

// risk is how far the Golem is degraded, and what it does about an emergency.
type descending struct {
	ladder ladder.Ladder
	tried  int64        // when everything was to be closed last; 0: try now
	halved uint         // how often a sale was made smaller
	finest uint         // how often it may be
	engine *risk.Engine // nil: the start stage holds
	rules  string       // of the strategy that it knows

	descent descent
}

// watched is the strategy with two rules that no text can take away: what is at risk is
// reduced while the equity falls towards the emergency, and at L3 everything is closed.
type watched struct {
	*strategy.Keeper
	a *Agent
}

// Evaluate implements heartbeat.Strategy.
func (w watched) Evaluate(seen turn.Observation, now int64) ([]turn.Trigger, []turn.ProbeResult) {
	triggers, found := w.Keeper.Evaluate(seen, now)
	triggers = append(triggers, w.a.rest(now)...)
	defer w.a.weigh(seen, now)
	signs := w.a.degrade(seen, now)
	w.a.risk.finest = finest(seen.Reading)
	w.a.risk.descent.finest = w.a.risk.finest
	if step, ok := w.a.reduction(seen.Reading, signs, now); ok {
		return append([]turn.Trigger{step}, triggers...), found
	}
	if w.a.state.Standing().Level != turn.LevelStopped || !holds(seen.Reading) || w.a.risk.tried != 0 && now-w.a.risk.tried < again {
		return triggers, found
	}
	w.a.risk.tried = now
	all := append([]turn.Trigger{{
		Rule: play.Emergency, Kind: "stop", Text: "L3: close all (safety §15.3)",
		Values: []turn.Value{
			{Name: "drawdown", Value: float64(signs.Drawdown), Unit: "bps"}, size(w.a.risk.halved),
		},
	}}, triggers...)
	return all, found
}

// degrade looks at the Golem and tells of another level. It returns what it saw; the fall
// of the equity from its peak is with what was read just now.
func (a *Agent) degrade(seen turn.Observation, now int64) ladder.Signs {
	held := a.state.Positions()
	held.Take(seen.Reading)
	s := ladder.Signs{
		Credit: 1, Resource: a.left.Lowest, Cost: a.boot.Heartbeat.Budget.Share(a.state.Heartbeat().DailyCost), Drawdown: held.Drawdown,
		Trigger: a.cage.Policy().MaxDrawdown, Emergency: a.boot.Risk.Emergency, Volatile: seen.Regime == turn.RegimeVolatile, Now: now,
	}
	if c := a.boot.Mortality.Clocks; c.Economic && !c.Immortal {
		s.Credit = a.left.Total
	}
	a.standing(a.risk.ladder.Look(s))
	return s
}

// holds reports whether there is anything to close: a position, a loan or a deposit, or
// base tokens worth more than one quote token.
func holds(r turn.Reading) bool {
	for i := range r.Lending {
		if !r.Lending[i].Idle() {
			return true
		}
	}
	for i := range r.Balances {
		if b := &r.Balances[i]; b.Token.Address == r.Pool.Base().Address && b.Value >= 1 {
			return true
		}
	}
	return len(r.Positions) > 0
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
		a.risk.tried, a.risk.halved = 0, 0
		a.events.Emit(tick, wire.RiskHalt{Level: s.Level.String(), Source: "emergency"})
		a.stores.Log.Error("everything is closed and nothing is opened until the owner says golem resume", "level", s.Level.String(), "cause", s.Cause)
	}
}

// ended takes in what became of the orders of a tick, or of one whose outcome came late.
func (a *Agent) ended(actions []turn.Action) {
	for i := range actions {
		act := &actions[i]
		if act.Status == turn.StatusExecuted || act.Status == turn.StatusFailed {
			a.risk.ladder.Ended(act.Status == turn.StatusExecuted)
		}
		if a.risk.engine != nil {
			a.risk.engine.Ended(*act)
		}
		if act.Proposal.Cause == play.Emergency {
			a.risk.closed(act)
		}
		if act.Proposal.Cause == play.Reduction {
			a.risk.descent.stepped(act)
			a.told(act)
		}
	}
}

// closed takes in a step of an emergency. Nothing that was refused costs anything, so it
// is tried again at once, smaller where it was too much for the market. What was executed
// says that the rest goes too.
func (r *descending) closed(act *turn.Action) {
	switch {
	case act.Status == turn.StatusBlocked:
		r.tried = 0
		if tooMuch(act) && r.halved < max(smallest, r.finest) {
			r.halved++
		}
	case act.Status == turn.StatusExecuted:
		r.tried = 0
		if sold(act) && r.halved > 0 { // the market may take more again
			r.halved--
		}
	}
}

// tooMuch says that a sale was refused for its size.
func tooMuch(act *turn.Action) bool {
	return sold(act) && play.TooMuch(*act)
}

func sold(act *turn.Action) bool { return act.Preview.Kind == string(grammar.Swap) }

// size says how much of a sale goes at once.
func size(halved uint) turn.Value {
	return turn.Value{Name: play.Halved, Value: float64(halved), Unit: "times"}
}

// finest is how often a sale of the base tokens can be halved before a part of it is worth
// less than one quote token.
func finest(r turn.Reading) uint {
	for i := range r.Balances {
		if b := &r.Balances[i]; b.Token.Address == r.Pool.Base().Address && b.Value >= 1 {
			return uint(bits.Len64(uint64(min(b.Value, 1<<62)))) - 1
		}
	}
	return 0
}
