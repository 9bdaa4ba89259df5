package biography

import (
	"errors"
	"fmt"
	"os"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/report"
)

// paper is a testament and the text of its file.
type paper struct {
	thanatopsis.Testament
	text []byte
}

func testament(dir string) (p paper, died bool, err error) {
	p.Testament, p.text, err = thanatopsis.Read(home.Paper(dir, home.TestamentFile))
	if errors.Is(err, os.ErrNotExist) {
		return p, false, nil
	}
	return p, err == nil, err
}

func death(dir string, p paper) *report.Death {
	will := p.Testament
	d := &report.Death{Cause: string(will.Death.Cause), Time: will.Death.DiedAt, Clocks: clocks(will.Death.Clocks), Testament: bequest(will, p.text)}
	for _, passed := range will.Death.Phases {
		note := deed(passed.Phase, will)
		if passed.Fault != "" {
			note += "; failed: " + passed.Fault
		}
		d.Phases = append(d.Phases, report.Phase{Name: passed.Phase, Note: note})
	}
	d.Phases = append(d.Phases, report.Phase{Name: lifecycle.Legacy.String(), Note: legacy(dir, will)})
	for _, left := range will.Settlement.Stranded {
		d.Left = append(d.Left, report.Leftover{What: left.What, Value: left.Value, Reason: left.Reason, Advice: left.Advice})
	}
	for _, b := range will.Wallet.Balances {
		d.Balance = append(d.Balance, b.Units+" "+b.Token)
	}
	return d
}

// clocks says what the clocks stood at, and what the dice can be checked with.
func clocks(a *mortality.Autopsy) string {
	if a == nil {
		return ""
	}
	text := fmt.Sprintf("Vitality %.3f, %s lowest; %s USDC of credit left, %s of it kept for dying.", a.Composite, a.Clock, a.Balance, a.Reserve)
	if a.Spared != "" {
		text += fmt.Sprintf(" Immortal: it would have died of %s at tick %d.", a.Spared, a.SparedTick)
	}
	if a.Secret != "" {
		text += fmt.Sprintf(" It had a chance of %.2f%% to live so long; its dice rolled by the secret %s.", 100*a.Survival, a.Secret)
	}
	return text
}

// deed says what a phase did.
func deed(phase string, will thanatopsis.Testament) string {
	switch phase {
	case lifecycle.Acceptance.String():
		b := will.Death.Budget
		return fmt.Sprintf("open permits cancelled; a %s death of at most %s USDC", b.Tier, b.Total)
	case lifecycle.Settlement.String():
		executed := 0
		for _, d := range will.Settlement.Actions {
			if d.Success {
				executed++
			}
		}
		return fmt.Sprintf("%d actions, %d executed, %s USDC of gas", len(will.Settlement.Actions), executed, will.Settlement.Gas)
	}
	return "return " + report.Percent(will.Stats.Return)
}

// legacy says what Legacy left: it wrote the testament that is read here.
func legacy(dir string, will thanatopsis.Testament) string {
	papers, key := "testament and tombstone", "key destroyed; "+will.Wallet.Recovery
	if _, err := os.Stat(home.Paper(dir, home.TombstoneFile)); err != nil {
		papers = "testament, no tombstone"
	}
	if will.Wallet.KeyKept {
		key = "the only key to the wallet kept"
	}
	return papers + " written, " + key
}
