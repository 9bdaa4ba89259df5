package report

import (
	"math"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// Doubt is a time in which the price of an asset was in doubt, from the first tick that saw it so
// to the last.
type Doubt struct {
	Asset string `json:"asset"` // its symbol
	From  int64  `json:"from_ms"`
	To    int64  `json:"to_ms"`
	Ticks uint64 `json:"ticks"`
	// Apart is how far two sources of the price were apart at most, as a share: a market, a feed and
	// the last price that was not in doubt.
	Apart float64 `json:"apart"`
	Why   string  `json:"why"`            // in the words of the first tick
	Held  []Share `json:"held,omitempty"` // how often each rule was held back for it
}

// doubts collects them. The zero value is ready.
type doubts struct {
	all     []Doubt
	open    map[string]int     // of an asset's symbol to its index in all
	trusted map[string]float64 // the last price that was not in doubt
	ticks   uint64             // in which anything was in doubt
}

// see folds in one tick.
func (d *doubts) see(r turn.Record) {
	if d.open == nil {
		d.open, d.trusted = map[string]int{}, map[string]float64{}
	}
	any := false
	for i := range r.Seen.Reading.Assets {
		a := &r.Seen.Reading.Assets[i]
		if a.Doubt == "" {
			delete(d.open, a.Token.Symbol)
			d.trusted[a.Token.Symbol] = a.Price
			continue
		}
		any = true
		k, ok := d.open[a.Token.Symbol]
		if !ok {
			k = len(d.all)
			d.open[a.Token.Symbol] = k
			d.all = append(d.all, Doubt{Asset: a.Token.Symbol, From: r.Time, Why: a.Doubt})
		}
		x := &d.all[k]
		x.To, x.Ticks = r.Time, x.Ticks+1
		x.Apart = max(x.Apart, apartOf(&r.Seen.Reading, a, d.trusted[a.Token.Symbol]))
		x.Held = held(x.Held, r, a)
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

// held adds the rules that a tick held back because of an asset's price.
func held(to []Share, r turn.Record, a *turn.Asset) []Share {
	owed := false
	for i := range r.Thought {
		owed = owed || strings.Contains(r.Thought[i].Summary, a.Doubted())
	}
	refused := map[string]bool{}
	for i := range r.Actions {
		if x := r.Actions[i].Preview.Refusal; x != nil && strings.HasPrefix(x.Detail, a.Doubted()) {
			refused[r.Actions[i].Proposal.Cause] = true
		}
	}
	for _, t := range r.Strategy.Triggers {
		if len(t.Permits) == 0 && (owed && t.Layer != "" && (t.Kind == "entry" || t.Kind == "manage") || refused[t.Rule]) {
			to = tally(to, t.Rule)
		}
	}
	return to
}
