package oracle

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Layer is the name of the gate among those that may refuse.
const Layer = "action_gate"

// The figures of heartbeat §11.6.
const (
	resolvedAtLeast = 50
	lowestRate      = 0.60
	highestRate     = 0.95
	advantage       = 0.05 // that doing nothing must have to win
)

// Case is an opening action as the gate sees it. Cost and Expected are shares of its
// value: what the action itself costs, and how far the market is expected to move for
// or against it. Expected is not a number where nothing about the market is expected,
// as of lending.
type Case struct {
	Action    string // names the proposal
	Cost      float64
	Expected  float64
	Value     float64 // in USD
	Equity    float64
	Positions int // open ones, this one not counted
	Now       int64
}

// Judge attaches predictions to the action and decides whether it may be taken. nil
// lets it pass. The predictions stay in the ledger, also of what was refused: they are
// how a Golem that may not act yet comes to know whether it could.
func (o *Oracle) Judge(k Case) *turn.Refusal {
	attached := o.acting()
	for _, d := range attached {
		o.of(d.category).register(d, k.Action)
	}
	switch {
	case len(attached) == 0:
		return refuse(wire.CodeOracleInsufficientData, "insufficient data: nothing could be predicted for the action, too little of the market was seen")
	case o.total < resolvedAtLeast:
		return refuse(wire.CodeOracleInsufficientData, "insufficient data: %d predictions are resolved, %d are needed", o.total, resolvedAtLeast)
	}
	lowest, r := o.proven(attached, k)
	if r == nil {
		r = o.better(lowest, k)
	}
	if r == nil {
		r = o.permitted(k)
	}
	return r
}

// Required is the hit rate that an action needs at a cost and an expected value.
func Required(cost, expected float64) float64 {
	if math.IsNaN(expected) {
		return lowestRate
	}
	if !(expected > 0) {
		return highestRate
	}
	return max(lowestRate, 0.5+min(cost/expected, 0.45))
}

// proven demands samples and a hit rate of every category in the present regime.
func (o *Oracle) proven(attached []draft, k Case) (lowest float64, _ *turn.Refusal) {
	required := Required(k.Cost, k.Expected)
	lowest = 1
	for _, d := range attached {
		rate, n := o.of(d.category).knows(d.category, o.regime).score.Rate(k.Now)
		if n < sufficient {
			return 0, refuse(wire.CodeOracleInsufficientData, "insufficient data: %d predictions of %s are resolved in a %s market, %d are needed", n, d.category, o.regime, sufficient)
		}
		if rate < required {
			return 0, refuse(wire.CodeOracleAccuracy, "%s was right in %.0f %% of %d predictions; %.0f %% are needed for an action that costs %.2f %% and may gain %.2f %%",
				d.category, 100*rate, n, 100*required, 100*k.Cost, 100*k.Expected)
		}
		lowest = min(lowest, rate)
	}
	return lowest, nil
}

// better refuses where doing nothing has been right more often.
func (o *Oracle) better(lowest float64, k Case) *turn.Refusal {
	rate, n := o.knows(turn.Inaction, o.regime).score.Rate(k.Now)
	if n >= sufficient && rate > lowest+advantage {
		return refuse(wire.CodeOracleInaction, "doing nothing was right in %.0f %% of %d cases, acting in %.0f %%", 100*rate, n, 100*lowest)
	}
	return nil
}

// allowance is what the second gate permits at an accuracy.
type allowance struct {
	share     float64 // of the equity, at most
	positions int
}

func allowed(rate float64) allowance {
	switch {
	case rate < 0.45:
		return allowance{0.02, 2}
	case rate < 0.60:
		return allowance{0.10, 5}
	}
	return allowance{0.25, 10}
}

// permitted bounds size and number by the last fifty predictions that were made for an
// action: those of every tick overlap, and would all be right or wrong together.
func (o *Oracle) permitted(k Case) *turn.Refusal {
	rate, n := o.acted.rate(), o.acted.n
	if n < 20 {
		return refuse(wire.CodeOracleInsufficientData, "insufficient data: %d predictions for actions are resolved, 20 are needed", n)
	}
	a := allowed(rate)
	if k.Value > a.share*k.Equity*(1+rounding) {
		return refuse(wire.CodeOracleSize, "the last %d predictions for actions were right in %.0f %%, which permits %.0f %% of the equity; the action is %.1f %%",
			n, 100*rate, 100*a.share, 100*k.Value/k.Equity)
	}
	if k.Positions >= a.positions {
		return refuse(wire.CodeOracleSize, "%d positions are open; an accuracy of %.0f %% permits %d", k.Positions, 100*rate, a.positions)
	}
	return nil
}

// rounding is what the price may have moved between a proposal of exactly the share
// and its valuation.
const rounding = 0.01

func refuse(code wire.Code, format string, args ...any) *turn.Refusal {
	return &turn.Refusal{Layer: Layer, Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Reach is how far the price may move to either side within the hour, as a share of it: what
// a trade may gain. It is measured and not claimed, so that a vaguer prediction does not lower
// the rate that it is held to. 0 while nothing is known.
func (o *Oracle) Reach() float64 {
	stir, ok := o.stir()
	if !ok {
		return 0
	}
	return max(stir, narrowestBand)
}
