package risk

import (
	"math"
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// trades are the openings that are followed, and what those whose hour is over came to. All rules
// of a strategy share one estimate: with one for each, most rules would never have thirty trades.
type trades struct {
	estimate Estimate
	known    confidence
	won      []bool // of the last ones
	open     []trade
	last     map[string]int64 // when one of a kind was taken up
}

func newTrades() trades { return trades{known: newConfidence(), last: map[string]int64{}} }

// begin takes a trade up, unless one of its kind was just taken up.
func (t *trades) begin(o trade) {
	if at, ok := t.last[o.Kind]; ok && o.at-at < spacing {
		return
	}
	t.last[o.Kind] = o.at
	if t.estimate.N > 1 {
		o.risked = AtRisk(t.deviation(), 1)
	}
	t.open = append(t.open, o)
}

// price finds out what became of the trades whose hour is over. A price in doubt tells nothing of them: they
// wait for one that is trusted, as long as a trade may be priced late.
func (t *trades) price(r *turn.Reading, regime turn.Regime) {
	t.open = slices.DeleteFunc(t.open, func(o trade) bool {
		m, ok := r.Market(o.market)
		if !ok {
			return true
		}
		now := r.Sight(m)
		if now.Unsound || now.Time <= o.at+turn.Horizon+late && doubtful(r, m) {
			return false
		}
		if o.turned {
			now.Price = 1 / now.Price
		}
		due := o.at + turn.Horizon
		if now.Time < due {
			return false
		}
		if now.Time <= due+late {
			t.learn(o, o.Gain(now), regime)
		}
		return true
	})
}

// doubtful reports whether what a token of the market is worth is in doubt.
func doubtful(r *turn.Reading, m *turn.Market) bool {
	base, _ := r.Asset(m.Base.Address)
	quote, _ := r.Asset(m.Quote.Address)
	return base != nil && base.Doubt != "" || quote != nil && quote.Doubt != ""
}

// learn takes what a trade came to.
func (t *trades) learn(o trade, gain float64, regime turn.Regime) {
	if !t.estimate.Add(gain) {
		return
	}
	t.won = append(t.won, gain > 0)
	if len(t.won) > recently {
		t.won = t.won[1:]
	}
	d := Trading
	if o.Lower != o.Upper {
		d = Liquidity
	}
	t.known.add(d, gain > 0)
	if o.regime != regime {
		t.known.add(Adaptability, gain > 0)
	}
	if o.risked > 0 {
		t.known.add(Calibration, gain >= -o.risked)
	}
}

// losing says that the last of them lost.
func (t *trades) losing() bool { return len(t.won) > 0 && !t.won[len(t.won)-1] }

// against says that the trades lose, however lucky they were, at 95 %.
func (t *trades) against() bool {
	return t.estimate.Known() && t.estimate.Mean+ninetyFive*math.Sqrt(t.estimate.Error) < 0
}

// deviation is that of a trade over its hour, daily that over a day.
func (t *trades) deviation() float64 { return math.Sqrt(t.estimate.Variance) }

func (t *trades) daily() float64 {
	return t.deviation() * math.Sqrt(float64(24*hour)/float64(turn.Horizon))
}

// fraction is the share of the equity that both sizing formulas allow (DESIGN §12.18) where
// that much of the life is left; 0 while too few trades were followed.
func (t *trades) fraction(left float64) float64 {
	if !t.estimate.Known() {
		return 0
	}
	return min(ByEdge(t.estimate.Mean, t.deviation(), t.known.composite()), ByGrowth(t.estimate, left))
}

// shape is the second figure. What is at risk can be left within a block, all of it moves
// with one price (so there is nothing to correlate), and cash is no position. What was won
// is of the last twenty trades, and the Sharpe ratio that of thirty.
func (t *trades) shape(p Portfolio) Shape {
	s := Shape{HHI: (1 - p.Cash) * (1 - p.Cash), Liquid: 1, Drawdown: p.Drawdown}
	won := 0
	for _, w := range t.won {
		if w {
			won++
		}
	}
	s.Won = float64(won) / float64(len(t.won)) // of none it is no number, and counts as nothing
	if d := t.deviation(); d > 0 {
		s.Sharpe = t.estimate.Mean / d * math.Sqrt(float64(min(t.estimate.N, observations)))
	}
	return s
}
