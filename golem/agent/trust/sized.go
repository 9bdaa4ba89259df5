package trust

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/quote"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
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

// Fuels implements play.Fueler: what so much gas costs at most is held to what is left of the day for gas.
func (s Sized) Fuels(gas uint64, seen turn.Reading) (why string) {
	if s.trust.parts.Gas == nil {
		return ""
	}
	left, err := s.trust.parts.Gas()
	most, over := permit.Most(&seen.MaxFee, gas, turn.Simulation{DataFee: seen.SwapFee})
	if need := money.OfCoin(most, seen.NativePrice); err == nil && (over || need > left) {
		return fmt.Sprintf("gas for the swap and the opening may cost %s USDC, and %s are left for gas today", need, left)
	}
	return ""
}

// Foretell implements play.Foreteller: a supply, a swap and an opening of liquidity are judged as if they came
// to just what they ask for, at the market's price. What else is asked is not foretold.
func (s Sized) Foretell(body []byte, then turn.Reading) (why string) {
	a, err := grammar.Parse(body, &then)
	if err != nil {
		return err.Error()
	}
	outcome, known := expected(a, then)
	if !known {
		return ""
	}
	state, c := s.trust.parts.State, s.trust.parts.Cage
	k := cage.Case{
		Action: a, Seen: then, Phase: state.Vitality().Phase, Drawdown: state.Positions().Drawdown,
		Regime: state.Heartbeat().Regime, Now: s.trust.parts.Clock.Last(), Dying: state.Vitality().Dying != "", Standing: state.Standing(),
	}
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

// expected is what an action comes to where all goes well; false for one that is not foretold.
func expected(a grammar.Action, then turn.Reading) (turn.Simulation, bool) {
	switch m, ok := then.Market(a.Market); {
	case a.Kind == grammar.Supply:
		return supplied(a, then), true
	case a.Kind == grammar.Swap && ok:
		gets := quote.Gives(m, a.TokenIn, a.AmountIn)
		return moving(then, turn.Delta{Token: a.TokenIn, Units: *a.AmountIn, Out: true}, turn.Delta{Token: a.TokenOut, Units: gets}), true
	case a.Kind == grammar.AddLiquidity && ok:
		return moving(then, turn.Delta{Token: m.Base.Address, Units: *a.Base, Out: true}, turn.Delta{Token: m.Quote.Address, Units: *a.Quote, Out: true}), true
	}
	return turn.Simulation{}, false
}

// moving is what comes of some deltas, of the value that goes out.
func moving(then turn.Reading, all ...turn.Delta) turn.Simulation {
	s := turn.Simulation{Block: then.Block, Success: true, Lag: then.Lag, Deltas: all}
	prices, ok := loss.Latest(then)
	for _, d := range all {
		if ok && d.Out {
			worth, _ := prices.Worth(d.Token, d.Units.ToBig())
			s.Value, _ = s.Value.Add(worth)
		}
	}
	return s
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
