package mortality

// Dimension is one of the five things a prediction is about (mortality §3.1).
type Dimension uint8

// The dimensions.
const (
	PriceDirection Dimension = iota
	VolatilityRegime
	YieldTrend
	GasCondition
	ProtocolState
	dimensions
)

var dimensionNames = [dimensions]string{"price_direction", "volatility_regime", "yield_trend", "gas_condition", "protocol_state"}

// String returns the dimension's name.
func (d Dimension) String() string {
	if d < dimensions {
		return dimensionNames[d]
	}
	return "invalid"
}

// Class is one of a dimension's three values; which is which is its own matter, as
// long as a prediction and its outcome agree on it.
type Class uint8

// ClassUnknown says nothing: a dimension that was not predicted or could not be
// observed is not judged.
const ClassUnknown Class = 0

// Outlook is a class for each dimension.
type Outlook [dimensions]Class

// Pair is a prediction and what came of it. The observed side comes from the chain
// and from receipts, never from what predicted.
type Pair struct {
	Tick      uint64 // in which it was predicted
	Predicted Outlook
	Observed  Outlook
}

// right says whether a dimension was judged, and how.
func (p Pair) right(d Dimension) (match, judged bool) {
	return p.Predicted[d] == p.Observed[d], p.Predicted[d] != ClassUnknown && p.Observed[d] != ClassUnknown
}

// MarketRegime is what pairs are compared within: the quintile of the volatility
// and the direction of the trend.
type MarketRegime struct {
	Volatility uint8 // 1 to 5; 0 is unknown
	Trend      int8  // -1, 0 or 1
}

// weights of the dimensions in the fitness, and how fast each forgets.
var (
	weights = [dimensions]float64{0.35, 0.25, 0.20, 0.10, 0.10}
	alphas  = [dimensions]float64{0.02, 0.005, 0.003, 0.05, 0.001}
)

const (
	unborn     = 0.5 // the fitness of who has not predicted yet
	trendTicks = 100
)

// Fitness follows how right a Golem is (mortality §3.2). Make it with NewFitness.
type Fitness struct {
	Domain [dimensions]float64
	Judged [dimensions]uint64 // pairs that said something of the domain
	Pairs  uint64
	Value  float64
	Peak   float64
	PeakAt uint64 // tick
	// Perfect is the tick of the last pair that was right in everything; Perfects
	// counts them.
	Perfect, Perfects uint64

	window  []MarketRegime // of the last pairs, a ring
	next    int
	matched map[MarketRegime]int // how many of the window's pairs are of a regime
	trend   [trendTicks]float64
	ticks   uint64
}

// NewFitness remembers so many pairs.
func NewFitness(window int) *Fitness {
	f := &Fitness{Value: unborn, window: make([]MarketRegime, 0, max(window, 1)), matched: map[MarketRegime]int{}}
	for d := range f.Domain {
		f.Domain[d] = unborn
	}
	return f
}

// Judge takes a pair that was resolved under a regime.
func (f *Fitness) Judge(p Pair, under MarketRegime) {
	all := true
	for d := range dimensions {
		match, judged := p.right(d)
		if all = all && match && judged; !judged {
			continue
		}
		f.Judged[d]++
		hit := 0.0
		if match {
			hit = 1
		}
		f.Domain[d] = alphas[d]*hit + (1-alphas[d])*f.Domain[d]
	}
	f.Pairs++
	if all {
		f.Perfect, f.Perfects = p.Tick, f.Perfects+1
	}
	f.remember(under)
	f.Value = f.weigh()
}

// remember keeps the regime of a pair in the place of the oldest one.
func (f *Fitness) remember(r MarketRegime) {
	f.matched[r]++
	if len(f.window) < cap(f.window) {
		f.window = append(f.window, r)
		return
	}
	f.matched[f.window[f.next]]--
	f.window[f.next] = r
	f.next = (f.next + 1) % len(f.window)
}

// weigh sums the domains up. A domain that nothing was ever said of has no weight:
// what cannot be observed is no error.
func (f *Fitness) weigh() float64 {
	sum, weight := 0.0, 0.0
	for d := range dimensions {
		if f.Judged[d] > 0 {
			sum += weights[d] * f.Domain[d]
			weight += weights[d]
		}
	}
	if weight == 0 {
		return unborn
	}
	return min(max(sum/weight, 0), 1)
}

// Close ends a tick: the peak and the trend are of ticks. A newborn has no peak.
func (f *Fitness) Close(tick uint64, learning bool) {
	if !learning && f.Value > f.Peak {
		f.Peak, f.PeakAt = f.Value, tick
	}
	f.trend[f.ticks%trendTicks] = f.Value
	f.ticks++
}

// Trend is how the fitness has changed in the last 100 ticks; 0 before that. It is
// asked after Judge and before Close.
func (f *Fitness) Trend() float64 {
	if f.ticks < trendTicks {
		return 0
	}
	return f.Value - f.trend[f.ticks%trendTicks]
}

// Matched counts the remembered pairs of a regime.
func (f *Fitness) Matched(r MarketRegime) int { return f.matched[r] }

// Failing names the domains below a threshold, in order.
func (f *Fitness) Failing(threshold float64) (names []string) {
	for d := range dimensions {
		if f.Judged[d] > 0 && f.Domain[d] < threshold {
			names = append(names, d.String())
		}
	}
	return names
}

// Profits is the fitness of a Golem that does not predict (mortality §3.3): the
// share of its last trades that gained, counted in trades.
type Profits struct {
	Least  int // trades before it says anything
	window []bool
	next   int
	won    int
}

// NewProfits remembers so many trades and speaks from the least on.
func NewProfits(window, least int) *Profits {
	return &Profits{Least: least, window: make([]bool, 0, max(window, 1))}
}

// Trade takes a finished trade; gained means after all its costs.
func (p *Profits) Trade(gained bool) {
	if gained {
		p.won++
	}
	if len(p.window) < cap(p.window) {
		p.window = append(p.window, gained)
		return
	}
	if p.window[p.next] {
		p.won--
	}
	p.window[p.next] = gained
	p.next = (p.next + 1) % len(p.window)
}

// Value returns the fitness, and whether it is still learning.
func (p *Profits) Value() (fitness float64, learning bool) {
	if n := len(p.window); n >= max(p.Least, 1) {
		return float64(p.won) / float64(n), false
	}
	return unborn, true
}
