package mortality

import (
	"fmt"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Clock names what a transition or a death is owed to.
type Clock string

// The clocks. ClockComposite is where none is lower than the others.
const (
	ClockEconomic   Clock = "economic"
	ClockEpistemic  Clock = "epistemic"
	ClockStochastic Clock = "stochastic"
	ClockComposite  Clock = "composite"
)

// Birth is what a life begins with. Time is its one term, which an owner may extend.
type Birth struct {
	Credit money.USDC
	Time   *term.Term
	// Foreseen says that predictions are resolved in this life.
	Foreseen bool
}

// Input is all that the clocks take in with a tick (mortality §7 step 1).
type Input struct {
	Tick      uint64
	Now       int64      // unix milliseconds
	Balance   money.USDC // of the credit, what is kept for dying included
	Cost      money.USDC // of the tick
	Positions int        // open
	Pairs     []Pair     // resolved since the tick before, oldest first
	Regime    MarketRegime
	Roll      Roll // of the tick; not looked at without the stochastic clock
	Rolled    bool
	Order     lifecycle.Cause // of the owner or the kill switch; empty: none
}

// Verdict is what a tick did to a life.
type Verdict struct {
	Tick      uint64
	Spendable money.USDC
	Reserve   money.USDC
	Credit    float64 // share of the credit that is left
	Paid      float64 // share of the paid time that is left; 1 where it does not count
	Economic  float64 // the lower of the two
	Parts     Components
	Composite float64
	Phase     turn.Phase
	Before    turn.Phase
	Trigger   Clock // what the phase is owed to
	Stage     Stage
	Fitness   float64
	Learning  bool
	Rungs     []Rung
	Cause     lifecycle.Cause // empty: it lives on
	Faults    []error
}

// Clocks runs the clocks of one life (mortality §7). It reads no clock and no chance:
// the same inputs give the same verdicts. It belongs to the goroutine that ticks.
type Clocks struct {
	settings Settings
	limits   Limits
	birth    Birth

	reserve    money.USDC // now, and at birth: it never shrinks
	born       money.USDC
	economy    Economy
	ladder     Ladder
	fitness    *Fitness
	senescence Senescence
	chance     Chance
	phases     Phases
	epistemic  float64 // the component that counts, kept through a regime's grace
	now        int64   // the highest that was seen
	spared     Spared
}

// Spared is what an immortal Golem would have died of, the first time.
type Spared struct {
	Cause lifecycle.Cause
	Tick  uint64
}

// NewClocks starts the clocks of a newborn. It refuses one that could only die, see
// Settings.Check.
func NewClocks(s Settings, l Limits, b Birth) (*Clocks, error) {
	if err := s.Check(b); err != nil {
		return nil, err
	}
	reserve, err := s.Reserved(b.Credit)
	if err != nil {
		return nil, err
	}
	return &Clocks{
		settings: s, limits: l, birth: b, reserve: reserve, born: reserve, fitness: NewFitness(s.Epistemic.Window),
		chance: Chance{Survival: 1}, phases: Phases{rule: s.Rising}, epistemic: 1, now: b.Time.Start(),
	}, nil
}

// newborn is where the clocks stand before the first tick.
func (c *Clocks) newborn() Verdict {
	return Verdict{
		Spendable: Spendable(c.birth.Credit, c.reserve), Reserve: c.reserve, Credit: 1, Paid: 1, Economic: 1, Parts: Components{Economic: 1, Epistemic: 1, Age: 1},
		Composite: 1, Trigger: ClockComposite, Fitness: unborn, Learning: true,
	}
}

// Tick takes the inputs of a completed tick and says what became of the life.
func (c *Clocks) Tick(in Input) Verdict {
	v := Verdict{Tick: in.Tick, Before: c.phases.Current}
	c.advance(in, &v)
	c.economics(in, &v)
	c.epistemics(in, &v)
	c.compose(in, &v)
	c.draw(in, &v)
	v.Cause = c.cause(in, &v)
	if v.Phase = c.phases.Current; c.settings.Immortal {
		c.spare(in, &v)
	}
	return v
}

// advance takes the time. A clock that goes back stands still, and says so: paid
// time does not come back.
func (c *Clocks) advance(in Input, v *Verdict) {
	if in.Now < c.now {
		v.Faults = append(v.Faults, fmt.Errorf("the clock went back by %d ms at tick %d; the paid time stands still", c.now-in.Now, in.Tick))
		return
	}
	c.now = in.Now
}

// economics is step 2: what is left of the credit and of the paid time.
func (c *Clocks) economics(in Input, v *Verdict) {
	if err := c.economy.Charge(in.Cost); err != nil {
		v.Faults = append(v.Faults, err)
	}
	c.economy.Pass(c.now, in.Cost)
	c.reckon(in, v)
	v.Reserve, v.Spendable = c.reserve, Spendable(in.Balance, c.reserve)
	v.Credit, v.Paid = 1, 1
	if c.settings.Economic {
		v.Credit = CreditRatio(v.Spendable, c.birth.Credit-c.born)
	}
	if c.settings.Paid {
		v.Paid = PaidRatio(c.now, c.birth.Time.Start(), c.birth.Time.Until())
	}
	v.Economic = min(v.Credit, v.Paid)
	v.Rungs = c.ladder.Step(v.Credit, c.limits.thresholds()) // time that is short divides no credit
}

// reckon looks at the positions again now and then. What a smaller settlement would
// free stays for the life review: the reserve never shrinks.
func (c *Clocks) reckon(in Input, v *Verdict) {
	if c.born == 0 || in.Tick == 0 || in.Tick%recompute != 0 {
		return
	}
	needed, err := c.settings.Reserve.Needed(c.birth.Credit, in.Positions)
	if err != nil {
		v.Faults = append(v.Faults, fmt.Errorf("reckon the reserve for dying: %w", err))
		return
	}
	c.reserve = max(c.reserve, needed)
}

// predicts says whether the life has an epistemic clock.
func (c *Clocks) predicts() bool { return c.settings.Predicts && c.birth.Foreseen }

// absent names the clocks without inputs.
func (c *Clocks) absent() (names []string) {
	if !c.predicts() {
		names = append(names, string(ClockEpistemic))
	}
	if !c.settings.Stochastic {
		names = append(names, string(ClockStochastic))
	}
	return names
}

// learning says that too little is known of the predictions to judge them.
func (c *Clocks) learning() bool {
	return !c.predicts() || c.fitness.Pairs < c.settings.Epistemic.Minimum
}

// epistemics is step 3. In a regime that was hardly ever seen nothing moves.
func (c *Clocks) epistemics(in Input, v *Verdict) {
	if !c.predicts() {
		v.Learning, v.Fitness = true, unborn
		return
	}
	for _, p := range in.Pairs {
		c.fitness.Judge(p, in.Regime)
	}
	v.Learning, v.Fitness = c.learning(), c.fitness.Value
	if v.Learning {
		v.Fitness = unborn
	} else if c.fitness.Matched(in.Regime) >= c.settings.Epistemic.Regime {
		c.senescence.Step(c.fitness.Value, c.settings.Epistemic)
		axes := Axes{Fitness: c.fitness.Value, Judged: true, Ramp: c.senescence.Ramp(c.settings.Epistemic.Ramp)}
		c.epistemic = c.settings.Curve.Of(axes).Epistemic
	}
	c.fitness.Close(in.Tick, v.Learning)
	v.Stage = c.senescence.Stage
}

// compose is step 4: vitality and phase.
func (c *Clocks) compose(in Input, v *Verdict) {
	v.Parts = c.settings.Curve.Of(Axes{Economic: v.Economic, Ticks: in.Tick})
	v.Parts.Epistemic = c.epistemic
	v.Composite = v.Parts.Composite(c.zero(v))
	best := turn.Thriving
	if c.pays() {
		best = c.limits.best(v.Economic)
	}
	c.phases.Move(v.Composite, best)
	v.Trigger = c.lowest(v)
	if !v.Learning && c.senescence.Fail(v.Composite) {
		v.Stage = StageDeath
	}
}

// pays says that the life has an economic clock.
func (c *Clocks) pays() bool { return c.settings.Economic || c.settings.Paid }

// zero says that a clock stands at zero.
func (c *Clocks) zero(v *Verdict) bool {
	return c.settings.Economic && v.Spendable <= 0 || c.over() || !v.Learning && v.Fitness == 0
}

// over says that the paid time, less what dying needs of it, has passed.
func (c *Clocks) over() bool { return c.now >= c.ends() }

// ends is when death begins at the latest.
func (c *Clocks) ends() int64 {
	until := c.birth.Time.Until()
	if c.settings.Paid {
		until -= c.settings.Dying(until - c.birth.Time.Start())
	}
	return until
}

// lowest names the lowest component, of the clocks that run. Age stands for the stochastic
// clock, whose vitality it is.
func (c *Clocks) lowest(v *Verdict) Clock {
	name, least := ClockComposite, 1.0
	for _, part := range []struct {
		clock Clock
		runs  bool
		value float64
	}{
		{ClockEconomic, c.pays(), v.Parts.Economic},
		{ClockEpistemic, !v.Learning, v.Parts.Epistemic},
		{ClockStochastic, c.settings.Stochastic, v.Parts.Age},
	} {
		if part.runs && part.value < least {
			name, least = part.clock, part.value
		}
	}
	return name
}

// draw is step 5: the die of the tick, thrown once. An immortal's is never thrown.
func (c *Clocks) draw(in Input, v *Verdict) {
	if !c.settings.Stochastic {
		return
	}
	fitness := v.Fitness
	if v.Learning {
		fitness = 1
	}
	hazard := c.settings.Hazard.Of(in.Tick, fitness)
	if c.settings.Immortal || !in.Rolled {
		c.chance.Hazard = hazard
		return
	}
	survived, err := c.chance.Draw(in.Tick, hazard, in.Roll)
	if err != nil {
		v.Faults = append(v.Faults, err)
	}
	if !survived {
		v.Composite, v.Trigger, v.Parts.Age = 0, ClockStochastic, 0
		c.phases.Move(0, turn.Terminal)
	}
}

// cause is step 6: the first trigger that fires.
func (c *Clocks) cause(in Input, v *Verdict) lifecycle.Cause {
	switch {
	case in.Order != "":
		return in.Order
	case c.chance.Failed:
		return lifecycle.Stochastic
	case c.over():
		return lifecycle.PaidTimeOver
	case c.settings.Economic && v.Spendable <= 0, c.pays() && v.Economic <= c.limits.Ending:
		return c.economicCause(v)
	case v.Stage == StageDeath:
		return lifecycle.EpistemicSenescence
	case c.phases.Current == turn.Terminal:
		return c.composite(v)
	case c.limits.Ticks > 0 && in.Tick+1 >= c.limits.Ticks:
		return lifecycle.HayflickLimit
	}
	return ""
}

// composite is the cause of who dies of its vitality alone.
func (c *Clocks) composite(v *Verdict) lifecycle.Cause {
	switch v.Trigger {
	case ClockEpistemic:
		return lifecycle.EpistemicSenescence
	case ClockStochastic:
		return lifecycle.Stochastic
	}
	return c.economicCause(v)
}

// economicCause tells credit and paid time apart.
func (c *Clocks) economicCause(v *Verdict) lifecycle.Cause {
	if v.Paid < v.Credit {
		return lifecycle.PaidTimeOver
	}
	return lifecycle.CreditExhaustion
}

// spare keeps an immortal alive and remembers what it would have died of. An owner's
// word, and the end of the paid time, hold for it too.
func (c *Clocks) spare(in Input, v *Verdict) {
	if c.spared.Cause == "" && v.Cause != "" && v.Cause != in.Order {
		c.spared = Spared{v.Cause, in.Tick}
	}
	if v.Cause != in.Order && !c.over() {
		v.Cause = ""
	}
	c.phases.Current = turn.Thriving
	v.Phase, v.Composite, v.Stage, v.Economic, v.Rungs = turn.Thriving, 1, StageNone, 1, nil
}
