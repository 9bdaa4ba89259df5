package why

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// measured tells what a rule went by beside its condition: shares of a basket, as they were when the order
// was decided, or what lenders paid by the reading of the tick, on which it chose among them.
func measured(s *strategy.Strategy, id string, r *turn.Record, a *turn.Action, entries []journal.Entry) []Link {
	return append(weighed(s, id, decided(r, a, entries), a), chosen(s, id, &r.Seen.Reading, a)...)
}

// weighed tells how far the asset of a swap was from its share of a basket, as the rule counted it on
// the reading that the swap was decided on. Nothing of what is no leg of a basket.
func weighed(s *strategy.Strategy, id string, seen *turn.Reading, a *turn.Action) []Link {
	by, ok := s.RuleByID(id)
	if !ok || grammar.Kind(a.Preview.Kind) != grammar.Swap {
		return nil
	}
	for _, do := range by.Do {
		if do.Verb != rule.Rebalance || do.Basket == nil {
			continue
		}
		for _, w := range do.Basket.Weights {
			if asset, known := seen.Named(w.Asset); known && meant(a, asset.Token) {
				return []Link{{id, "weight", leg(asset.Token, w, do.Basket.Band, seen)}}
			}
		}
	}
	return nil
}

// leg is one asset of a basket in words.
func leg(token turn.Token, share rule.Weight, band rule.PPM, seen *turn.Reading) string {
	w, unit := play.Weigh(seen, token, share.Share), seen.Numeraire()
	in := func(x *uint256.Int) float64 { return money.Float(x, unit.Decimals) }
	off, side := in(&w.Want)-in(&w.Have), "below"
	if off < 0 {
		off, side = -off, "above"
	}
	part := 0.0
	if equity := in(&w.Equity); equity > 0 {
		part = 100 * in(&w.Have) / equity
	}
	return fmt.Sprintf("%s was %.2f %% of an equity of %.2f %s without the coin for gas, its share in the basket is %s, the band %s of equity: %.2f %s %s its share",
		token.Symbol, part, in(&w.Equity), unit.Symbol, share.Share, band, off, unit.Symbol, side)
}

// decided is the reading that an action was decided on: that of the tick, or the one that was read after
// the order before it.
func decided(r *turn.Record, a *turn.Action, entries []journal.Entry) *turn.Reading {
	seen := &r.Seen.Reading
	if a.Preview.Simulation == nil {
		return seen
	}
	for _, e := range entries {
		var got turn.Simulation
		if e.Kind == journal.KindSimulation && e.Failure == nil && e.Decode(&got) == nil && got.Hash == a.Preview.Simulation.Hash {
			break
		}
		var next turn.Reading
		if e.Kind == journal.KindReading && e.Failure == nil && e.Decode(&next) == nil && next.Block != r.Seen.Reading.Block {
			seen = &next
		}
	}
	return seen
}

// meant reports whether an order is for a token: it moves it, or is a move of an order over two markets
// from or to it. What lies between two moves is not meant.
func meant(a *turn.Action, token turn.Token) bool {
	if r := a.Proposal.Route; r != nil {
		return r.From == token.Handle() || r.To == token.Handle()
	}
	return a.Execution != nil && slices.ContainsFunc(a.Execution.Deltas, func(d turn.Delta) bool { return d.Token == token.Address })
}

// held says that a condition held, and why the rule acted at this tick: a condition may have held for
// long before.
func held(s *strategy.Strategy, t turn.Trigger) string {
	said := "the condition held, with " + values(t.Values) + "; it had become true"
	r, ok := s.RuleByID(t.Rule)
	if !ok || r.Retry() == 0 {
		return said
	}
	return fmt.Sprintf("%s, or still held %d min after the rule's last turn", said, r.Retry()/60_000)
}

// gated is the reason of a gate; where a rule was it, its kind.
func gated(g turn.Gating, triggers []turn.Trigger) string {
	if g.Reason != gate.ReasonExit {
		return g.Reason
	}
	for _, t := range triggers {
		if t.Kind != rule.Entry.String() {
			return "rule " + t.Kind
		}
	}
	return g.Reason
}
