package report

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// perMarket are the categories that each market has for itself.
var perMarket = []turn.Category{turn.PriceRange, turn.PriceDirection, turn.VolatilityRegime, turn.LiquidityDepth, turn.FeeGeneration}

// elsewhere tells how often the ranges of price were right of the markets behind the first, as many
// as there is room for.
func (f *Foresight) elsewhere() string {
	var all []string
	for _, m := range f.Others {
		if c, ok := accuracyOf(m.Categories, turn.PriceRange); ok {
			all = append(all, label(m.Market)+" "+inBrief(c))
		}
	}
	const shown = 2
	if len(all) <= shown+1 {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s, and %d markets more in the page", strings.Join(all[:shown], ", "), len(all)-shown)
}

// markets is the table of all markets, where there are several.
func (f *Foresight) markets(s *sink, first string) {
	if len(f.Others) == 0 {
		return
	}
	s.put(`<h3>By market</h3><p class="note">What share of the claims was right, in per cent, and in brackets for persistence. The markets behind the first are predicted once in ten minutes.</p>`)
	var head strings.Builder
	for _, c := range perMarket {
		head.WriteString(`<th scope="col" class="num">` + strings.ReplaceAll(c.String(), "_", " ") + `</th>`)
	}
	openTable(s, "Predictions by market", `<th scope="col">Market</th><th scope="col" class="num">Came due</th>`+markup(head.String()))
	for _, m := range append([]Foreseen{{first, f.Categories}}, f.Others...) {
		due := 0
		for _, c := range m.Categories {
			due += c.Resolved
		}
		s.put(`<tr><th scope="row">%</th><td class="num">%</td>`, label(m.Market), fmt.Sprint(due))
		for _, c := range perMarket {
			text := "–"
			if a, ok := accuracyOf(m.Categories, c); ok {
				text = inBrief(a)
			}
			s.put(`<td class="num">%</td>`, text)
		}
		s.put(`</tr>`)
	}
	closeTable(s)
}

// on says in which market something was, where that is not the first.
func on(market string) string {
	if market == "" {
		return ""
	}
	return " on " + label(market)
}

func inBrief(c Accuracy) string { return fmt.Sprintf("%.0f (%.0f)", 100*c.Right, 100*c.Persistence) }

func accuracyOf(all []Accuracy, c turn.Category) (Accuracy, bool) {
	i := slices.IndexFunc(all, func(a Accuracy) bool { return a.Name == c.String() })
	if i < 0 {
		return Accuracy{}, false
	}
	return all[i], true
}
