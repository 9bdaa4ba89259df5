package trust

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// Sized is the strategy as the player has it: what a rule opens is bounded by the risk
// engine too, so that a proposal has its size before it is previewed.
type Sized struct {
	*strategy.Keeper
	trust *Trust
}

// Sized returns the strategy as the player has it.
func (t *Trust) Sized() Sized { return Sized{t.parts.Strategy, t} }

// Entering implements play.Narrower.
func (s Sized) Entering(b turn.Bounds) turn.Bounds {
	if s.trust.engine == nil {
		return b
	}
	return s.trust.engine.Entering(b)
}

// Pace implements play.Pacer. The risk engine's bounds hold for what opens alone.
func (s Sized) Pace(opens bool) play.Pace {
	pace := play.Pace{Impact: s.trust.parts.Cage.Policy().MaxImpact}
	if e := s.trust.engine; e != nil && opens {
		impact, apart := e.Pace()
		pace = play.Pace{Impact: min(pace.Impact, impact), Apart: apart}
	}
	return pace
}

// Ranging implements play.Ranger.
func (s Sized) Ranging(b turn.Bounds, lower, upper int32) turn.Bounds {
	if s.trust.engine == nil {
		return b
	}
	return s.trust.engine.Ranging(b, lower, upper)
}

// Bars implements play.Barrer: liquidity is bought for before it is added, so that a plan is
// not begun which has no second source of prices.
func (s Sized) Bars(v rule.Verb) (why string, passes bool) {
	if v != rule.Provide && v != rule.Recentre {
		return "", false
	}
	if why := s.trust.parts.Cage.Policy().Unsourced(s.trust.parts.State.Positions().Reading); why != "" {
		return why, false
	}
	if e := s.trust.engine; e != nil && !e.Covered() {
		return "the mean price of five minutes is not known yet, and adding liquidity needs it", true
	}
	return "", false
}
