package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

const regimes = int(turn.RegimeRangeBound) + 1

// Oracle predicts one market. New makes one.
type Oracle struct {
	name     string  // of the market; empty: the strategy's first
	first    *Oracle // of the first market, which predicts for all what gas costs
	market   Market
	ledger   ledger
	habits   [turn.Categories]habit
	widths   widths
	regime   turn.Regime
	tuned    [turn.Categories][regimes]*tuning // nil: nothing is known yet
	last     [turn.Categories]rolling
	total    uint64 // resolved in time, ever
	tallies  [turn.Categories]Tally
	recent   rolling // of every category
	acted    rolling // of those made for an action, by category once per spacing
	actedAt  [turn.Categories]int64
	domains  domains
	inaction float64 // 1 where the last trade held back would not have gained
}

// tuning is what is known of one category in one regime.
type tuning struct {
	corrector  Corrector
	calibrator Calibrator
	score      Score
}

// New returns an oracle of the first market that has seen nothing.
func New() *Oracle {
	o := &Oracle{inaction: 1}
	o.first, o.ledger.last = o, new(uint64)
	return o
}

// beside returns the oracle of a further market, whose claims are numbered with those of the first.
func (o *Oracle) beside(market string) *Oracle {
	n := &Oracle{name: market, first: o, regime: o.regime, inaction: 1}
	n.ledger.last = o.ledger.last
	return n
}

// knows returns what is known of a category in a regime.
func (o *Oracle) knows(c turn.Category, r turn.Regime) *tuning {
	if o.tuned[c][r] == nil {
		o.tuned[c][r] = &tuning{}
	}
	return o.tuned[c][r]
}

// of is the oracle that predicts a category for this one.
func (o *Oracle) of(c turn.Category) *Oracle {
	if c == turn.GasPrice {
		return o.first
	}
	return o
}

// Look takes what a read saw, resolves what is due, and returns how many claims that
// was and how many of them were violated: wrong, or further off than two deviations of
// their residuals.
func (o *Oracle) Look(s turn.Sight) (resolved, violated int) {
	if s.Unsound {
		o.domains.unsound = s.Time
	}
	if !o.market.Push(s) {
		return 0, 0
	}
	due, late := o.ledger.due(s.Time, func(c turn.Category) bool { return tells(s, c) })
	for _, p := range due {
		if o.resolve(p, s, false) {
			violated++
		}
	}
	for _, p := range late {
		o.resolve(p, s, true)
	}
	if !s.Partial {
		o.domains.resolve(o, s)
	}
	return len(due) + len(late), violated
}

// Missed notes that a read failed at a time in unix milliseconds.
func (o *Oracle) Missed(now int64) { o.ledger.missed(now) }

// Predict registers what can be said of the next hour in a tick. A regime that begins
// anew is learned anew.
func (o *Oracle) Predict(tick uint64, regime turn.Regime) {
	o.enter(regime)
	for _, d := range o.drafts() {
		if o.of(d.category) == o {
			o.register(d, "")
		}
	}
	if o.first == o {
		o.domains.predict(o, tick)
	}
}

func (o *Oracle) enter(regime turn.Regime) {
	if int(regime) >= regimes || regime == o.regime {
		return
	}
	o.regime = regime
	for c := range o.tuned {
		if t := o.tuned[c][regime]; t != nil {
			t.corrector.Reset()
		}
	}
}

// Drain returns the ledger's lines since the call before.
func (o *Oracle) Drain() turn.Foresight { return o.ledger.drain() }

// Open returns how many claims wait, Accuracy how many of the last fifty held and of
// how many.
func (o *Oracle) Open() int { return len(o.ledger.open) }

// Accuracy is the share of the last fifty resolutions that held, and their number.
func (o *Oracle) Accuracy() (rate float64, n int) { return o.recent.rate(), o.recent.n }

// AccuracyOf is the same of one category.
func (o *Oracle) AccuracyOf(c turn.Category) (rate float64, n int) {
	return o.last[c].rate(), o.last[c].n
}

// register corrects and calibrates a draft and appends it to the ledger.
func (o *Oracle) register(d draft, action string) {
	now, _ := o.market.Ago(0)
	t := o.knows(d.category, o.regime)
	o.ledger.register(turn.Prediction{
		Category: d.category, Claim: t.corrector.Correct(d.claim), Draft: d.claim, Now: d.now, MadeAt: now.Time, ResolveAt: now.Time + horizonOf(d.category),
		Regime: o.regime, Stated: d.stated, Confidence: t.calibrator.Calibrate(d.stated), Action: action, Market: o.name,
	})
}

// resolve finds out whether a claim held. A late one is written down and counts
// nowhere: the price an hour after an outage says nothing of what was claimed.
func (o *Oracle) resolve(p turn.Prediction, s turn.Sight, late bool) (violated bool) {
	observed, ok := o.observed(p, s)
	if !ok {
		late = true
	}
	r := turn.Resolution{
		ID: p.ID, Category: p.Category, Regime: p.Regime, At: s.Time, Observed: observed, Residual: Residual(p.Draft, observed),
		Correct: Holds(p.Claim, observed), Persisted: Holds(Persistent(p.Claim, p.Now), observed), Late: late,
		Stated: p.Stated, Action: p.Action, Trade: p.Trade, Market: o.name,
	}
	if p.Trade != nil {
		r.Gain = p.Trade.Gain(s)
	}
	o.ledger.Resolved = append(o.ledger.Resolved, r)
	if late {
		return false
	}
	return o.count(p, r)
}

func (o *Oracle) count(p turn.Prediction, r turn.Resolution) (violated bool) {
	t := o.knows(p.Category, p.Regime)
	deviation := math.Sqrt(t.corrector.Variance())
	violated = !r.Correct || t.corrector.n >= enough && deviation > 0 && math.Abs(r.Residual-t.corrector.Mean()) > 2*deviation
	t.corrector.Add(r.Residual, r.Correct)
	t.calibrator.Add(p.Stated, r.Correct)
	t.score.Add(r.At, r.Correct)
	o.last[p.Category].add(r.Correct)
	o.recent.add(r.Correct)
	if p.Action != "" && p.Category != turn.Inaction && p.MadeAt-o.actedAt[p.Category] >= spacing {
		o.acted.add(r.Correct)
		o.actedAt[p.Category] = p.MadeAt
	}
	o.total++
	o.tallies[p.Category].add(r)
	o.widths.learn(p.Category, Holds(p.Draft, r.Observed))
	switch p.Category {
	case turn.PriceDirection, turn.VolatilityRegime:
		o.habits[p.Category].learn(ClassOf(p.Draft, p.Now), ClassOf(p.Draft, r.Observed))
	case turn.Inaction:
		o.inaction = r.Observed
	}
	return violated
}

// observed is what a claim's category came to.
func (o *Oracle) observed(p turn.Prediction, s turn.Sight) (v float64, ok bool) {
	switch p.Category {
	case turn.PriceRange, turn.PriceDirection:
		return s.Price, true
	case turn.VolatilityRegime:
		return o.market.Volatility()
	case turn.LiquidityDepth:
		return s.Liquidity, true
	case turn.FeeGeneration:
		return o.market.Earned(horizonMin)
	case turn.GasPrice:
		return s.Gas, true
	}
	return inactionHeld(p.Trade, s), true
}
