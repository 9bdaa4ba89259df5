package biography

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/report"
)

// bequest is the testament under the headings that people look for. text is its file.
func bequest(t thanatopsis.Testament, text []byte) *report.Will {
	w := &report.Will{Text: text, Parts: []report.Part{{Heading: "Cause", Facts: cause(t)}}}
	if t.Death.Clocks != nil {
		w.Parts = append(w.Parts, report.Part{Heading: "Clocks at death", Facts: stood(t.Death.Clocks)})
	}
	w.Parts = append(w.Parts, report.Part{Heading: "What was left", Facts: left(t)})
	if c := t.Death.Clocks; c != nil && c.Commitment != "" {
		w.Parts = append(w.Parts, report.Part{Heading: "Its dice", Facts: dice(t.Death.Clocks)})
	}
	for _, part := range []report.Part{{Heading: "What it learned", Facts: learned(t.Sections)}, {Heading: "For who comes next", Facts: advice(t.Sections)}} {
		if len(part.Facts) > 0 {
			w.Parts = append(w.Parts, part)
		}
	}
	w.Parts = append(w.Parts, report.Part{Heading: "Signature", Facts: signature(t, text)})
	if len(t.Absent) > 0 {
		w.Parts = append(w.Parts, report.Part{Heading: "Not in it", Facts: []report.Fact{{Name: "No inputs yet", Value: strings.Join(t.Absent, ", ")}}})
	}
	return w
}

func cause(t thanatopsis.Testament) []report.Fact {
	facts := []report.Fact{
		{Name: "Died of", Value: string(t.Death.Cause)}, {Name: "Ticks lived", Value: fmt.Sprint(t.Stats.Ticks)}, {Name: "Orders carried out", Value: fmt.Sprint(t.Stats.Trades)},
	}
	if a := t.Death.Clocks; a != nil && a.Spared != "" {
		facts = append(facts, report.Fact{Name: "Would have died of", Value: fmt.Sprintf("%s at tick %d", a.Spared, a.SparedTick)})
	}
	return facts
}

// stood leaves out fitness where it was never judged.
func stood(a *mortality.Autopsy) []report.Fact {
	facts := []report.Fact{
		{Name: "Vitality", Value: fmt.Sprintf("%.3f", a.Composite)},
		{Name: "Lowest clock", Value: a.Clock},
		{Name: "Credit or paid time left", Value: fmt.Sprintf("%.1f %%", 100*a.Economic)},
		{Name: "Credit left", Value: a.Balance + " USDC"},
		{Name: "Of it kept for dying", Value: a.Reserve + " USDC"},
	}
	if a.Peak > 0 {
		facts = append(facts, report.Fact{Name: "Fitness", Value: fmt.Sprintf("%.3f; at its best %.3f, at tick %d", a.Fitness, a.Peak, a.PeakTick)},
			report.Fact{Name: "Senescence", Value: fmt.Sprintf("%s, %d ticks", a.Stage, a.Senescent)})
	}
	if len(a.Failing) > 0 {
		facts = append(facts, report.Fact{Name: "Failing domains", Value: strings.Join(a.Failing, ", ")})
	}
	return facts
}

func left(t thanatopsis.Testament) []report.Fact {
	facts := []report.Fact{{Name: "Equity", Value: fmt.Sprintf("%.2f of %.2f at birth (%s)", t.Stats.End, t.Stats.Start, report.Percent(t.Stats.Return))}}
	for _, b := range t.Wallet.Balances {
		facts = append(facts, report.Fact{Name: b.Token, Value: b.Units})
	}
	facts = append(facts, report.Fact{Name: "Coin for gas", Value: t.Wallet.Native}, report.Fact{Name: "Left open", Value: fmt.Sprint(len(t.Settlement.Stranded))})
	if t.Wallet.Recovery != "" {
		facts = append(facts, report.Fact{Name: "The wallet's key", Value: t.Wallet.Recovery})
	}
	return facts
}

// dice is what every roll in the journal can be checked with (mortality §4.2).
func dice(a *mortality.Autopsy) []report.Fact {
	facts := []report.Fact{
		{Name: "Chance to live so long", Value: fmt.Sprintf("%.2f %%", 100*a.Survival)},
		{Name: "Hazard of the last tick", Value: fmt.Sprintf("%.3g", a.Hazard)},
		{Name: "Committed to at birth", Value: a.Commitment},
	}
	if a.Secret == "" {
		return append(facts, report.Fact{Name: "Secret", Value: "not revealed"})
	}
	return append(facts, report.Fact{Name: "Secret", Value: a.Secret})
}
