package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// Doubt is a time in which nothing was opened at the price of an asset, because it was in doubt or
// because it had jumped, from the first tick that saw it so to the last.
type Doubt struct {
	Asset string `json:"asset"` // its symbol
	// Jump says that the price had jumped without a feed that tells it: believed all the same.
	Jump  bool   `json:"jump,omitempty"`
	From  int64  `json:"from_ms"`
	To    int64  `json:"to_ms"`
	Ticks uint64 `json:"ticks"`
	// Apart is how far two sources of the price were apart at most, as a share: a market, a feed and
	// the last price that was not in doubt. 0 of a jump.
	Apart float64 `json:"apart"`
	Why   string  `json:"why"`            // in the words of the first tick
	Held  []Share `json:"held,omitempty"` // how often each rule was held back for it
}

// doubts collects them. The zero value is ready.
type doubts struct {
	all   []Doubt
	open  map[string]int // of an asset's symbol to the index in all of what is not over
	ticks uint64         // in which anything was in doubt
}

// see folds in one tick. last are the last prices that were not in doubt.
func (d *doubts) see(r turn.Record, last trusted) {
	if d.open == nil {
		d.open = map[string]int{}
	}
	any, held := false, heldBack(&r)
	for i := range r.Seen.Reading.Assets {
		a := &r.Seen.Reading.Assets[i]
		if a.Shaky() == "" {
			delete(d.open, a.Token.Symbol)
			continue
		}
		jump := a.Doubt == ""
		k, ok := d.open[a.Token.Symbol]
		if !ok || d.all[k].Jump != jump {
			k = len(d.all)
			d.open[a.Token.Symbol] = k
			d.all = append(d.all, Doubt{Asset: a.Token.Symbol, Jump: jump, From: r.Time, Why: cmp.Or(a.Doubt, a.Leap)})
		}
		x := &d.all[k]
		x.To, x.Ticks = r.Time, x.Ticks+1
		if !jump {
			any = true
			x.Apart = max(x.Apart, apartOf(&r.Seen.Reading, a, last[a.Token.Address].Price))
		}
		for _, rule := range held[a.Token.Symbol] {
			x.Held = tally(x.Held, rule)
		}
	}
	if any {
		d.ticks++
	}
}

// apartOf is how far the sources of a price are apart: the markets, a feed, and what it was before.
func apartOf(r *turn.Reading, a *turn.Asset, before float64) float64 {
	low, high := a.Price, a.Price
	heard := func(price float64) {
		if price > 0 && !math.IsInf(price, 0) {
			low, high = min(low, price), max(high, price)
		}
	}
	heard(before)
	if a.Feed != nil {
		heard(a.Feed.Price)
	}
	for i := range r.Markets {
		m := &r.Markets[i]
		switch a.Token.Address {
		case m.Base.Address:
			if q, ok := r.Asset(m.Quote.Address); ok {
				heard(m.Price * q.Price)
			}
		case m.Quote.Address:
			if b, ok := r.Asset(m.Base.Address); ok && m.Price > 0 {
				heard(b.Price / m.Price)
			}
		}
	}
	if !(low > 0) {
		return 0
	}
	return high/low - 1
}

// heldBack names, for each asset, the rules that a tick held back because of its price. A rule that
// several of them held back counts for the first.
func heldBack(r *turn.Record) map[string][]string {
	held := map[string][]string{}
	for _, t := range r.Strategy.Triggers {
		if a := blamed(r, t); a != nil {
			held[a.Token.Symbol] = append(held[a.Token.Symbol], t.Rule)
		}
	}
	return held
}

// blamed is the first asset whose price held a rule back; nil where none did. A thought names the
// rule before the reason, a refusal is of the rule's own action.
func blamed(r *turn.Record, t turn.Trigger) *turn.Asset {
	if len(t.Permits) > 0 {
		return nil
	}
	opens := t.Layer != "" && (t.Kind == "entry" || t.Kind == "manage")
	for i := range r.Seen.Reading.Assets {
		a := &r.Seen.Reading.Assets[i]
		if reason, _, shaky := strings.Cut(a.Shaky(), ": "); shaky && (opens && thought(r, spoken(t)+": "+reason) || refusedBy(r, t.Rule, reason)) {
			return a
		}
	}
	return nil
}

// spoken is what thoughts call a rule: its kind and, where it has one, its name.
func spoken(t turn.Trigger) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(t.Rule, "rule:"), "@")
	return strings.TrimSpace(t.Kind + " " + strings.TrimPrefix(strings.TrimPrefix(id, t.Kind), "-"))
}

func thought(r *turn.Record, reason string) bool {
	return slices.ContainsFunc(r.Thought, func(x turn.Thought) bool { return strings.Contains(x.Summary, reason) })
}

func refusedBy(r *turn.Record, rule, reason string) bool {
	return slices.ContainsFunc(r.Actions, func(x turn.Action) bool {
		return x.Proposal.Cause == rule && x.Preview.Refusal != nil && strings.HasPrefix(x.Preview.Refusal.Detail, reason)
	})
}
