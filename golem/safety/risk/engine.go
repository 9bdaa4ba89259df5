package risk

import (
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// every is how far two calculations of what is allowed lie apart at least, in
// milliseconds (safety §16.4).
const every = 5 * 60_000

// reference is the time that is left from which on a life's end shrinks a size: 10,000
// ticks of a minute, or the whole life where that is shorter. No document gives T_ref a value;
// this is the one of heartbeat's own check.
const reference = 10_000 * 60_000

// Birth is what an engine starts with. Born is in unix milliseconds; Time is the life's, nil
// where it is not known.
type Birth struct {
	Start turn.Stage
	Born  int64
	Time  *term.Term
}

// lifespan is that of the whole life, milliseconds; 0 is unknown.
func (b Birth) lifespan() int64 { return max(0, b.Time.Until()-b.Born) }

// left is what is left of the life, as a share of the time from which on that counts.
func (b Birth) left(now int64) float64 {
	left := 1.0
	if span := b.lifespan(); span > 0 {
		left = float64(b.Time.Until()-now) / float64(min(span, reference))
	}
	return left
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

// fallen is the drawdown as a share of its limit; without a limit any is the whole.
func (l *Look) fallen() float64 {
	return float64(max(0, l.Drawdown)) / float64(max(l.Limit, 1))
}

// gravity is how much the outcome of an order weighs: volatile markets and a drawdown above
// 10 % weigh a failure more (heartbeat §15 layer 3).
func (l *Look) gravity() float64 {
	switch {
	case l.Drawdown > 1_000:
		return 2
	case l.Regime == turn.RegimeVolatile:
		return 1.5
	}
	return 1
}

// Engine is the risk engine of one Golem. New makes one.
type Engine struct {
	birth  Birth
	look   Look // the last
	ladder ladder
	trades trades
	seen   markets

	orders  Beta
	sent    map[string]trade // by permit
	habit   habit
	conduct conscience
	opened  opening

	allowed  Allowance
	limit    money.BPS // of one position, in the policy in force
	computed int64
}

// New returns an engine that has seen nothing. A stage above shadow is its owner's word.
func New(b Birth) *Engine {
	e := &Engine{birth: b, ladder: ladder{vouched: b.Start > turn.StageShadow}}
	e.forget()
	e.ladder.enter(b.Start, b.Born)
	e.recompute(b.Born)
	return e
}

// Begin starts over for another strategy, of which nothing is known: at shadow, or where
// its owner says.
func (e *Engine) Begin(start turn.Stage, at int64) {
	e.forget()
	e.ladder.move(start, start > turn.StageShadow, at, "another strategy; the owner set where it starts")
	e.recompute(at)
}

func (e *Engine) forget() { e.trades, e.orders, e.sent = newTrades(), Even(), map[string]trade{} }

// Stage returns the stage, and whether it is the owner's word.
func (e *Engine) Stage() (s turn.Stage, vouched bool) { return e.ladder.stage, e.ladder.vouched }

// Glance takes a price of the strategy's first market between two ticks, at its block's time in
// unix milliseconds.
func (e *Engine) Glance(at int64, price float64) { e.seen.primary().prices.Push(at, price) }

// Look takes in what a tick shows, before anything is decided in it.
func (e *Engine) Look(l Look) {
	e.look = l
	e.ladder.ticks++
	e.seen.see(l.Reading)
	e.trades.price(l.Reading, l.Regime)
	e.conduct.judge(l.Now, e.birth.Born, &e.habit)
	if e.trades.estimate.Known() {
		e.ladder.highest = max(e.ladder.highest, e.trades.known.composite())
	}
	if by, why := step(e.ladder.stage, e.signs(), e.ladder.vouched); by != 0 {
		// From then on what the owner said of the strategy is history.
		e.ladder.move(turn.Stage(int(e.ladder.stage)+by), false, l.Now, why) //nolint:gosec // step stays within the stages
		e.recompute(l.Now)
	} else if l.Now-e.computed >= every {
		e.recompute(l.Now)
	}
}

func (e *Engine) signs() Signs {
	l, t := &e.ladder, &e.trades
	return Signs{
		Time: e.look.Now - l.since, Lifespan: e.birth.lifespan(), Ticks: l.ticks, Breakers: len(l.broken), Lately: l.lately(e.look.Now, e.birth.lifespan()), Failures: l.failed,
		Confidence: t.known.composite(), Highest: l.highest, Operational: e.orders, Drawdown: e.look.fallen(),
		Observations: t.estimate.N, Sized: e.fraction() > 0, Against: t.against(),
	}
}

// fraction is the share of the equity that both sizing formulas allow now.
func (e *Engine) fraction() float64 { return e.trades.fraction(e.birth.left(e.look.Now)) }

// Broke counts a breaker: the Golem was stopped from opening by a fall of its equity or
// by orders that failed.
func (e *Engine) Broke() { e.ladder.broken = append(e.ladder.broken, e.look.Now) }
