package trust

import (
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/safety/risk"
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
	if e := s.trust.engine; e != nil {
		b = e.Entering(b)
	}
	position, all := s.trust.parts.Cage.Shares(s.trust.parts.State.Positions().Reading) // a grant's are the stricter ones at times
	b.MaxPosition, b.MaxDeployed = min(b.MaxPosition, position), min(b.MaxDeployed, all)
	return b
}

// Count implements play.Counter.
func (s Sized) Count(seen turn.Reading) (play.Estate, bool) {
	c, ok := cage.Count(seen)
	return play.Estate{Equity: c.Equity, Risk: c.Risk, Lent: c.Lent, Value: func(t turn.Token, units *uint256.Int) uint256.Int { return c.Value(t.Address, units) }}, ok
}

// Left implements play.Spender.
func (s Sized) Left(seen turn.Reading) (left []play.Left, outside bool) {
	c := s.trust.parts.Cage
	for _, l := range c.Left(seen, s.trust.parts.Clock.Last()) {
		left = append(left, play.Left(l))
	}
	return left, c.Policy().Sourced // a life whose chain is in this process needs no second source
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
func (s Sized) Bars(a rule.Action) (why string, passes bool) {
	if a.Verb != rule.Provide && a.Verb != rule.Recentre {
		return "", false
	}
	r := s.trust.parts.State.Positions().Reading
	for _, m := range provided(a, &r) {
		if why := s.trust.parts.Cage.Policy().Unsourced(r, m.Base, m.Quote); why != "" {
			return why, false
		}
	}
	if e := s.trust.engine; e != nil && !e.Covered() {
		return "the mean price of five minutes is not known yet, and adding liquidity needs it", true
	}
	return "", false
}

// provided are the markets that liquidity goes to: the one that is named, or else those that have some
// and are centred anew, or the first.
func provided(a rule.Action, r *turn.Reading) (all []turn.Market) {
	for i := range r.Markets {
		m := &r.Markets[i]
		if a.On == m.Handle || a.On == "" && a.Verb == rule.Recentre && slices.ContainsFunc(r.Positions, func(p turn.Position) bool { return p.Market == m.Handle }) {
			all = append(all, *m)
		}
	}
	if len(all) == 0 && a.On == "" && len(r.Markets) > 0 {
		all = append(all, *r.Primary())
	}
	return all
}

// Foretell implements play.Foreteller: a supply is judged as if it came to just what it asks for. What
// else is asked is not foretold.
func (s Sized) Foretell(body []byte, then turn.Reading) (why string) {
	a, err := grammar.Parse(body, &then)
	if err != nil {
		return err.Error()
	}
	if a.Kind != grammar.Supply {
		return ""
	}
	state, c := s.trust.parts.State, s.trust.parts.Cage
	k := cage.Case{
		Action: a, Seen: then, Phase: state.Vitality().Phase, Drawdown: state.Positions().Drawdown,
		Regime: state.Heartbeat().Regime, Now: s.trust.parts.Clock.Last(), Dying: state.Vitality().Dying != "", Standing: state.Standing(),
	}
	outcome := supplied(a, then)
	refused := c.Before(k)
	if refused == nil {
		refused = c.After(k, outcome)
	}
	if e := s.trust.engine; e != nil && refused == nil && k.Opens() {
		refused = e.Foresee(risk.Order{Case: k, Simulation: outcome, Tick: state.Heartbeat().Tick, Elevated: permit.Risk(a, outcome.Value).Large()})
	}
	if refused == nil {
		return ""
	}
	return refused.Detail
}

// supplied is what a supply comes to where all goes well.
func supplied(a grammar.Action, then turn.Reading) turn.Simulation {
	s := turn.Simulation{Block: then.Block, Success: true, Lag: then.Lag, Deltas: []turn.Delta{{Token: a.Asset, Units: *a.Amount, Out: true}}}
	if l, ok := then.Lender(a.Market); ok {
		if r, ok := l.Reserve(a.Asset); ok && r.Issues() {
			s.Deltas = append(s.Deltas, turn.Delta{Token: r.Receipt, Units: *a.Amount})
		}
	}
	if prices, ok := loss.Latest(then); ok {
		s.Value, _ = prices.Worth(a.Asset, a.Amount.ToBig())
	}
	return s
}
