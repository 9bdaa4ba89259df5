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
var shades = []string{"cash", "accent", "holding", "move", "gain", "loss"}

// chart draws the shares over time.
func (w *Weights) chart(s *sink) {
	if w == nil {
		return
	}
	s.put(`<section><h2>Weights</h2><p class="note">The share of equity without the coin for gas in each asset, in the wallet, in liquidity and lent less owed.</p>`)
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

// plot is the weights as the page's script draws them.
type plot struct {
	Lines  [][]number `json:"lines"`
	Inks   []string   `json:"inks"`
	Dashes []string   `json:"dashes"`
}

func (w *Weights) plot() *plot {
	if w == nil {
		return nil
	}
	p := &plot{Lines: w.Shares}
	for i := range w.Assets {
		p.Inks, p.Dashes = append(p.Inks, "--"+shades[i%len(shades)]), append(p.Dashes, dash(i))
	}
	return p
}
