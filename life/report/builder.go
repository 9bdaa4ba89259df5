package report

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/performance"
)

// Builder folds records into a Life. Add the records in their order, Settle with
// what death did, then take the Life; its fields that no record holds are the
// caller's. Not safe for concurrent use.
type Builder struct {
	life     Life
	points   []performance.Point
	shares   [][]float64 // of each point
	prices   [][]float64 // of each point
	invested []float64   // at each point
	coin     []float64   // at each point
	fills    []performance.Fill
	number   int
	tick     uint64         // of the last record
	acted    uint64         // the last tick in which something was carried out
	ended    bool           // nothing is read any more
	open     map[string]int // position to its index in life.Ranges
	last     turn.Reading
	seen     map[turn.Regime]uint64
	begun    turn.Reading // the first in which the wallet held anything
	cheap    turn.Reading // that of a tick at which gas cost least
	deeds    []attribution.Deed
	others   []attribution.Stray
	ahead    *foreseen
	clocks   clocks
	stands   turn.Standing // of the last record
	unsure   doubts
	sure     trusted
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{open: map[string]int{}, seen: map[turn.Regime]uint64{}, sure: trusted{}}
}

// Add folds in one record.
func (b *Builder) Add(r turn.Record) {
	if b.life.Subject.Ticks == 0 {
		b.life.Subject.From, b.life.Subject.Identity.GolemID = r.Time, r.GolemID
	}
	b.life.Subject.Ticks++
	b.tick = r.Tick
	b.life.Subject.Strategy.Hash, b.life.Subject.Strategy.Revision = r.Strategy.Hash, r.Strategy.Revision
	b.Observe(r.Time, r.Seen.Reading)
	if now := r.Seen.Reading; now.Block.Number > 0 && (b.cheap.Block.Number == 0 || strategy.GasUSD(&now) < strategy.GasUSD(&b.cheap)) {
		b.cheap = now
	}
	b.strays(r)
	b.seen[r.Seen.Regime]++
	b.tiers(r.Gating)
	b.costs(r)
	for _, t := range r.Strategy.Triggers {
		b.life.Thought.Triggers = append(b.life.Thought.Triggers, Trigger{
			Tick: r.Tick, Time: r.Time, Rule: t.Rule, Kind: t.Kind, Line: t.Line, Text: t.Text,
			Outcome: t.Outcome, Layer: t.Layer, Code: refusedFor(t.Rule, r.Actions), Permits: t.Permits,
		})
	}
	b.unsure.see(r, b.sure)
	b.stand(r)
	b.trust(r)
	b.foresee(r)
	b.age(r)
	b.actions(r.Tick, r.Time, r.Seen.Reading, r.Actions)
}

// Cheapest is the reading of a tick at which a swap's gas cost least.
func (b *Builder) Cheapest() *turn.Reading { return &b.cheap }

// Last is the reading that was seen last.
func (b *Builder) Last() *turn.Reading { return &b.last }

// refusedFor is the code of the first refusal that a rule met in a tick; empty: it met none.
func refusedFor(rule string, actions []turn.Action) string {
	for i := range actions {
		a := &actions[i]
		if a.Proposal.Cause != rule {
			continue
		}
		if a.Preview.Refusal != nil {
			return string(a.Preview.Refusal.Code)
		}
		if a.Execution != nil && a.Execution.Refusal != nil {
			return string(a.Execution.Refusal.Code)
		}
	}
	return ""
}

// Settle folds in what the death protocol did after the last record: its actions,
// decided on the reading before, the reading after them, and what went home from the wallet
// in between: its owner has that, so it is part of the end. Gas of settlement is added to the
// costs.
func (b *Builder) Settle(at int64, before turn.Reading, actions []turn.Action, after turn.Reading, home []attribution.Stray) {
	b.Observe(at, before)
	b.actions(b.tick, at, before, actions)
	for _, a := range actions {
		b.life.Fate.Settlement = append(b.life.Fate.Settlement, deed(&b.last, a))
		if a.Execution != nil {
			b.life.Money.Costs.Gas += a.Execution.Cost
		}
	}
	b.ended = true
	b.observe(at, after, true)
	for _, h := range home {
		h.Block = b.last.Block.Number
		b.others = append(b.others, h)
		if n := len(b.points); n > 0 {
			b.points[n-1].Equity += h.Value
			if h.Coin {
				b.coin[n-1] += h.Value
			}
		}
	}
}

