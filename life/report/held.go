package report

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report/performance"
)

// namedHeld is how many assets of a benchmark are named; of more their number is told.
const namedHeld = 4

// quoted are the prices of a reading, in the order of its assets; nil where there are no more than the two
// tokens of a market.
func quoted(r *turn.Reading) []float64 {
	if len(r.Assets) < 3 {
		return nil
	}
	prices := make([]float64, len(r.Assets))
	for i := range r.Assets {
		prices[i] = r.Assets[i].Price
	}
	return prices
}

// held are what the life is compared with: the assets other than the numeraire that it had at birth or
// traded, by their places in a reading, and their symbols. A life that had none is compared with the
// base token of its first market.
func (b *Builder) held() (places []int, symbols []string) {
	for i := 1; i < len(b.last.Assets); i++ {
		token := b.last.Assets[i].Token
		units, _ := b.begun.Everywhere(token.Address)
		if !units.IsZero() || slices.ContainsFunc(b.fills, func(f performance.Fill) bool { return f.Asset == token.Symbol }) {
			places, symbols = append(places, i), append(symbols, token.Symbol)
		}
	}
	if len(places) > 0 || len(b.last.Markets) == 0 {
		return places, symbols
	}
	base := b.last.Primary().Base
	i := slices.IndexFunc(b.last.Assets, func(a turn.Asset) bool { return a.Token.Address == base.Address })
	return []int{max(i, 0)}, []string{base.Symbol}
}

// benchmark are the points with the price of what the life is compared with, and its assets. Of
// several it is what equal parts of them, bought at the first point and left, have grown to: the mean of
// what each grew. One that has no price at a point stands where it stood.
func (b *Builder) benchmark() ([]performance.Point, []string) {
	places, symbols := b.held()
	points := slices.Clone(b.points)
	first, last := make([]float64, len(places)), make([]float64, len(places))
	for j := range points {
		if b.prices[j] == nil {
			return b.points, symbols
		}
		grown := 0.0
		for i, at := range places {
			if at < len(b.prices[j]) && b.prices[j][at] > 0 {
				last[i] = b.prices[j][at]
			}
			if first[i] == 0 {
				first[i] = last[i]
			}
			if first[i] == 0 {
				grown++
				continue
			}
			grown += last[i] / first[i]
		}
		points[j].Price = grown / float64(len(places))
	}
	return points, symbols
}

// holding names what the life is compared with.
func (r Results) holding(b Subject) string {
	names := make([]string, len(r.Held))
	for i, s := range r.Held {
		names[i] = label(s)
	}
	switch n := len(names); {
	case n == 0:
		return label(b.Market.Base)
	case n == 1:
		return names[0]
	case n > namedHeld:
		return fmt.Sprintf("its %d assets in equal parts", n)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " in equal parts"
	}
}

// compared says by which rule, where there is one.
func (r Results) compared() string {
	if len(r.Held) < 2 {
		return ""
	}
	return " Holding is equal parts of the assets that the life had at birth or traded, bought at its start and left."
}
