package agent

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/ladder"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// descent is how the Golem reduces what is at risk before it comes to an emergency, one
// step a tick (heartbeat §15 layer 1).
type descent struct {
	ladder.Descent
	tried  int64 // when a step was proposed that nothing is known of yet; 0: none
	passed int   // holdings that were refused since the last step that went
	halved uint  // how often a sale was made smaller
	finest uint  // how often it may be
}

// reduction is the trigger of the next step, where one is due.
func (a *Agent) reduction(seen turn.Reading, s ladder.Signs, now int64) (turn.Trigger, bool) {
	d := &a.risk.descent
	if !a.descends(s) {
		return turn.Trigger{}, false
	}
	atRisk := play.AtRisk(seen)
	most, over := d.Most(atRisk)
	if !over || a.state.Standing().Level == turn.LevelStopped || d.tried != 0 && now-d.tried < again {
		return turn.Trigger{}, false
	}
	d.tried = now
	most = math.Floor(most*1e6) / 1e6
	return turn.Trigger{
		Rule: play.Reduction, Kind: "stop", Text: fmt.Sprintf("reduce what is at risk, the largest first, before the emergency at %s (heartbeat §15)", s.Closes()),
		Values: []turn.Value{
			{Name: "drawdown", Value: float64(d.Fall()), Unit: "bps"},
			{Name: "at_risk", Value: atRisk, Unit: "quote"},
			{Name: play.Most, Value: most, Unit: "quote"},
			{Name: play.Rank, Value: float64(d.passed), Unit: "holdings"},
			size(d.halved),
		},
	}, true
}

// descends looks at the fall of the equity, and warns where a descent begins, which is
// tried whole again.
func (a *Agent) descends(s ladder.Signs) bool {
	d := &a.risk.descent
	was := d.On()
	if d.Look(s) && !was {
		d.passed, d.halved = 0, 0
		a.events.Emit(a.state.Heartbeat().Tick, wire.RiskDrawdownWarning{Current: portion(d.Fall()), Max: portion(s.Closes())})
	}
	return d.On()
}

// told announces a step that was taken: the liquidity that was left, or how else.
func (a *Agent) told(act *turn.Action) {
	if act.Status != turn.StatusExecuted {
		return
	}
	what := act.Preview.Kind
	if x, err := grammar.Parse(act.Proposal.Body); err == nil && x.Kind == grammar.RemoveLiquidity {
		what = x.PositionID.Dec()
	}
	a.events.Emit(a.state.Heartbeat().Tick, wire.RiskForcedReduction{Drawdown: portion(a.risk.descent.Fall()), PositionsClosed: wire.List[string]{what}})
}

// stepped takes in what became of a step. What was refused cost nothing: the next tick
// tries less, where it was too much for the market, or another holding. What failed on
// the chain is waited for.
func (d *descent) stepped(act *turn.Action) {
	switch {
	case act.Status == turn.StatusExecuted:
		d.tried, d.passed = 0, 0
		if sold(act) && d.halved > 0 { // the market may take more again
			d.halved--
		}
	case act.Status == turn.StatusBlocked && tooMuch(act) && d.halved < max(smallest, d.finest):
		d.tried = 0
		d.halved++
	case act.Status == turn.StatusBlocked:
		d.tried = 0
		d.passed++
	}
}

// portion is a share for people.
func portion(b money.BPS) float64 { return float64(b) / float64(money.Whole) }
