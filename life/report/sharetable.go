package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bardo.run/bardo/life/report/attribution"
)

// placeName is a market or a lender as it is shown, deedName a rule or another cause.
func placeName(s string) string { return known(label(s)) }

func deedName(s string) string {
	switch s {
	case "":
		return "there at birth"
	case settled:
		return "settlement"
	}
	return ruleName(s)
}

// shared are the lines of the summary, where there were several markets.
func (r Results) shared(s *sheet) {
	all := r.Result.Shared
	if !all.Several() {
		return
	}
	s.rows("by market", told(r.Result.Lines(all.Markets), placeName, 2), 2)
	s.rows("by rule", told(r.Result.Lines(all.Rules), deedName, 2), 2)
	s.row("", "at the prices of the end, against doing nothing: a sale gains what the price fell")
}

// told are the lines of a list as far as they fit so many rows, those that moved the result most first,
// what the rest come to together, and the sum of what is beside the list.
func told(lines []attribution.Line, name func(string) string, rows int) string {
	lines = byWeight(lines)
	var parts []string
	var sums []float64
	beside := 0.0
	for _, l := range lines {
		if l.Deed {
			parts, sums = append(parts, name(l.Name)+" "+signed(l.Sum)), append(sums, l.Sum)
		} else {
			beside += l.Sum
		}
	}
	end := ""
	if beside = attribution.Cents(beside); beside != 0 {
		end = ", beside them " + signed(beside)
	}
	text, room := strings.Join(parts, ", ")+end, rows*(summaryWidth-2*labelColumn)
	for shown := len(parts) - 1; shown > 0 && utf8.RuneCountInString(text) > room; shown-- {
		text = strings.Join(parts[:shown], ", ") + fmt.Sprintf(" and %d more in the page, together %s", len(parts)-shown, together(sums[shown:])) + end
	}
	return strings.TrimPrefix(text, ", ")
}

// byDeed are the tables of the page: what came of it in each market, and on whose word.
func byDeed(s *sink, r attribution.Result) {
	if len(r.Shared.Markets) == 0 {
		return
	}
	s.put(`<h3>By market and by rule</h3><p class="note">Against having done nothing: what an order moved counts at the prices of the end, so that a buy has gained what the price rose since. What came of liquidity and of lending is of the rules that put it there. Each list adds up to the result.</p><div class="two">`)
	shareTable(s, "By market", r.Lines(r.Shared.Markets), placeName)
	shareTable(s, "By rule", r.Lines(r.Shared.Rules), deedName)
	s.put("</div>")
}

func shareTable(s *sink, title string, lines []attribution.Line, name func(string) string) {
	s.put(`<div class="panel scroll" tabindex="0" role="region" aria-label="%"><table class="rows"><thead><tr><th scope="col">%</th><th scope="col" class="num">Gain</th><th scope="col" class="num">Gas</th><th scope="col" class="num">In all</th></tr></thead><tbody>`, title, title)
	sum := 0.0
	for i, l := range lines {
		if sum += l.Sum; i >= maxRows {
			continue
		}
		said, gain, gas := name(l.Name), signed(l.Gain), signed(l.Gas)
		if !l.Deed {
			said, gain, gas = strings.ToUpper(l.Name[:1])+l.Name[1:], "", ""
		}
		s.put(`<tr><th scope="row">%</th><td class="num">%</td><td class="num">%</td><td class="num %">%</td></tr>`, said, gain, gas, toneOf(l.Sum), signed(l.Sum))
	}
	if len(lines) > maxRows {
		s.put(`<tr><td colspan="4">and % more</td></tr>`, fmt.Sprint(len(lines)-maxRows))
	}
	s.put(`<tr class="sum"><th scope="row">Result</th><td></td><td></td><td class="num">%</td></tr>`, signed(attribution.Cents(sum)))
	closeTable(s)
}
