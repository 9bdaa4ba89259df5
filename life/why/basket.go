package why

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// weighed tells how far an asset was from its share of a basket when a swap was decided: by the reading
// of the tick, with what orders before it in the tick had moved. Nothing of what is no leg of a
// basket.
func weighed(s *strategy.Strategy, id string, r *turn.Record, a *turn.Action) []Link {
	by, ok := s.RuleByID(id)
	if !ok || grammar.Kind(a.Preview.Kind) != grammar.Swap {
		return nil
	}
	for _, do := range by.Do {
		if do.Verb != rule.Rebalance || do.Basket == nil {
			continue
		}
		for _, w := range do.Basket.Weights {
			asset, known := r.Seen.Reading.Named(w.Asset)
			if !known || !moves(a, asset.Token.Address) {
				continue
			}
			return []Link{{id, "weight", leg(asset, w, do.Basket.Band, r, a)}}
		}
	}
	return nil
}

// leg is one asset of a basket in words. The equity is the one that a basket's shares are of: without
// the coin for gas.
func leg(asset *turn.Asset, w rule.Weight, band rule.PPM, r *turn.Record, a *turn.Action) string {
	seen := &r.Seen.Reading
	equity, units := seen.Equity()+seen.Unbooked-money.Float(&seen.Native, 18)*seen.NativeUSD, have(seen, asset)
	for i := range r.Actions {
		b := &r.Actions[i]
		if b.Preview.PermitID == a.Preview.PermitID {
			break
		}
		if b.Status != turn.StatusExecuted || b.Execution == nil {
			continue
		}
		for _, d := range b.Execution.Deltas {
			if n := money.Float(&d.Units, asset.Token.Decimals); d.Token == asset.Token.Address && d.Out {
				units -= n
			} else if d.Token == asset.Token.Address {
				units += n
			}
		}
	}
	worth, target, numeraire := units*asset.Price, float64(w.Share)/float64(rule.Whole)*equity, seen.Numeraire().Symbol
	off, side := target-worth, "below"
	if off < 0 {
		off, side = -off, "above"
	}
	share := 0.0
	if equity > 0 {
		share = 100 * worth / equity
	}
	return fmt.Sprintf("%s was %.2f %% of an equity of %.2f %s, its share in the basket is %s, the band %s of equity: %.2f %s %s its share",
		asset.Token.Symbol, share, equity, numeraire, w.Share, band, off, numeraire, side)
}

// have is what there was of an asset wherever it lay, less owed, in whole tokens.
func have(seen *turn.Reading, asset *turn.Asset) float64 {
	units, owed := seen.Everywhere(asset.Token.Address)
	return money.Float(&units, asset.Token.Decimals) - money.Float(&owed, asset.Token.Decimals)
}

// moves reports whether an order moved a token.
func moves(a *turn.Action, token common.Address) bool {
	if a.Execution == nil {
		return false
	}
	for i := range a.Execution.Deltas {
		if a.Execution.Deltas[i].Token == token {
			return true
		}
	}
	return false
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
