package agent

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/wire"
)

// adapt builds the risk engine of a life that has one.
func (a *Agent) adapt() error {
	if !a.boot.Risk.Adaptive {
		return nil
	}
	start, err := turn.StageOf(a.startStage())
	if err != nil {
		return fmt.Errorf("risk.start_stage: %w", err)
	}
	a.risk.rules = rulesOf(a.strategy.Active())
	a.risk.engine = risk.New(risk.Birth{Start: start, Born: a.boot.Birth.Start, Ends: a.boot.Birth.Until})
	return nil
}

// startStage is the strategy's own where it names one, else the configuration's
// (DESIGN §12.18); shadow where neither does.
func (a *Agent) startStage() string {
	if own := a.strategy.Active().StartStage; own != "" {
		return own
	}
	if a.boot.Strategy.Stage == "" {
		return turn.StageShadow.String()
	}
	return a.boot.Strategy.Stage
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

// relearn begins anew with a strategy of which nothing is known.
func (a *Agent) relearn() {
	rules := rulesOf(a.strategy.Active())
	if a.risk.engine == nil || rules == a.risk.rules {
		return
	}
	a.risk.rules = rules
	start, err := turn.StageOf(a.startStage())
	if err != nil { // the birth and the compiler know only four
		start = turn.StageShadow
	}
	a.risk.engine.Begin(start, a.clock.Last())
}

// weigh shows the engine what the tick found, before anything is decided in it, and puts
// the limits that follow into force.
func (a *Agent) weigh(seen turn.Observation, now int64) {
	e := a.risk.engine
	if e == nil {
		return
	}
	before, _ := e.Stage()
	_, was := e.Anomaly()
	held := a.state.Positions()
	held.Take(seen.Reading)
	standing := a.state.Standing()
	e.Look(risk.Look{
		Now: now, Reading: &seen.Reading, Regime: seen.Regime, Drawdown: held.Drawdown, Limit: a.cage.Policy().MaxDrawdown,
		Crisis: standing.Level >= turn.LevelWatching, Gas: a.left.Lowest,
	})
	if after, _ := e.Stage(); after != before {
		a.tell(audit.Intervention("stage", after.String()))
		a.stores.Log.Info("the strategy is trusted with another stage", "from", before.String(), "to", after.String())
	}
	if score, odd := e.Anomaly(); odd != was {
		a.tell(audit.Intervention("anomaly", map[bool]string{true: "begun", false: "over"}[odd]))
		a.events.Emit(a.state.Heartbeat().Tick, wire.RiskAnomaly{Score: score, Over: !odd})
	}
	a.tighten()
}

// broke tells the engine of a breaker: opening was stopped by what was lost or failed.
func (a *Agent) broke(before, now turn.Standing) {
	stops := now.Level >= turn.LevelWatching && before.Level < turn.LevelWatching
	if a.risk.engine != nil && stops && (now.Cause == descent.Drawdown || now.Cause == descent.Failures) {
		a.risk.engine.Broke()
	}
}

// sized is the strategy as the player has it: what a rule opens is bounded by the risk
// engine too, so that a proposal has its size before it is previewed.
type sized struct {
	*strategy.Keeper
	a *Agent
}

// Entering implements play.Narrower.
func (s sized) Entering(b turn.Bounds) turn.Bounds {
	if s.a.risk.engine == nil {
		return b
	}
	return s.a.risk.engine.Entering(b)
}

// Pace implements play.Pacer. The risk engine's bounds hold for what opens alone.
func (s sized) Pace(opens bool) play.Pace {
	pace := play.Pace{Impact: s.a.cage.Policy().MaxImpact}
	if e := s.a.risk.engine; e != nil && opens {
		impact, apart := e.Pace()
		pace = play.Pace{Impact: min(pace.Impact, impact), Apart: apart}
	}
	return pace
}

// Ranging implements play.Ranger.
func (s sized) Ranging(b turn.Bounds, lower, upper int32) turn.Bounds {
	if s.a.risk.engine == nil {
		return b
	}
	return s.a.risk.engine.Ranging(b, lower, upper)
}

// Bars implements play.Barrer: liquidity is bought for before it is added, so that a plan is
// not begun which has no second source of prices.
func (s sized) Bars(v rule.Verb) string {
	if v != rule.Provide && v != rule.Recentre {
		return ""
	}
	return s.a.cage.Unsourced(s.a.state.Positions().Reading)
}

// early is how far in the future a block may lie that counts as one of the present, in
// milliseconds, as for a head (chain §2).
const early = 60_000

// Push shows the engine the price of a gamma tick too.
func (w watched) Push(atMs int64, price float64) {
	if atMs > w.a.clock.Last()+early {
		return
	}
	w.Keeper.Push(atMs, price)
	if w.a.risk.engine != nil {
		w.a.risk.engine.Glance(atMs, price)
	}
}
