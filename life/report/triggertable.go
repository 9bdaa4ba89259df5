package report

import (
	"fmt"
	"strings"
)

func (t Thought) triggers(s *sink) {
	sums := t.ByRule()
	s.put(`<section><h2>Triggers</h2>`)
	if len(sums) == 0 {
		s.put("<p class=\"note\">No rule's condition became true.</p></section>\n")
		return
	}
	stopped := "None was stopped."
	if layers := t.ByLayer(); len(layers) > 0 {
		stopped = "Stopped by: " + shares(layers) + "."
	}
	s.put(`<p class="note">How often each rule's condition became true, and what became of it. A plan that was cut off half-way counts as acted and as stopped. %</p>`, stopped)
	openTable(s, "Triggers by rule", `<th scope="col">Rule</th><th scope="col" class="num">Seen</th><th scope="col" class="num">Acted</th><th scope="col" class="num">Held</th><th scope="col" class="num">Stopped</th><th scope="col">By</th><th scope="col">Text</th>`)
	for _, r := range sums {
		s.put(`<tr><th scope="row">%<br><span class="note">%, line %</span></th><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td>%</td><td class="wide"><code>%</code></td></tr>`,
			ruleName(r.Rule), label(r.Kind), fmt.Sprint(r.Line), fmt.Sprint(r.Seen), fmt.Sprint(r.Acted), fmt.Sprint(r.Held), fmt.Sprint(total(r.Stopped)), r.by(), r.Text)
	}
	closeTable(s)
	t.everyTrigger(s)
	s.put("</section>\n")
}

func (t Thought) everyTrigger(s *sink) {
	s.put(`<details class="panel"><summary>Every trigger (%)</summary>`, fmt.Sprint(len(t.Triggers)))
	openTable(s, "Every trigger", `<th scope="col" class="num">Tick</th><th scope="col">Time</th><th scope="col">Rule</th><th scope="col">Outcome</th><th scope="col">Stopped by</th><th scope="col">Permits</th>`)
	for i, x := range t.Triggers {
		if i == maxRows {
			s.put(`<tr><td colspan="6">and % more: they are in the records</td></tr>`, fmt.Sprint(len(t.Triggers)-maxRows))
			break
		}
		s.put(`<tr><td class="num">%</td><td><time>%</time></td><td>%</td><td>%</td><td>%</td><td><code>%</code></td></tr>`,
			fmt.Sprint(x.Tick), moment(x.Time), ruleName(x.Rule), label(x.Outcome), label(x.Layer), strings.Join(x.Permits, " "))
	}
	closeTable(s)
	s.put("</details>")
}
