package oracle

import "bardo.run/bardo/golem/host/turn"

// The five domains of the epistemic clock, in the order of mortality §3.1.
const (
	DomainDirection = iota
	DomainVolatility
	DomainYield
	DomainGas
	DomainProtocol
	Domains
)

// Pair is what was predicted of the five domains an hour ago and what came of it: a
// class each.
type Pair struct {
	Tick                uint64 // in which it was predicted
	Predicted, Observed [Domains]uint8
}

// bundle is one tick's prediction of all five.
type bundle struct {
	tick  uint64
	at    int64
	edges [Domains]turn.Claim // Want is what is predicted
	was   [Domains]uint8      // the classes at the time
}

// spacing is how far two compared predictions lie apart. Those of every tick would
// overlap by all but a minute of their hour, and one surprise would count sixty times.
const spacing = 10 * minute

// domains predicts and compares them. An outcome comes from the chain alone.
type domains struct {
	last    int64 // when the last prediction was made
	open    []bundle
	pairs   []Pair
	habits  [Domains]habit
	unsound int64 // when the pool last did not answer as it should
}

func (d *domains) predict(o *Oracle, tick uint64) {
	c, ok := o.market.classes(o.widths.of(turn.PriceRange))
	if !ok {
		return
	}
	now, _ := o.market.Ago(0)
	if now.Time < d.last+spacing && now.Time >= d.last {
		return
	}
	d.last = now.Time
	b := bundle{tick: tick, at: now.Time + turn.Horizon, edges: [Domains]turn.Claim{c.Direction, c.Volatility, c.Yield, c.Gas, {Want: d.soundness(now.Time)}}}
	for i := range b.edges {
		b.was[i] = b.edges[i].Want
		b.edges[i].Want, _ = d.habits[i].follows(b.was[i])
	}
	d.open = append(d.open, b)
}

// soundness is degraded within an hour of an unsound answer.
func (d *domains) soundness(now int64) uint8 {
	if d.unsound > 0 && now-d.unsound < turn.Horizon {
		return turn.Down
	}
	return turn.Flat
}

// resolve compares the bundles whose hour is over; those that nobody could look at in
// time are dropped.
func (d *domains) resolve(o *Oracle, s turn.Sight) {
	n := 0
	for ; n < len(d.open) && d.open[n].at <= s.Time; n++ {
		if b := d.open[n]; s.Time-b.at <= polls*pollEvery {
			d.compare(o, b, s)
		}
	}
	d.open = append(d.open[:0], d.open[n:]...)
}

func (d *domains) compare(o *Oracle, b bundle, s turn.Sight) {
	volatility, seen := o.market.Volatility()
	earned, paid := o.market.Earned(horizonMin)
	if !seen || !paid {
		return
	}
	p := Pair{Tick: b.tick}
	values := [Domains]float64{s.Price, volatility, earned, s.Gas}
	for i := range b.edges {
		p.Predicted[i] = b.edges[i].Want
		p.Observed[i] = ClassOf(b.edges[i], values[i])
	}
	p.Observed[DomainProtocol] = d.soundness(s.Time)
	for i := range p.Observed {
		d.habits[i].learn(b.was[i], p.Observed[i])
	}
	d.pairs = append(d.pairs, p)
}

// Pairs returns the comparisons since the call before.
func (o *Oracle) Pairs() []Pair {
	p := o.domains.pairs
	o.domains.pairs = nil
	return p
}
