package risk

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// market is what was seen of a market: its price, and what it earns.
type market struct {
	handle   string
	prices   Prices
	earnings Earnings
}

// markets are those that were seen.
type markets struct {
	all   []*market
	first string // handle of the strategy's first one
}

// see takes in what a reading shows of every market.
func (s *markets) see(r *turn.Reading) {
	if s.first == "" { // what was glanced at before the first look
		s.primary().handle = r.Primary().Handle
	}
	s.first = r.Primary().Handle
	for i := range r.Markets {
		seen, m := &r.Markets[i], s.of(r.Markets[i].Handle)
		if r.Lag.Ahead == 0 { // behind a block in the future every true price would be late
			m.prices.Push(r.Block.Time*1_000, seen.Price)
		}
		m.earnings.Push(r.Sight(seen))
	}
}

// of returns what was seen of the market of a handle.
func (s *markets) of(handle string) *market {
	for _, m := range s.all {
		if m.handle == handle {
			return m
		}
	}
	m := &market{handle: handle}
	s.all = append(s.all, m)
	return m
}

// primary is the strategy's first market.
func (s *markets) primary() *market { return s.of(s.first) }

// behind is the market whose price an order hangs on: the one that it goes to, and of a loan the
// first that prices its asset, or the strategy's first one.
func (s *markets) behind(k *cage.Case) *market {
	if !k.Action.Lends() {
		return s.of(k.Action.Market)
	}
	for i := range k.Seen.Markets {
		if m := &k.Seen.Markets[i]; m.Base.Address == k.Action.Asset {
			return s.of(m.Handle)
		}
	}
	return s.primary()
}

// threatened is layer 5. The price of the order's market is held against its own mean over five minutes,
// and that against a price feed where one is configured; most is what one position may be.
// The mean shows a manipulation of minutes; one that lasts is seen by the feed alone.
//
// spec: heartbeat §15 layer 5, safety §16.8
func (m *market) threatened(v *verdict, o Order, most float64) {
	off, seen := m.prices.Off()
	second := m.second(&o.Case.Seen)
	there, _ := o.Case.Seen.Market(m.handle)
	depth := Depth(&o.Case.Seen, there)
	swap := o.Case.Action.Kind == grammar.Swap
	switch {
	case !seen:
		v.stop(5, wire.CodeSafetyPriceMissing, "no price was seen")
	case o.Elevated && !m.prices.Covered():
		v.stop(5, wire.CodeSafetyPriceMissing, "the mean of five minutes is not known yet, and this action needs it")
	case second.doubts(v, o.Elevated):
	case m.prices.Jump() > block:
		v.stop(5, wire.CodeSafetyPriceDeviation, "the price moved by %.1f %% within a block", 100*m.prices.Jump())
	case off > block:
		v.stop(5, wire.CodeSafetyPriceDeviation, "the price is %.1f %% off its mean of five minutes", 100*off)
	case o.Simulation.ImpactBPS > impact:
		v.stop(5, wire.CodeSafetyPriceImpact, "price impact %s is above %s: ask for less, or for parts of it", o.Simulation.ImpactBPS, money.BPS(impact))
	case swap && depth == 0:
		v.stop(5, wire.CodeRoutingInsufficientLiquidity, "the market has no liquidity around its price")
	default:
		v.pass(5, fmt.Sprintf("%.2f %% off the mean of five minutes", 100*off))
		if swap {
			v.shrink("one trade may take 0.5 % of the market's liquidity: split it", share*depth)
		}
		if off > half {
			v.shrink(fmt.Sprintf("the price is %.1f %% off its mean, half of what may be held may be asked for", 100*off), most/2)
		}
		second.compared(v, most)
	}
}
