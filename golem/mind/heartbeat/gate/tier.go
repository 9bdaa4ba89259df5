package gate

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// The reasons a tier can have. A probe's floor is "probe" and the probe's name; a
// phase ceiling that lowered the tier stands behind the reason.
const (
	ReasonBelow      = "pe below threshold"
	ReasonAbove      = "pe at threshold"
	ReasonTwice      = "pe at twice the threshold"
	ReasonIdle       = "idle"
	ReasonSteer      = "steer"
	ReasonReorg      = "reorg"
	ReasonTransition = "phase transition near"
	ReasonRestart    = "first tick after restart"
	ReasonReread     = "the owner edited the strategy"
	ReasonEntry      = "rule entry"
	ReasonExit       = "rule exit"
	ReasonCostCap    = "cost_cap"
)

// The ceilings that a tier can meet, as they stand in Gating.Ceilings.
const (
	CeilingConservation = "phase: conservation"
	CeilingDeclining    = "phase: declining"
	CeilingTerminal     = "phase: terminal"
	CeilingCheapModel   = "cost: cheaper model" // T2 stays, with the cheaper class
	CeilingCostCap      = "cost_cap"
	// CeilingRulesOnly says that the cap forbids every paid thought and only
	// the free rules are played.
	CeilingRulesOnly = "cost_cap: rules only"
)

// Case is everything the choice of a tier depends on. Each forcing field is one
// line of heartbeat §6.2 step 1.
type Case struct {
	Error     float64 // prediction error
	Threshold float64

	Steer      bool // an accepted steer waits for deliberation
	Owner      bool // and one of the steers is the owner's
	Transition bool // a worse phase is imminent, see Edges
	Reorg      bool
	Restart    bool // first tick after a restart
	Reread     bool // first tick after an edit of STRATEGY.md
	Entry      bool // an entry rule became true
	Exit       bool // an exit, stop or management rule became true
	Highs      int  // probes at High
	Grave      bool // position_health or circuit_breaker at High
	HighProbe  string

	Idle       bool // idle suppression holds, see heartbeat §4
	Phase      turn.Phase
	PhaseEntry bool // first tick in this phase
	Cost       CostState
	Frugal     bool // L1 or worse: a cheaper model than the tier's (safety §15.3)
}

// rule reports whether the strategy asked for this tick.
func (c Case) rule() bool { return c.Entry || c.Exit }

// Decide chooses the tier in the order of heartbeat §6.2: forced up, threshold,
// phase ceiling, budget ceiling. Rules are free: they pass the budget ceiling,
// not the phase ceiling (DESIGN §12.17).
func Decide(c Case) turn.Gating {
	g := turn.Gating{PredictionError: c.Error, Threshold: c.Threshold}
	if c.Idle {
		g.Idle, g.Reason = true, ReasonIdle
		return g
	}
	g.Tier, g.Reason = byThreshold(c)
	if forced, why := forcedUp(c); forced > g.Tier || forced == g.Tier && forced > turn.T0 {
		g.Tier, g.Reason = forced, why
	}
	g.Uncapped = g.Tier
	underPhase(c, &g)
	underBudget(c, &g)
	return g
}

func byThreshold(c Case) (turn.Tier, string) {
	switch {
	case c.Error >= 2*c.Threshold:
		return turn.T2, ReasonTwice
	case c.Error >= c.Threshold:
		return turn.T1, ReasonAbove
	default:
		return turn.T0, ReasonBelow
	}
}

// forcedUp returns the floor of the tier and the most important reason for it.
func forcedUp(c Case) (turn.Tier, string) {
	switch {
	case c.Steer:
		return turn.T2, ReasonSteer
	case c.Exit:
		return turn.T2, ReasonExit
	case c.Transition:
		return turn.T2, ReasonTransition
	case c.Reorg:
		return turn.T2, ReasonReorg
	case c.Grave || c.Highs >= 2:
		return turn.T2, "probe " + c.HighProbe
	case c.Entry:
		return turn.T1, ReasonEntry
	case c.Restart:
		return turn.T1, ReasonRestart
	case c.Reread:
		return turn.T1, ReasonReread
	case c.Highs == 1:
		return turn.T1, "probe " + c.HighProbe
	default:
		return turn.T0, ""
	}
}

// underPhase applies the phase ceiling, from which an owner's steer is exempt.
func underPhase(c Case, g *turn.Gating) {
	if c.Steer && c.Owner {
		return
	}
	limit, name := turn.T2, ""
	switch c.Phase {
	case turn.Conservation:
		if limit, name = turn.T1, CeilingConservation; c.Error >= 3*c.Threshold {
			limit = turn.T2
		}
	case turn.Declining:
		limit, name = turn.T1, CeilingDeclining
	case turn.Terminal:
		if limit, name = turn.T0, CeilingTerminal; c.PhaseEntry {
			limit = turn.T1
		}
	}
	if g.Tier > limit {
		g.Tier = limit
		g.Reason += "; " + name
		g.Ceilings = append(g.Ceilings, name)
	}
}

// underBudget applies the budget ceiling of heartbeat §7.1. Only free rules pass.
func underBudget(c Case, g *turn.Gating) {
	switch {
	case g.Tier == turn.T0:
	case c.Cost < CostSoftCap && g.Tier == turn.T2 && (c.Frugal || c.Cost == CostWarning):
		g.Ceilings = append(g.Ceilings, CeilingCheapModel)
	case c.Cost < CostSoftCap:
	case c.rule():
		g.Ceilings = append(g.Ceilings, CeilingRulesOnly)
	default:
		g.Tier, g.Reason = turn.T0, ReasonCostCap
		g.Ceilings = append(g.Ceilings, CeilingCostCap)
	}
}

// CostState says how near the daily cap is (heartbeat §7.1).
type CostState uint8

// The four states: everything allowed, T2 with the cheaper model, no model but
// chain reads, and a hard stop.
const (
	CostNormal CostState = iota
	CostWarning
	CostSoftCap
	CostHardCap
)

// String returns the state's name as it stands in the Golem's state.
func (c CostState) String() string {
	return [...]string{"normal", "warning", "soft_cap", "hard_cap"}[min(c, CostHardCap)]
}

// Budget is the daily cap and where its two softer limits lie.
type Budget struct {
	Cap     money.USDC // of a UTC day; more than 0
	Warning money.BPS
	Soft    money.BPS
}

// State returns the cost state after spent of the day's cap; a limit holds from
// the very unit that meets it.
func (b Budget) State(spent money.USDC) CostState {
	switch {
	case spent >= b.Cap:
		return CostHardCap
	case b.met(spent, b.Soft):
		return CostSoftCap
	case b.met(spent, b.Warning):
		return CostWarning
	default:
		return CostNormal
	}
}

// met reports spent ≥ cap × limit. The limit is rounded up, so that no unit
// below it counts.
func (b Budget) met(spent money.USDC, limit money.BPS) bool {
	edge, err := limit.OfUp(b.Cap)
	return err == nil && spent >= edge
}

// Share returns the share of the cap that is spent, for the pace.
func (b Budget) Share(spent money.USDC) float64 {
	if b.Cap <= 0 {
		return 0
	}
	return float64(spent) / float64(b.Cap)
}
