package report

import (
	"fmt"
	"strings"
)

func (a Acts) liquidity(s *sink, b Subject) {
	if len(a.Liquidity) == 0 {
		return
	}
	s.put(`<section><h2>Liquidity</h2><p class="note">Re-centred %. Fees are what the position had earned when it was read before the action, in %.</p>`,
		count(a.Recentres(), "time", "times"), label(b.Numeraire))
	openTable(s, "Liquidity", `<th scope="col" class="num">No</th><th scope="col">Time</th><th scope="col">What</th><th scope="col" class="num">Range</th><th scope="col" class="num">Paid</th><th scope="col" class="num">Received</th><th scope="col" class="num">Fees</th><th scope="col" class="num">Gas</th><th scope="col">Cause</th><th scope="col" class="num">Tick</th><th scope="col">Permit</th>`)
	for i, e := range a.Liquidity {
		if i == maxRows {
			s.put(`<tr><td colspan="11">and % more: they are in the records</td></tr>`, fmt.Sprint(len(a.Liquidity)-maxRows))
			break
		}
		s.put(`<tr id="trade-%"><th scope="row" class="num">%</th><td><time>%</time></td><td>%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td>%</td><td class="num">%</td><td><code title="%">%</code></td></tr>`,
			fmt.Sprint(e.Number), fmt.Sprint(e.Number), moment(e.Time), e.what()+b.elsewhere(e.Market), e.band(), brief(e.Paid), brief(e.Received), figure(e.Fees), figure(usd(e.Gas)),
			ruleName(e.Cause), fmt.Sprint(e.Tick), e.PermitID, short(e.PermitID))
	}
	closeTable(s)
	s.put("</section>\n")
}

func (e LiquidityEvent) what() string {
	text := strings.ReplaceAll(label(e.Kind), "_", " ")
	if e.Recentre {
		text += ", re-centred"
	}
	if e.Position != "" {
		text += " #" + label(e.Position)
	}
	return text
}

func (e LiquidityEvent) band() string {
	if e.Upper == 0 {
		return ""
	}
	return ofPrice(e.Lower) + " – " + ofPrice(e.Upper)
}
