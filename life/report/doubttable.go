package report

import (
	"fmt"
	"strings"
)

// doubted are the figures of all times in which one asset was in doubt, or had jumped.
type doubted struct {
	asset string
	times int
	ticks uint64
	long  int64 // of the longest, in milliseconds
	apart float64
	held  uint64
}

// byAsset adds up the doubts of each asset, or its jumps, in the order in which they came first.
func (c Condition) byAsset(jump bool) (all []doubted) {
	for _, d := range c.Doubts {
		if d.Jump != jump {
			continue
		}
		k := 0
		for k < len(all) && all[k].asset != d.Asset {
			k++
		}
		if k == len(all) {
			all = append(all, doubted{asset: d.Asset})
		}
		x := &all[k]
		x.times, x.ticks, x.long, x.apart, x.held = x.times+1, x.ticks+d.Ticks, max(x.long, d.To-d.From), max(x.apart, d.Apart), x.held+total(d.Held)
	}
	return all
}

// doubts are at most two lines of the summary for what was in doubt, and two for what had jumped.
func (c Condition) doubts(s *sheet) {
	for _, jump := range []bool{false, true} {
		all := c.byAsset(jump)
		for i, d := range all {
			if i == 1 && len(all) > 2 {
				s.row("", "and %d more assets, in the page", len(all)-i)
				break
			}
			apart := fmt.Sprintf("at most %.1f %% apart and ", 100*d.apart)
			if jump {
				apart = "at most "
			}
			s.row(once(i == 0, map[bool]string{false: "in doubt", true: "jumped"}[jump]), "%s %s, %s, %sfor %s; held back %s", label(d.asset), times(d.times),
				count(int(d.ticks), "tick", "ticks"), apart, span(d.long), times(int(d.held))) //nolint:gosec // counts
		}
	}
}

// doubted is the section of the page.
func (c Condition) doubted(s *sink, ticks uint64) {
	if len(c.Doubts) == 0 {
		return
	}
	s.put(`<section><h2>Prices in doubt</h2><p class="note">Two sources of a price were too far apart in % of % ticks (%). Nothing is opened on such a price, and no limit is judged by it; the curves and the drawdown leave these ticks out. Where no feed tells a price that jumped, nothing is opened at it for an hour.</p>`,
		fmt.Sprint(c.Doubtful), fmt.Sprint(ticks), portion(c.Doubtful, ticks))
	openTable(s, "Prices in doubt", `<th scope="col">Asset</th><th scope="col">From</th><th scope="col">For</th><th scope="col" class="num">Ticks</th><th scope="col" class="num">Apart</th><th scope="col">Held back</th><th scope="col">Why</th>`)
	for i, d := range c.Doubts {
		if i == maxRows {
			s.put(`<tr><td colspan="7">and % more: they are in the records</td></tr>`, fmt.Sprint(len(c.Doubts)-maxRows))
			break
		}
		apart := fmt.Sprintf("%.1f %%", 100*d.Apart)
		if d.Jump {
			apart = "jumped"
		}
		s.put(`<tr><th scope="row">%</th><td><time>%</time></td><td>%</td><td class="num">%</td><td class="num">%</td><td>%</td><td class="wide">%</td></tr>`,
			label(d.Asset), moment(d.From), span(d.To-d.From), fmt.Sprint(d.Ticks), apart, heldRules(d.Held), clean(d.Why, textLength))
	}
	closeTable(s)
	s.put("</section>\n")
}

// heldRules names the rules that were held back, and how often.
func heldRules(held []Share) string {
	if len(held) == 0 {
		return "nothing"
	}
	var names []string
	for _, h := range held {
		names = append(names, ruleName(h.Name)+" "+times(int(h.Count))) //nolint:gosec // a count
	}
	return strings.Join(names, ", ")
}
