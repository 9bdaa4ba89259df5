package report

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Routed is what a trade is of an order over two markets.
type Routed struct {
	From  string `json:"from"` // handles of assets
	Over  string `json:"over"`
	To    string `json:"to"`
	First string `json:"first,omitempty"` // permit of the first move; empty: this is it
	// Direct is the market that gives most of those that trade both assets, and Saved what the second
	// move brought beyond what that one would have given, less the gas of this move, in the numeraire at
	// the prices of then; empty where there is none.
	Direct string  `json:"direct,omitempty"`
	Saved  float64 `json:"saved,omitempty"`
	// Quoted is the same by the quotes that it was decided on.
	Quoted float64 `json:"quoted,omitempty"`
}

// routed is what a trade is of a route; nil: it is of none.
func routed(seen *turn.Reading, r *turn.Route, x *turn.Execution) *Routed {
	if r == nil {
		return nil
	}
	t := &Routed{From: r.From, Over: r.Over, To: r.To, First: r.First, Direct: r.Direct}
	a, ok := seen.Named(r.To)
	if !ok || r.First == "" || r.Direct == "" {
		return t
	}
	straight := money.Float(&r.Straight, a.Token.Decimals)
	t.Quoted = (money.Float(&r.Gives, a.Token.Decimals)-straight)*a.Price - r.Gas
	for _, d := range x.Deltas {
		if d.Token == a.Token.Address && !d.Out {
			t.Saved = (money.Float(&d.Units, a.Token.Decimals)-straight)*a.Price - usd(x.Cost)
		}
	}
	return t
}

// routes is a line of the summary, where orders went over two markets.
func (a Acts) routes(s *sheet, quote string) {
	orders, whole, compared, saved, quoted := 0, 0, 0, 0.0, 0.0
	var dying []string // what the death sold over another asset, and all of that after it
	for i := range a.Trades {
		switch r := a.Trades[i].Route; {
		case r == nil:
		case a.Trades[i].Cause == settled:
			dying = append(dying, fmt.Sprintf("%s over %s", label(r.From), label(r.Over)))
		case r.First == "":
			orders++
		default:
			if whole++; r.Direct != "" {
				compared, saved, quoted = compared+1, saved+r.Saved, quoted+r.Quoted
			}
		}
	}
	if orders+len(dying) == 0 {
		return
	}
	text := fmt.Sprintf("%s over two markets, %d carried through", count(orders, "order", "orders"), whole)
	if compared > 0 {
		text += fmt.Sprintf("; against the direct market, in %d of them, %s %s by quotes and %s by what came", compared, signed(quoted), quote, signed(saved))
	}
	if len(dying) > 0 {
		text += "; the death sold " + strings.Join(dying, ", ")
	}
	if orders == 0 {
		text = "the death sold " + strings.Join(dying, ", ")
	}
	s.rows("routes", text, 3)
}

// move is what the table of trades says of a trade beside its side.
func (r *Routed) move() string {
	switch {
	case r == nil:
		return ""
	case r.First == "":
		return " (first move, on to " + label(r.To) + ")"
	}
	return " (second move, from " + label(r.From) + ")"
}
