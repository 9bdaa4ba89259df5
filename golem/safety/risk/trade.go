package risk

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Order is an action as the engine is asked about it: what it was judged on, and what its
// simulation came to. Permit is empty before there is one.
type Order struct {
	Case       cage.Case
	Simulation turn.Simulation
	Cause      string
	Tick       uint64
	Permit     string
	Elevated   bool // above Standard in safety §4.4
}

// trade is an opening that is followed for an hour, sent or held back. Both are priced by the same
// formula, so that what shadow shows and what micro does are one series.
type trade struct {
	turn.Untraded
	market string // handle
	turned bool   // the market's quote token was bought: what is won is by its price in the other
	at     int64  // of its block, unix milliseconds
	regime turn.Regime
	risked float64 // share that was said to be at risk; 0 is unknown
}

// spacing lies between two trades of one kind that are both followed: those within minutes
// come to the same, and would be thirty without being thirty, whoever asked for them.
const spacing = 10 * 60_000

// late is how much after its hour a trade may be priced. It counts nowhere then.
const late = 15 * 60_000

// follow is the trade of an order; its value is 0 where the outcome hangs on no price.
func follow(o Order) (t trade) {
	s, _ := cage.Stake(o.Case) // what does not open stakes nothing on a market
	m, ok := o.Case.Seen.Market(o.Case.Action.Market)
	if !ok || !s.Market {
		return t
	}
	sight := o.Case.Seen.Sight(m)
	if !(sight.Price > 0) {
		return t
	}
	turned := o.Case.Action.Kind == grammar.Swap && o.Case.Action.TokenOut == m.Quote.Address
	if turned {
		sight.Price = 1 / sight.Price
	}
	return trade{
		Untraded: turn.Untraded{
			Kind: string(o.Case.Action.Kind), Value: s.Value, Cost: cost(o, s), Price: sight.Price,
			FeeBase: sight.FeeBase, FeeQuote: sight.FeeQuote, Lower: s.Lower, Upper: s.Upper,
		},
		market: m.Handle, turned: turned, at: sight.Time, regime: o.Case.Regime,
	}
}

// cost is what it takes to get in and out again, as a share of the value: twice the
// venue's fee, what the order moves the price by, and twice the gas. The oracle's counterfactual
// charges the way in alone; a stake has to earn the way out too.
func cost(o Order, s turn.Stake) float64 {
	seen, sim := &o.Case.Seen, &o.Simulation
	wei := float64(sim.GasUsed)*seen.GasPrice.Float64() + sim.DataFee.Float64()
	sum := 2 * native(wei, seen) / s.Value
	if o.Case.Action.Kind == grammar.Swap {
		sum += 2*s.Fee + float64(sim.ImpactBPS)/float64(money.Whole)
	}
	return sum
}
