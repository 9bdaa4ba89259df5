package report

import "strings"

func (p Place) section(s *sink) {
	s.put(`<section><h2>Assumptions</h2><p class="note">What this % takes for granted, and how far it was from the record.</p>`, label(p.Kind))
	if len(p.Assumptions) > 0 {
		s.put(`<ul>`)
		for _, a := range p.Assumptions {
			s.put("<li>%</li>", a)
		}
		s.put(`</ul>`)
	}
	if len(p.Facts) > 0 {
		s.put(`<dl class="facts" style="margin-top:14px">`)
		for _, f := range p.Facts {
			s.put(`<dt>%</dt><dd class="num">%</dd>`, f.Name, f.Value)
		}
		s.put(`</dl>`)
	}
	s.put("</section>\n")
}

func (f Fate) death(s *sink) {
	d := f.Death
	if d == nil {
		s.put("<section><h2>Death</h2><p class=\"note\">It still lives.</p></section>\n")
		return
	}
	s.put(`<section><h2>Death</h2><p class="note">Cause <code>%</code>, at <time>%</time> UTC.</p><ol>`, label(d.Cause), moment(d.Time))
	for _, p := range d.Phases {
		s.put(`<li><b>%</b> %</li>`, label(p.Name), p.Note)
	}
	s.put(`</ol>`)
	if d.Clocks != "" {
		s.put(`<p class="note">%</p>`, d.Clocks)
	}
	f.settled(s)
	d.leftovers(s)
	for _, h := range d.Home {
		s.put(`<p class="num">Sent to its owner: %</p>`, h)
	}
	for _, b := range d.Balance {
		s.put(`<p class="num">Left in the wallet: %</p>`, b)
	}
	d.will(s)
	s.put("</section>\n")
}

// rows say how the life ended, if it did, and the first of what was left open.
func (d *Death) rows(s *sheet) {
	if d == nil {
		return
	}
	s.row("death", "%s at %s, %s", label(d.Cause), moment(d.Time), count(len(d.Phases), "phase", "phases"))
	if len(d.Home) > 0 {
		s.row("sent home", "%s", clean(strings.Join(d.Home, ", "), textLength))
	}
	for _, left := range d.Left[:min(len(d.Left), 2)] {
		s.row("", "left open: %s", clean(left.String(), textLength))
	}
}

func (m Money) ledger(s *sink) {
	if len(m.Ledger) == 0 {
		return
	}
	s.put(`<section><h2>Ledger</h2><p class="note">The balance of each account in whole units, exact. Credit is in USDC; native is the coin for gas. What came to the Golem stands against an account of where it came from, so each asset adds up to zero.</p>`)
	openTable(s, "Ledger", `<th scope="col">Account</th><th scope="col">Asset</th><th scope="col" class="num">Balance</th>`)
	for _, e := range m.Ledger {
		s.put(`<tr><th scope="row">%</th><td>%</td><td class="num">%</td></tr>`, label(e.Account), label(e.Asset), clean(e.Sum, 2*labelLength))
	}
	closeTable(s)
	s.put("</section>\n")
}