// Observe folds in one reading of the chain. A reading without a market, as a
// failed tick leaves it, is passed over. Neither the curves nor a drawdown rest
// on what the wallet is worth at a price in doubt.
func (b *Builder) Observe(at int64, r turn.Reading) { b.observe(at, r, false) }

// observe is Observe; the last reading of a life counts whatever it is.
func (b *Builder) observe(at int64, r turn.Reading, last bool) {
	equity, price := r.Equity(), r.Primary().Price
	if r.Block.Number == 0 || !(price > 0) || math.IsInf(price, 0) || math.IsNaN(equity) || math.IsInf(equity, 0) {
		return
	}
	if n := len(b.points); n > 0 {
		at = max(at, b.points[n-1].Time)
	}
	b.sure.see(at, &r)
	if b.last, b.life.Subject.To = r, at; r.Doubtful() && !last {
		b.ranges(at, r)
		return
	}
	believed, _ := b.sure.restated(r)
	b.points, b.shares = append(b.points, performance.Point{Time: at, Price: price, Equity: believed.Equity()}), append(b.shares, weighed(&believed))
	b.prices, b.invested, b.coin = append(b.prices, quoted(&believed)), append(b.invested, invested(&believed)), append(b.coin, coin(&believed))
	if b.begun.Block.Number == 0 && equity != 0 {
		b.begun = r
	}
	b.ranges(at, r)
}

// Life returns what was folded so far, with every figure computed from all
// samples and the series thinned to at most about samples points (0: all).
func (b *Builder) Life(samples int) Life {
	l := b.life
	l.Subject.markets(&b.last)
	against, held := b.benchmark()
	l.Results.Performance, l.Results.Held = performance.Compare(against), held
	l.Results.Trips, l.Results.After = performance.Match(b.fills), b.after()
	l.Results.Series = thin(b.series(against), samples, (*Sample).price, (*Sample).equity)
	l.Results.Weights = weights(&b.last, l.Results.Series)
	end, unsure := b.sure.restated(b.last)
	l.Results.Result, l.Results.Trusted = attribution.Of(b.begun, end, b.deeds, b.others), unsure
	l.Condition.Doubts, l.Condition.Doubtful = b.unsure.all, b.unsure.ticks
	l.Condition.Foresight, l.Condition.Mortality = b.ahead.told(), b.clocks.told(samples)
	for r := turn.RegimeUnknown; r <= turn.RegimeRangeBound; r++ {
		if n := b.seen[r]; n > 0 {
			l.Thought.Regimes = append(l.Thought.Regimes, Share{r.String(), n})
		}
	}
	return l
}

// Tokens are those of the assets that were seen last, the numeraire first.
func (b *Builder) Tokens() []turn.Token { return b.last.Tokens() }

func (s *Sample) price() float64  { return s.Price }
func (s *Sample) equity() float64 { return s.Equity }

func (b *Builder) series(against []performance.Point) []Sample {
	holding, cash, fall := performance.Holding(against), performance.Cash(b.points), performance.Underwater(b.points)
	s := make([]Sample, len(b.points))
	for i, p := range b.points {
		s[i] = Sample{Time: p.Time, Price: p.Price, Equity: p.Equity, Holding: holding[i], Cash: cash[i], Underwater: fall[i], shares: b.shares[i]}
	}
	return s
}

func (b *Builder) tiers(g turn.Gating) {
	switch g.Tier {
	case turn.T0:
		b.life.Thought.Tiers.T0++
	case turn.T1:
		b.life.Thought.Tiers.T1++
	default:
		b.life.Thought.Tiers.T2++
	}
	if g.Idle {
		b.life.Thought.Tiers.Idle++
	}
}

func (b *Builder) costs(r turn.Record) {
	c := &b.life.Money.Costs
	c.Gas += r.Cost.Gas
	c.Inference += r.Cost.Inference
}

// ranges keeps one entry per position and stretches it while it is seen.
func (b *Builder) ranges(at int64, r turn.Reading) {
	for _, p := range r.Positions {
		i, ok := b.open[p.ID]
		if !ok {
			i = len(b.life.Acts.Ranges)
			lower, upper := band(placeOf(&r, p.Market, p.ID), p.Lower, p.Upper)
			b.life.Acts.Ranges = append(b.life.Acts.Ranges, Range{Position: p.ID, Market: p.Market, From: at, Lower: lower, Upper: upper})
			b.open[p.ID] = i
		}
		b.life.Acts.Ranges[i].To = at
	}
}
