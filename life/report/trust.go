package report

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// Trust is how far the risk engine let the strategy go (safety §16, heartbeat §15).
// SetBy says on whose word it began above shadow; empty where it did not. Edge and Deviation are shares of a trade;
// Position and Deployed shares of the equity in basis points, 10,000 where the engine set
// no limit of its own; Health is the lowest there was.
type Trust struct {
	Start        string   `json:"start"`
	SetBy        string   `json:"set_by,omitempty"`
	Stage        string   `json:"stage"`
	Since        int64    `json:"since_ms"`
	Vouched      bool     `json:"vouched"`
	Stages       []Stage  `json:"stages,omitempty"`
	Observations int      `json:"observations"`
	Confidence   float64  `json:"confidence"`
	Edge         float64  `json:"edge"`
	Deviation    float64  `json:"deviation"`
	Position     int      `json:"position_bps"`
	Deployed     int      `json:"deployed_bps"`
	Health       float64  `json:"lowest_health"`
	Flags        []string `json:"flags,omitempty"` // that were raised at any time
	// Anomaly is the highest score of how the Golem traded, 0 to 1.
	Anomaly float64 `json:"highest_anomaly,omitempty"`
}

// Stage is a promotion, a demotion, or a beginning anew.
type Stage struct {
	Tick   uint64 `json:"tick"`
	Time   int64  `json:"time_ms"`
	From   string `json:"from"`
	To     string `json:"to"`
	Reason string `json:"reason"`
}

// trust takes in where the engine stood in a tick.
func (b *Builder) trust(r turn.Record) {
	now := r.Risk
	if now == nil {
		return
	}
	t := b.life.Condition.Trust
	if t == nil {
		t = &Trust{Start: now.Stage.String(), Health: 1}
		if len(now.Moved) > 0 {
			t.Start = now.Moved[0].From.String()
		}
		b.life.Condition.Trust = t
	}
	for _, m := range now.Moved {
		t.Stages = append(t.Stages, Stage{Tick: r.Tick, Time: m.At, From: m.From.String(), To: m.To.String(), Reason: m.Reason})
	}
	t.Stage, t.Since, t.Vouched, t.Observations = now.Stage.String(), now.Since, now.Vouched, now.Observations
	t.Confidence, t.Edge, t.Deviation = now.Confidence, now.Edge, now.Deviation
	t.Position, t.Deployed, t.Health = int(now.Position), int(now.Deployed), min(t.Health, now.Health)
	t.Anomaly = max(t.Anomaly, now.Anomaly)
	for _, f := range now.Flags {
		if !slices.Contains(t.Flags, f) {
			t.Flags = append(t.Flags, f)
		}
	}
}

// said is where it stands in a few words.
func (t Trust) said() string {
	text := label(t.Stage)
	if t.Vouched && len(t.Stages) == 0 && t.SetBy != "" {
		text += ", " + t.SetBy + ","
	}
	text += " since " + moment(t.Since)
	if t.Observations == 0 {
		return text + ", no opening followed for its hour"
	}
	return text + fmt.Sprintf("; %s, sent or held back, followed for an hour: %s after costs", count(t.Observations, "opening", "openings"), t.mean())
}

// mean is what the openings came to in their hour.
func (t Trust) mean() string {
	gain := strings.Replace(fmt.Sprintf("%+.3f %%", 100*t.Edge), "-", "−", 1)
	if t.Observations > 1 {
		return "mean gain " + gain
	}
	return "gain " + gain
}

// said is a change in a few words.
func (s Stage) said() string {
	return fmt.Sprintf("%s → %s: %s", label(s.From), label(s.To), clean(s.Reason, textLength))
}

// trusted are the lines of the summary: where it stands, and how it last came there.
func (t *Trust) rows(s *sheet) {
	if t == nil {
		return
	}
	s.rows("stage", t.said(), 2)
	if n := len(t.Stages); n > 0 {
		s.rows("", fmt.Sprintf("%s, the last %s", count(n, "change", "changes"), t.Stages[n-1].said()), 2)
	}
}

// warnings are the flags in words.
func warnings(flags []string) string {
	if len(flags) == 0 {
		return "none"
	}
	return label(strings.ReplaceAll(strings.Join(flags, ", "), "_", " "))
}

// stages is the section of the page.
func (t *Trust) section(s *sink, born int64) {
	if t == nil {
		return
	}
	s.put(`<section><h2>Stage</h2><p class="note">How much capital the strategy was trusted with, by what became of what it opened, or would have: each opening is priced an hour later, after costs, whatever was sold meanwhile, so this is not what the round trips came to. It stands at %. Confidence that this gain is real: %. Lowest health of the portfolio: %, where 1 is best. How unlike its own habits it traded, at most: % of 1. Warnings that were raised: %.</p>`,
		t.said(), fmt.Sprintf("%.2f", t.Confidence), fmt.Sprintf("%.2f", t.Health), fmt.Sprintf("%.2f", t.Anomaly), warnings(t.Flags))
	openTable(s, "Stage", `<th scope="col" class="num">Tick</th><th scope="col">Time</th><th scope="col">Change and reason</th>`)
	begun := "begins at " + label(t.Start)
	if t.SetBy != "" {
		begun += ", " + t.SetBy
	}
	s.put(`<tr><td class="num">0</td><td><time>%</time></td><td>%</td></tr>`, moment(born), begun)
	for i, at := range t.Stages {
		if i == maxRows {
			s.put(`<tr><td colspan="3">and % more: they are in the records</td></tr>`, fmt.Sprint(len(t.Stages)-maxRows))
			break
		}
		s.put(`<tr><td class="num">%</td><td><time>%</time></td><td>%</td></tr>`, fmt.Sprint(at.Tick), moment(at.Time), at.said())
	}
	closeTable(s)
	s.put("</section>\n")
}
