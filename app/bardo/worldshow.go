package bardo

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// shown is what a world opens with.
type shown struct {
	Name    string        `json:"name"`
	Assets  []shownAsset  `json:"assets"`
	Markets []shownMarket `json:"markets"`
	Lenders []shownLender `json:"lenders"`
}

// shownAsset is an asset and the market that it is priced over; of the numeraire there is none.
type shownAsset struct {
	Symbol string  `json:"symbol"`
	Price  float64 `json:"price"` // in the numeraire
	Over   string  `json:"over,omitempty"`
}

// shownMarket is a market. Depth is what moves its price by 1 %, in the numeraire.
type shownMarket struct {
	Handle   string  `json:"handle"`
	Protocol string  `json:"protocol"`
	Base     string  `json:"base"`
	Quote    string  `json:"quote"`
	Depth    float64 `json:"depth"`
	Follows  string  `json:"follows,omitempty"` // the market that an arbitrageur keeps it at

	price float64 // of the base in the quote
}

// shownLender is a lender of an asset. Value is what others lent to it.
type shownLender struct {
	Handle string  `json:"handle"`
	Asset  string  `json:"asset"`
	Value  float64 `json:"value"`
}

// showWorld prints what a generated world opens with.
func showWorld(sh *shell, name string, s seed.Seed) error {
	c, err := world.Compose(name, s, 1)
	if err != nil {
		return usage(err)
	}
	w := showing(name, c)
	if sh.json {
		return json.NewEncoder(sh.out).Encode(w)
	}
	_, err = fmt.Fprint(sh.out, w)
	return err
}

// showing is a world before its first minute.
func showing(name string, c history.Config) shown {
	w := shown{Name: name, Markets: []shownMarket{}, Lenders: []shownLender{}}
	market := func(m history.Market, handle, protocol, follows string, depth float64) {
		w.Markets = append(w.Markets, shownMarket{
			Handle: handle, Protocol: protocol, Base: m.Spec.Base().Symbol, Quote: m.Spec.QuoteToken().Symbol,
			Depth: depth, Follows: follows, price: m.Spec.Price(m.Minutes[0].Open),
		})
	}
	for _, m := range c.Markets {
		market(m, m.Spec.Handle(), follow.V3, "", m.Depth())
	}
	for _, f := range c.Followers {
		m := c.Markets[f.Of]
		market(m, f.Handle(m), f.Protocol, m.Spec.Handle(), f.Depth())
	}
	w.value(c.Markets[0].Spec.QuoteToken().Symbol)
	for _, l := range c.Lenders {
		w.Lenders = append(w.Lenders, shownLender{l.Protocol, "USDC", l.Value})
	}
	return w
}

// value prices the assets from the numeraire outward, each over the deepest market that leads to
// it, as a Golem does, and tells the depths in the numeraire.
func (w *shown) value(numeraire string) {
	w.Assets = []shownAsset{{Symbol: numeraire, Price: 1}}
	depth, price := map[string]float64{numeraire: math.Inf(1)}, map[string]float64{numeraire: 1}
	for {
		var next shownAsset
		deepest := 0.0
		for _, m := range w.Markets {
			to, from, at := m.Base, m.Quote, m.price*price[m.Quote]
			if depth[m.Quote] == 0 {
				to, from, at = m.Quote, m.Base, price[m.Base]/m.price
			}
			quote := price[m.Quote]
			if to == m.Quote {
				quote = at
			}
			if d := min(depth[from], m.Depth*quote); depth[from] > 0 && depth[to] == 0 && d > deepest {
				next, deepest = shownAsset{to, at, m.Handle}, d
			}
		}
		if deepest == 0 {
			break
		}
		depth[next.Symbol], price[next.Symbol] = deepest, next.Price
		w.Assets = append(w.Assets, next)
	}
	for i := range w.Markets {
		w.Markets[i].Depth *= price[w.Markets[i].Quote]
	}
}

// String is for people.
func (w shown) String() string {
	var b strings.Builder
	unit := w.Assets[0].Symbol
	fmt.Fprintf(&b, "assets\n  %-8s everything is counted in it\n", unit)
	for _, a := range w.Assets[1:] {
		fmt.Fprintf(&b, "  %-8s %.6g %s, priced over %s", a.Symbol, a.Price, unit, a.Over)
		if !w.trades(a.Symbol, unit) {
			fmt.Fprintf(&b, "; no market trades it for %s, so that an order goes over two", unit)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "markets\n")
	for _, m := range w.Markets {
		fmt.Fprintf(&b, "  %-18s %-11s %.0f %s move its price by 1 %%", m.Handle, m.Protocol, m.Depth, unit)
		if m.Follows != "" {
			fmt.Fprintf(&b, "; an arbitrageur keeps it at %s", m.Follows)
		}
		b.WriteByte('\n')
	}
	if len(w.Lenders) > 0 {
		fmt.Fprintf(&b, "lenders\n")
	}
	for _, l := range w.Lenders {
		fmt.Fprintf(&b, "  %-18s %.0f %s are lent to it\n", l.Handle, l.Value, l.Asset)
	}
	return b.String()
}

// trades reports whether a market is of two assets.
func (w shown) trades(a, b string) bool {
	for _, m := range w.Markets {
		if m.Base == a && m.Quote == b || m.Base == b && m.Quote == a {
			return true
		}
	}
	return false
}
