package risk

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// every is how far two calculations of what is allowed lie apart at least, in
// milliseconds (safety §16.4).
const every = 5 * 60_000

// reference is the time that is left from which on a life's end shrinks a size: 10,000
// ticks of a minute, or the whole life where that is shorter.
const reference = 10_000 * 60_000

// Birth is what an engine starts with. Ends is when the paid time is over, unix
// milliseconds like Born; 0 is unknown.
type Birth struct {
	Start turn.Stage
	Born  int64
	Ends  int64
}

// Look is what one tick shows. Drawdown and Limit are of the equity; Crisis says that the
// Golem may open nothing anyway, for what went wrong; Gas is what is left of the
// scarcest partition of the credit, the gas among them, 0 to 1.
type Look struct {
	Now      int64
	Reading  *turn.Reading
	Regime   turn.Regime
	Drawdown money.BPS
	Limit    money.BPS
	Crisis   bool
	Gas      float64
}

// Engine is the risk engine of one Golem. New makes one.
type Engine struct {
	birth Birth
	look  Look // the last

	stage   turn.Stage
	vouched bool
	since   int64
	ticks   uint64
	broken  []int64 // when, in the stage
	failed  int
	highest float64
	moved   []turn.StageChange

	estimate Estimate
	known    confidence
	orders   Beta
	won      []bool
	open     []trade
	last     map[string]int64
	sent     map[string]trade
	prices   Prices
	earnings Earnings
	habit    habit
	conduct  conscience
	opened   opening

	allowed  Allowance
	limit    money.BPS // of one position, in the policy in force
	computed int64
}

// New returns an engine that has seen nothing. A stage above shadow is its owner's word.
func New(b Birth) *Engine {
	e := &Engine{birth: b, sent: map[string]trade{}}
	e.fresh(b.Start, b.Born)
	return e
}

// Begin starts over for another strategy, of which nothing is known: at shadow, or where
// its owner says.
func (e *Engine) Begin(start turn.Stage, at int64) {
	from := e.stage
	e.fresh(start, at)
	e.moved = append(e.moved, turn.StageChange{From: from, To: start, At: at, Reason: "another strategy; the owner set where it starts"})
}

func (e *Engine) fresh(start turn.Stage, at int64) {
	e.estimate, e.known, e.orders = Estimate{}, newConfidence(), Even()
	e.won, e.open, e.last = nil, nil, map[string]int64{}
	clear(e.sent)
	e.vouched = start > turn.StageShadow
	e.enter(start, at)
}

// enter begins a stage: nothing of the one before is counted in it.
func (e *Engine) enter(s turn.Stage, at int64) {
	e.stage, e.since, e.ticks, e.broken, e.failed, e.highest = s, at, 0, nil, 0, 0
	e.recompute(at)
}

// Stage returns the stage, and whether it is the owner's word.
func (e *Engine) Stage() (s turn.Stage, vouched bool) { return e.stage, e.vouched }

// Glance takes a price between two ticks, at its block's time in unix milliseconds.
func (e *Engine) Glance(at int64, price float64) { e.prices.Push(at, price) }

// Look takes in what a tick shows, before anything is decided in it.
func (e *Engine) Look(l Look) {
	e.look = l
	e.ticks++
	if l.Reading.Lag.Ahead == 0 { // behind a block in the future every true price would be late
		e.prices.Push(l.Reading.Block.Time*1_000, l.Reading.Pool.Price)
	}
	e.earnings.Push(l.Reading.Sight())
	e.price(l.Reading, l.Regime)
	e.conduct.judge(l.Now, e.birth.Born, &e.habit)
	if e.estimate.Known() {
		e.highest = max(e.highest, e.known.composite())
	}
	if by, why := step(e.stage, e.signs(), e.vouched); by != 0 {
		e.move(by, why)
	} else if l.Now-e.computed >= every {
		e.recompute(l.Now)
	}
}

func (e *Engine) signs() Signs {
	return Signs{
		Time: e.look.Now - e.since, Lifespan: e.lifespan(), Ticks: e.ticks, Breakers: len(e.broken), Lately: e.lately(), Failures: e.failed,
		Confidence: e.known.composite(), Highest: e.highest, Operational: e.orders, Drawdown: e.fallen(),
		Observations: e.estimate.N, Sized: e.fraction() > 0, Against: e.against(),
	}
}

func (e *Engine) lifespan() int64 { return max(0, e.birth.Ends-e.birth.Born) }

// fallen is the drawdown as a share of its limit; without a limit any is the whole.
func (e *Engine) fallen() float64 {
	return float64(max(0, e.look.Drawdown)) / float64(max(e.look.Limit, 1))
}

// against says that the trades lose, however lucky they were, at 95 %.
func (e *Engine) against() bool {
	return e.estimate.Known() && e.estimate.Mean+ninetyFive*math.Sqrt(e.estimate.Error) < 0
}

// move goes one step. From then on what the owner said of the strategy is history.
func (e *Engine) move(by int, why string) {
	from := e.stage
	e.vouched = false
	e.enter(turn.Stage(int(from)+by), e.look.Now) //nolint:gosec // step stays within the stages
	e.moved = append(e.moved, turn.StageChange{From: from, To: e.stage, At: e.look.Now, Reason: why})
}

// deviation is that of a trade over its hour, daily that over a day.
func (e *Engine) deviation() float64 { return math.Sqrt(e.estimate.Variance) }

func (e *Engine) daily() float64 {
	return e.deviation() * math.Sqrt(float64(24*hour)/float64(turn.Horizon))
}

// fraction is the share of the equity that both sizing formulas allow (DESIGN §12.18); 0
// while too few trades were followed.
func (e *Engine) fraction() float64 {
	if !e.estimate.Known() {
		return 0
	}
	left := 1.0
	if span := e.lifespan(); span > 0 {
		left = float64(e.birth.Ends-e.look.Now) / float64(min(span, reference))
	}
	return min(ByEdge(e.estimate.Mean, e.deviation(), e.known.composite()), ByGrowth(e.estimate, left))
}

func (e *Engine) multiplier() float64 {
	m := Guard(e.known.composite(), Climate(e.look.Regime, e.look.Crisis), float64(e.look.Drawdown), float64(e.look.Limit))
	return m * e.restrained()
}

// Broke counts a breaker: the Golem was stopped from opening by a fall of its equity or
// by orders that failed.
func (e *Engine) Broke() { e.broken = append(e.broken, e.look.Now) }

// lately is how many there were within the time that a promotion takes.
func (e *Engine) lately() (n int) {
	since := e.look.Now - wait(e.stage, e.lifespan())
	for _, at := range e.broken {
		if at >= since {
			n++
		}
	}
	return n
}
