package report

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// Standing is a change of how much freedom the Golem had, by its troubles, by its owner's
// word (safety §15), or while its session key waited to be replaced. Level is L0 to L3, Halt none, stop_opening or freeze.
type Standing struct {
	Tick  uint64 `json:"tick"`
	Time  int64  `json:"time_ms"`
	Level string `json:"level"`
	Cause string `json:"cause,omitempty"`
	Halt  string `json:"halt"`
	Key   string `json:"key,omitempty"` // that the session key is due to be replaced
}

// stand takes in how the Golem stood in a tick.
func (b *Builder) stand(r turn.Record) {
	now := r.Standing
	if now.Level == b.stands.Level && now.Halt == b.stands.Halt && now.Key == b.stands.Key {
		return
	}
	b.stands = now
	b.life.Condition.Standings = append(b.life.Condition.Standings, Standing{Tick: r.Tick, Time: r.Time, Level: now.Level.String(), Cause: now.Cause, Halt: now.Halt.String(), Key: now.Key})
}

// said is a standing in a few words.
func (s Standing) said() string {
	text := label(s.Level)
	if s.Cause != "" {
		text += " (" + label(s.Cause) + ")"
	}
	if s.Halt != turn.HaltNone.String() {
		text += ", halted by the owner: " + label(s.Halt)
	}
	if s.Key != "" {
		text += ", " + s.Key
	}
	return text
}

// stood are the lines of the summary: where it stands last, and the gravest before.
func (c Condition) stood(s *sheet) {
	if n := len(c.Standings); n > 0 {
		last := c.Standings[n-1]
		s.row("standing", "%s since %s, %s", last.said(), moment(last.Time), count(n, "change", "changes"))
	}
}

// standings is the section of the page, absent where nothing ever went wrong.
func (c Condition) standings(s *sink) {
	if len(c.Standings) == 0 {
		return
	}
	s.put(`<section><h2>Standing</h2><p class="note">When the Golem had less freedom than its limits give: L1 spares models, L1.5 ticks at the slowest, L2 opens nothing, L3 closes everything and waits for its owner.</p>`)
	openTable(s, "Standing", `<th scope="col" class="num">Tick</th><th scope="col">Time</th><th scope="col">Standing</th>`)
	for i, at := range c.Standings {
		if i == maxRows {
			s.put(`<tr><td colspan="3">and % more: they are in the records</td></tr>`, fmt.Sprint(len(c.Standings)-maxRows))
			break
		}
		s.put(`<tr><td class="num">%</td><td><time>%</time></td><td>%</td></tr>`, fmt.Sprint(at.Tick), moment(at.Time), at.said())
	}
	closeTable(s)
	s.put("</section>\n")
}
