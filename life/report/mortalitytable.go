package report

import (
	"fmt"
	"strings"
)

// lived is the summary's line of phases, where there was more than one.
func (m *Mortality) lived(s *sheet) {
	if m == nil || len(m.Shares) < 2 {
		return
	}
	var parts []string
	for _, p := range m.Shares {
		parts = append(parts, p.Name+" "+roughly(p.Count, total(m.Shares)))
	}
	s.row("phases", "%s", strings.Join(parts, ", "))
}

// roughly prints part of whole in whole percent, and never some as none or as all.
func roughly(part, whole uint64) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case part > 0 && share < 1:
		return "under 1 %"
	case part < whole && share > 99:
		return "over 99 %"
	}
	return fmt.Sprintf("%.0f %%", share)
}

// clocks is the chart of the three clocks, and the table of the phases below it.
func (m *Mortality) section(s *sink) {
	if m == nil {
		return
	}
	judged, rolled := m.runs()
	s.put(`<section><h2>Clocks</h2><p class="note">What the life had left, 1 to 0: its credit or paid time, whichever runs out first; how well it still predicts, once it had learnt; how likely it was to come so far. Vitality is made of the first two and of the ticks that were lived, and decides the phase. %</p>`, notRunning(judged, rolled))
	openFigure(s, "clocks", m.says(judged, rolled))
	s.put(`<span>` + glyphLife + `vitality <b data-read="1"></b></span><span>` + glyphMoney + `credit and time <b data-read="2"></b></span>`)
	if judged {
		s.put(`<span>` + glyphFitness + `fitness <b data-read="3"></b></span>`)
	}
	if rolled {
		s.put(`<span>` + glyphDice + `chance to live so long <b data-read="4"></b></span>`)
	}
	if len(m.Phases) > 1 {
		s.put(`<span>` + glyphTurn + `a phase begins</span>`)
	}
	closeFigure(s, "clocks", "")
	m.table(s)
}

// runs says which of the clocks that a life may lack it had.
func (m *Mortality) runs() (judged, rolled bool) {
	for _, v := range m.Series {
		judged, rolled = judged || v.Fitness != nil, rolled || v.Survival != nil
	}
	return judged, rolled
}

func notRunning(judged, rolled bool) string {
	text := ""
	if !judged {
		text = "Its predictions were never judged. "
	}
	if !rolled {
		text += "It rolled no dice."
	}
	return strings.TrimSpace(text)
}

// says is the chart in words.
func (m *Mortality) says(judged, rolled bool) string {
	first, last := m.Series[0], m.Series[len(m.Series)-1]
	text := fmt.Sprintf("Vitality from %.3f to %.3f; credit and time from %.3f to %.3f", first.Composite, last.Composite, first.Economic(), last.Economic())
	if judged && last.Fitness != nil {
		text += fmt.Sprintf("; fitness at last %.3f", *last.Fitness)
	}
	if rolled && last.Survival != nil {
		text += fmt.Sprintf("; chance to live so long %.3f", *last.Survival)
	}
	return text + "."
}

func (m *Mortality) table(s *sink) {
	ticks := total(m.Shares)
	s.put(`<section><h2>Phases</h2><p class="note">`)
	for i, p := range m.Shares {
		s.put("%% %", once(i > 0, ", "), label(p.Name), roughly(p.Count, ticks))
	}
	s.put(` of % ticks. A phase ends at once when vitality falls below its floor, and comes back slowly.</p>`, fmt.Sprint(ticks))
	openTable(s, "Phases", `<th scope="col">Phase</th><th scope="col">From</th><th scope="col">To</th><th scope="col" class="num">First tick</th><th scope="col" class="num">Ticks</th><th scope="col" class="num">Share</th><th scope="col" class="num">Vitality</th><th scope="col">Owed to</th>`)
	for i, p := range m.Phases {
		if i == maxRows {
			s.put(`<tr><td colspan="8">and % more: they are in the records</td></tr>`, fmt.Sprint(len(m.Phases)-maxRows))
			break
		}
		s.put(`<tr><th scope="row">%</th><td><time>%</time></td><td><time>%</time></td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td>%</td></tr>`,
			label(p.Phase), moment(p.From), moment(p.To), fmt.Sprint(p.Tick), fmt.Sprint(p.Ticks), roughly(p.Ticks, ticks), fmt.Sprintf("%.3f", p.Composite), owedTo(p.Owed))
	}
	closeTable(s)
	s.put("</section>\n")
}

// owedTo names a clock for people.
func owedTo(clock string) string {
	switch clock {
	case "":
		return "it was born so"
	case "economic":
		return "credit and time"
	case "epistemic":
		return "fitness"
	case "stochastic":
		return "age and chance"
	case "composite":
		return "all clocks together"
	}
	return label(clock)
}
