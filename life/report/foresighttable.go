package report

import (
	"fmt"
	"strings"
)

// inShort names the categories that the summary has room for.
var inShort = map[string]string{
	"price_range": "price", "price_direction": "direction", "volatility_regime": "volatility", "liquidity_depth": "depth",
	"fee_generation": "fees", "gas_price": "gas",
}

// foretold says whether the summary has predictions to tell of.
func (f *Foresight) told() bool { return f != nil && len(f.Categories) > 0 }

// predictions are two lines of the summary.
func (f *Foresight) rows(s *sheet, quote string) {
	if !f.told() {
		return
	}
	text := ""
	for _, c := range f.Categories {
		if name := inShort[c.Name]; name != "" {
			text += fmt.Sprintf(", %s %.0f (%.0f)", name, 100*c.Right, 100*c.Persistence)
		}
	}
	s.line("")
	if text != "" {
		s.rows("foresight", "% right (persistence of the same width): "+text[2:], 2)
		s.rows("", f.against(func(c Accuracy) string { return inShort[c.Name] }), 2)
	}
	if text := f.elsewhere(); text != "" {
		s.row("", "price: %s", text)
	}
	if len(f.Held) > 0 {
		gained, lost, sum := Missed(f.Held)
		s.row("held back", "%s; within the hour %d would have gained, %d not, in all %s %s",
			count(len(f.Held), "action", "actions"), gained, lost, signed(sum), quote)
	}
	if len(f.Shadowed) > 0 {
		gained, lost, sum := Missed(f.Shadowed)
		s.row("in shadow", "%s the gate would have stopped; in an hour %d gained, %d not: %s %s",
			count(len(f.Shadowed), "action", "actions"), gained, lost, signed(sum), quote)
	}
}

// against says in which of the named categories persistence was right more often.
func (f *Foresight) against(name func(Accuracy) string) string {
	var loses, not []string
	for _, c := range f.Categories {
		switch n := name(c); {
		case n == "":
		case c.Loses:
			loses = append(loses, n)
		default:
			not = append(not, n)
		}
	}
	switch {
	case len(loses) == 0:
		return "loses to persistence in no category"
	case len(not) == 0:
		return "loses to persistence in every category"
	}
	return "loses to persistence in " + strings.Join(loses, ", ") + "; not in " + strings.Join(not, ", ")
}

func (f *Foresight) section(s *sink, quote, first string, over bool) {
	if f == nil {
		return
	}
	s.put(`<section><h2>Foresight</h2>`)
	if len(f.Categories) == 0 {
		s.put("<p class=\"note\">No prediction came due.</p></section>\n")
		return
	}
	s.put(`<p class="note">What the Golem predicted on every tick, mostly an hour ahead, and how often it was right. Persistence expects that nothing changes, with claims of the same width. A range is meant to hold in 85 of 100 cases: one that holds more often is wider than it should be. Stated confidence is how sure it was, calibration error how far that was from how often it was right.%</p>`, f.unseen())
	s.put(`<p><strong>It %.</strong></p>`, f.against(Accuracy.title))
	openTable(s, "Predictions by category", `<th scope="col">Category</th><th scope="col" class="num">Came due</th><th scope="col" class="num">Right</th><th scope="col" class="num">Persistence</th><th scope="col">Against it</th><th scope="col" class="num">Stated confidence</th><th scope="col" class="num">Calibration error</th>`)
	for _, c := range f.Categories {
		s.put(`<tr><th scope="row">%</th><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="%">%</td><td class="num">%</td><td class="num">%</td></tr>`,
			c.title(), fmt.Sprint(c.Resolved), whole(c.Right), whole(c.Persistence), c.tone(), c.verdict(), whole(c.Stated), whole(c.Miscalibrated))
	}
	closeTable(s)
	f.markets(s, first)
	f.heldBack(s, quote, over)
	s.put("</section>\n")
}

// title is the category in words.
func (c Accuracy) title() string { return strings.ReplaceAll(c.Name, "_", " ") }

func (c Accuracy) tone() string {
	if c.Loses {
		return "loss"
	}
	return ""
}

func (c Accuracy) verdict() string {
	switch {
	case c.Loses:
		return "loses"
	case c.Right == c.Persistence:
		return "equal"
	}
	return "wins"
}

func whole(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func (f *Foresight) unseen() string {
	if f.Late+f.Expired == 0 {
		return ""
	}
	return fmt.Sprintf(" %d could not be looked at in time and count nowhere.", max(f.Late, f.Expired))
}

// heldBack tells what was held back, or would have been. over says that the life is.
func (f *Foresight) heldBack(s *sink, quote string, over bool) {
	unknown := "not known yet"
	if over {
		unknown = "the life ended first"
	}
	untraded(s, "Held back", f.Held, quote, unknown)
	untraded(s, "In shadow: taken, and held back if the strategy said gate = enforce", f.Shadowed, quote, unknown)
}

func untraded(s *sink, title string, all []HeldBack, quote, unknown string) {
	if len(all) == 0 {
		return
	}
	gained, lost, sum := Missed(all)
	s.put(`<details class="panel"><summary>% (%): % gained or would have within the hour, % not, in all % %</summary>`,
		title, fmt.Sprint(len(all)), fmt.Sprint(gained), fmt.Sprint(lost), signed(sum), quote)
	openTable(s, "Actions that were held back", `<th scope="col">Time</th><th scope="col">Action</th><th scope="col">Rule</th><th scope="col">Held back by</th><th scope="col" class="num">Value</th><th scope="col" class="num">Would have gained</th>`)
	for i, h := range all {
		if i == maxRows {
			s.put(`<tr><td colspan="6">and % more: they are in the records</td></tr>`, fmt.Sprint(len(all)-maxRows))
			break
		}
		gain := unknown
		if h.Known {
			gain = signed(h.Gain)
		}
		s.put(`<tr><td><time>%</time></td><td>%</td><td>%</td><td>% <code>%</code></td><td class="num">%</td><td class="num %">%</td></tr>`,
			moment(h.Time), strings.ReplaceAll(label(h.Kind), "_", " ")+on(h.Market), ruleName(h.Cause), label(h.Layer), label(h.Code), figure(h.Value), toneOf(h.Gain), gain)
	}
	closeTable(s)
	s.put("</details>")
}
