package report

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Weights are the shares of equity that lay in each asset, wherever it lay, at the times of the
// series. The numeraire comes first. The coin for gas is no part of that
// equity, as it is none for a basket.
type Weights struct {
	Assets []string   `json:"assets"`
	Shares [][]number `json:"shares"` // by asset, then by sample; null where nothing told its price
}

// weighed are the shares of a reading, in the order of its assets; nil where there are no more
// than the two tokens of a market, which the curve of holding tells, or nothing.
func weighed(r *turn.Reading) []float64 {
	equity := r.Equity() - r.Native.Float64()/1e18*r.NativeUSD
	if len(r.Assets) < 3 || !(equity > 0) {
		return nil
	}
	shares := make([]float64, len(r.Assets))
	for i := range r.Assets {
		a := &r.Assets[i]
		units, owed := r.Everywhere(a.Token.Address)
		shares[i] = (money.Float(&units, a.Token.Decimals) - money.Float(&owed, a.Token.Decimals)) * a.Price / equity
		if a.Price == 0 && !units.IsZero() {
			shares[i] = math.NaN()
		}
	}
	return shares
}

// weights are those of a thinned series; nil where no sample has any. An asset that was never held
// is left out.
func weights(seen *turn.Reading, series []Sample) *Weights {
	w := &Weights{}
	for i := range seen.Assets {
		shares, held := make([]number, len(series)), false
		for j := range series {
			if shares[j] = number(math.NaN()); i < len(series[j].shares) {
				shares[j] = number(series[j].shares[i])
				held = held || shares[j] != 0
			}
		}
		if held {
			w.Assets, w.Shares = append(w.Assets, seen.Assets[i].Token.Symbol), append(w.Shares, shares)
		}
	}
	if len(seen.Assets) < 3 || len(w.Assets) == 0 {
		return nil
	}
	return w
}

// shades are the colours of the assets' curves, as many as can be told apart; beyond them a curve has
// a dash, too.
var shades = []string{"ink", "accent", "move", "gain", "loss", "cash"}

// chart draws the shares over time.
func (w *Weights) chart(s *sink) {
	if w == nil {
		return
	}
	beyond := ""
	if w.cutOff() {
		beyond = " The scale is that of the others: " + label(w.Assets[0]) + " lies beyond it where it has no curve."
	}
	s.put(`<section><h2>Weights</h2><p class="note">The share of equity without the coin for gas in each asset, in the wallet, in liquidity and lent less owed.%</p>`, beyond)
	openFigure(s, "weights", fmt.Sprintf("The shares of equity in %d assets.", len(w.Assets)))
	for i, name := range w.Assets {
		s.put(`<span><svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--%)" stroke-width="2" stroke-dasharray="%"/></svg>% <b data-read="%"></b></span>`,
			shades[i%len(shades)], dash(i), label(name), fmt.Sprint(i+1))
	}
	closeFigure(s, "weights", "low")
}

// dash is that of a curve: none for as many as there are colours.
func dash(i int) string {
	return []string{"none", "6 3", "2 3"}[min(i/len(shades), 2)]
}

// cutOff reports whether the curve of the first asset goes beyond the scale, which is that of the others.
func (w *Weights) cutOff() bool {
	most := w.most(0)
	return len(w.Assets) > 1 && most > w.top()
}

// top is the most that the scale shows: what the others came to, and something above it.
func (w *Weights) top() (top float64) {
	for i := 1; i < len(w.Shares); i++ {
		top = max(top, headroom*w.most(i))
	}
	if top == 0 {
		return headroom * w.most(0)
	}
	return top
}

const headroom = 1.2

// most is the most that an asset came to.
func (w *Weights) most(i int) (most float64) {
	for _, x := range w.Shares[i] {
		if finite(float64(x)) {
			most = max(most, float64(x))
		}
	}
	return most
}

// plot is the weights as the page's script draws them. Top is the share where the scale ends.
type plot struct {
	Top    number     `json:"top"`
	Lines  [][]number `json:"lines"`
	Inks   []string   `json:"inks"`
	Dashes []string   `json:"dashes"`
}

func (w *Weights) plot() *plot {
	if w == nil {
		return nil
	}
	p := &plot{Lines: w.Shares, Top: number(w.top())}
	for i := range w.Assets {
		p.Inks, p.Dashes = append(p.Inks, "--"+shades[i%len(shades)]), append(p.Dashes, dash(i))
	}
	return p
}
