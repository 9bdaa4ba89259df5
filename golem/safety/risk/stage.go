package risk

import (
	"cmp"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

const hour = int64(3_600_000)

// rung is what a stage allows, what lets it be left upwards, and what leads down from it.
// Where safety §16.5 and heartbeat §15 differ, it is the stricter of both. The cap is on all
// positions together, because it is capital that is deployed.
type rung struct {
	cap money.BPS // of the equity, all positions together

	// Upwards, all of them: time and ticks in the stage, confidence, breakers at most.
	time       int64
	ticks      uint64
	confidence float64
	breakers   int

	// Downwards, any of them; 0 is never. mean is the least mean success of orders.
	mean    float64
	fallen  float64 // of the drawdown's limit
	broken  int
	doubted float64 // fall of the confidence from its highest in the stage
}

// Micro: 1 % (safety) under 2 %. Scaled: 10 % (heartbeat), under 100 % of the guardrail.
// Times: 48, 168 and 336 hours (safety) over 48 hours and 7 days.
var rungs = [...]rung{
	turn.StageShadow: {time: 48 * hour, ticks: 100},
	turn.StageMicro:  {cap: 100, time: 168 * hour, ticks: 500, confidence: 0.2, breakers: 1, mean: 0.3, broken: 3},
	turn.StageScaled: {cap: 1_000, time: 336 * hour, ticks: 2_000, confidence: 0.4, breakers: 2, mean: 0.5, fallen: 0.8, broken: 5},
	turn.StageFull:   {cap: money.Whole, mean: 0.7, fallen: 0.9, doubted: 0.25},
}

// Cap is the share of the equity that a stage deploys at most. That of Scaled under the
// guardrails is bounded by them anyway.
//
// spec: safety §16.5, heartbeat §15 layer 3
func Cap(s turn.Stage) money.BPS { return rungs[s].cap }

// Signs are what a stage is left by.
type Signs struct {
	Time         int64 // in the stage, milliseconds
	Lifespan     int64 // that is projected for the whole life; 0 is unknown
	Ticks        uint64
	Breakers     int // in the stage
	Lately       int // of these, within the time that the next stage takes
	Failures     int // orders that failed, one behind the other
	Confidence   float64
	Highest      float64 // confidence in the stage
	Operational  Beta
	Drawdown     float64 // of its limit
	Observations int
	Sized        bool // the sizing formulas give anything at all
	// Against says that the trades speak against the strategy, at 95 %.
	Against bool
}

// step is how far one look moves a stage, and why: down at once, up one step at a time.
func step(s turn.Stage, x Signs, vouched bool) (by int, why string) {
	if why := down(s, x, vouched); why != "" {
		return -1, why
	}
	if s == turn.StageFull || !x.may(s) {
		return 0, ""
	}
	return +1, fmt.Sprintf("%.1f hours and %d ticks at %s, %d trades followed, confidence %.2f, %d breakers",
		float64(x.Time)/float64(hour), x.Ticks, s, x.Observations, x.Confidence, x.Breakers)
}

// failing is how many orders must fail one behind the other to lose a stage.
const failing = 3

// orders is how many there must be before their mean speaks against an owner's word.
const orders = 20

func down(s turn.Stage, x Signs, vouched bool) string {
	r := rungs[s]
	done := x.Operational.Alpha + x.Operational.Beta - 4
	if s == turn.StageShadow {
		return ""
	}
	switch {
	case x.Failures >= failing:
		return fmt.Sprintf("%d orders failed one behind the other", x.Failures)
	case r.broken != 0 && x.Breakers >= r.broken:
		return fmt.Sprintf("%d breakers at %s", x.Breakers, s)
	case r.fallen > 0 && x.Drawdown >= r.fallen:
		return fmt.Sprintf("the drawdown is %.0f %% of its limit", 100*x.Drawdown)
	case r.doubted > 0 && x.Observations >= observations && x.Highest-x.Confidence >= r.doubted:
		return fmt.Sprintf("confidence fell from %.2f to %.2f", x.Highest, x.Confidence)
	case x.Operational.Mean() < r.mean && (!vouched || done >= orders):
		return fmt.Sprintf("orders succeed in %.0f %%, %s needs %.0f %%", 100*x.Operational.Mean(), s, 100*r.mean)
	case vouched && x.Against:
		return fmt.Sprintf("%d trades speak against the strategy", x.Observations)
	}
	return ""
}

// may reports whether all is there for the next stage. The next one's conditions count too: a
// strategy that would be demoted at once is not promoted. The prior of orders is just Scaled's
// mean, so no strategy comes there without an order that went well. Thirty trades are asked for,
// and that they give a size: a stage in which nothing may be staked would only be a name.
func (x Signs) may(s turn.Stage) bool {
	r, next := rungs[s], rungs[s+1]
	return x.Time >= wait(s, x.Lifespan) && x.Ticks >= r.ticks && x.Lately <= r.breakers && x.Confidence >= r.confidence &&
		x.Observations >= observations && x.Sized && x.Operational.Mean() > next.mean && x.Drawdown < calm(next)
}

// wait is how long a stage lasts at least: a tenth of the projected lifespan, where that
// is less; 0 is unknown. The lifespan is the paid time and not what the credit lasts for, since
// a Golem that burns its credit faster would be promoted sooner.
func wait(s turn.Stage, lifespan int64) int64 {
	if lifespan == 0 {
		return rungs[s].time
	}
	return min(rungs[s].time, lifespan/10)
}

// calm is the drawdown from which a stage would be lost again.
func calm(r rung) float64 { return cmp.Or(r.fallen, 1) }
