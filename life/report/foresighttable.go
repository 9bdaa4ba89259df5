package report

import "fmt"

// inShort names the categories that the summary has room for.
var inShort = map[string]string{
	"price_range": "price", "price_direction": "direction", "volatility_regime": "volatility", "liquidity_depth": "depth", "gas_price": "gas",
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
		s.row("foresight", "%% right (persistence): %s", text[2:])
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

func (f *Foresight) section(s *sink, quote string) {
	if f == nil {
		return
	}
	s.put(`<section><h2>Foresight</h2>`)
	if len(f.Categories) == 0 {
		s.put("<p class=\"note\">No prediction came due.</p></section>\n")
		return
	}
	s.put(`<p class="note">What the Golem predicted on every tick, mostly an hour ahead, and how often it was right; beside it a persistence forecast with claims of the same width. Ranges aim to hold in 85 % of the cases, so a higher share there is no better.%</p>`, f.unseen())
	openTable(s, "Predictions by category", `<th scope="col">Category</th><th scope="col" class="num">Came due</th><th scope="col" class="num">Right</th><th scope="col" class="num">Persistence</th><th scope="col" class="num">Stated confidence</th><th scope="col" class="num">Calibration error</th>`)
	for _, c := range f.Categories {
		s.put(`<tr><th scope="row">%</th><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td></tr>`,
			c.Name, fmt.Sprint(c.Resolved), whole(c.Right), whole(c.Persistence), whole(c.Stated), whole(c.Miscalibrated))
	}
	closeTable(s)
	f.heldBack(s, quote)
	s.put("</section>\n")
}

func whole(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func (f *Foresight) unseen() string {
	if f.Late+f.Expired == 0 {
		return ""
	}
	return fmt.Sprintf(" %d could not be looked at in time and count nowhere.", max(f.Late, f.Expired))
}

func (f *Foresight) heldBack(s *sink, quote string) {
	untraded(s, "Held back", f.Held, quote)
	untraded(s, "In shadow: taken, and held back if the strategy said gate = enforce", f.Shadowed, quote)
}

func untraded(s *sink, title string, all []HeldBack, quote string) {
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
		gain := "not known yet"
		if h.Known {
			gain = signed(h.Gain)
		}
		s.put(`<tr><td><time>%</time></td><td>%</td><td>%</td><td>% <code>%</code></td><td class="num">%</td><td class="num %">%</td></tr>`,
			moment(h.Time), label(h.Kind), ruleName(h.Cause), label(h.Layer), label(h.Code), figure(h.Value), toneOf(h.Gain), gain)
	}
	closeTable(s)
	s.put("</details>")
}
