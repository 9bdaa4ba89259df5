package report

import "fmt"

// settled is every action of the death protocol.
func (f Fate) settled(s *sink) {
	if len(f.Settlement) == 0 {
		return
	}
	s.put(`<h3>Settlement</h3>`)
	openTable(s, "Settlement", `<th scope="col">Action</th><th scope="col">Status</th><th scope="col" class="num">Value</th><th scope="col" class="num">Paid</th><th scope="col" class="num">Received</th><th scope="col" class="num">Gas</th><th scope="col">Transaction</th><th scope="col">Why not</th>`)
	for i, d := range f.Settlement {
		if i == maxRows {
			s.put(`<tr><td colspan="8">and % more: they are in the testament</td></tr>`, fmt.Sprint(len(f.Settlement)-maxRows))
			break
		}
		worth := "–"
		if d.Value != nil {
			worth = figure(usd(*d.Value))
		}
		s.put(`<tr><th scope="row">%</th><td>%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td><code title="%">%</code></td><td class="wide">%</td></tr>`,
			known(label(d.Kind)), label(d.Status), worth, brief(d.Paid), brief(d.Received), figure(usd(d.Gas)), d.Tx, short(d.Tx), d.Note)
	}
	closeTable(s)
}

// leftovers is what stays for the owner.
func (d *Death) leftovers(s *sink) {
	if len(d.Left) == 0 {
		return
	}
	s.put(`<h3>Left open</h3>`)
	openTable(s, "Left open", `<th scope="col">What</th><th scope="col" class="num">Worth</th><th scope="col">Why</th><th scope="col">What to do</th>`)
	for _, left := range d.Left {
		s.put(`<tr><th scope="row">%</th><td class="num">%</td><td class="wide">%</td><td class="wide">%</td></tr>`, label(left.What), label(left.Value), left.Reason, left.Advice)
	}
	closeTable(s)
}
