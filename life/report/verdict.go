package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bardo.run/bardo/golem/mind/heartbeat"
)

// Verdict is the life in one sentence: what it gained or lost beside holding and
// cash.
func (l Life) Verdict() string {
	f := l.Results.Performance
	if f.Life.TimeWeighted == nil {
		return "Too short to say: fewer than two samples of a funded portfolio."
	}
	r := *f.Life.TimeWeighted
	what := "Neither gained nor lost"
	switch gain := f.Life.Gain(); {
	case percent(&r) == "0.00 %" && math.Abs(gain) >= 0.005:
		what = "Gained "
		if gain < 0 {
			what = "Lost "
		}
		what += fmt.Sprintf("%.2f %s (0.00 %%)", math.Abs(gain), label(l.Subject.Numeraire))
	case percent(&r) == "0.00 %":
	case r < 0:
		what = "Lost " + strings.TrimLeft(percent(&r), "−+")
	default:
		what = "Gained " + strings.TrimLeft(percent(&r), "−+")
	}
	return fmt.Sprintf("%s in %s; holding %s would have made %s.", what, span(l.Subject.To-l.Subject.From), l.Results.holding(l.Subject), percent(f.Holding.TimeWeighted))
}

// RuleSum is how often a rule's condition became true and what became of it.
// Stopped names how often each layer stood in the way, by name, and HeldBy who left it.
type RuleSum struct {
	Rule    string
	Kind    string
	Line    int
	Text    string
	Seen    int
	Acted   int // executed, wholly or in part
	Held    int // looked at and left
	Waiting int // outcome unknown at the end
	Stopped []Share
	HeldBy  []Share
}

// ByRule sums the triggers by rule, in the order of the strategy file.
func (t Thought) ByRule() []RuleSum {
	var sums []RuleSum
	for _, x := range t.Triggers {
		i := slices.IndexFunc(sums, func(s RuleSum) bool { return s.Rule == x.Rule && s.Line == x.Line && s.Text == x.Text })
		if i < 0 {
			i = len(sums)
			sums = append(sums, RuleSum{Rule: x.Rule, Kind: x.Kind, Line: x.Line, Text: x.Text})
		}
		sums[i].count(x)
	}
	slices.SortStableFunc(sums, func(a, b RuleSum) int { return a.Line - b.Line })
	return sums
}

func (s *RuleSum) count(t Trigger) {
	s.Seen++
	switch t.Outcome {
	case heartbeat.OutcomeExecuted:
		s.Acted++
	case heartbeat.OutcomePartial:
		s.Acted++
		s.Stopped = tally(s.Stopped, t.Layer)
	case heartbeat.OutcomeHeld:
		s.Held++
		if t.Layer != "" {
			s.HeldBy = tally(s.HeldBy, t.Layer)
		}
	case heartbeat.OutcomePending:
		s.Waiting++
	default:
		s.Stopped = tally(s.Stopped, t.Layer)
	}
}

// by names who stood in the way of a rule, and who left it where it could have acted.
func (s *RuleSum) by() string {
	switch {
	case len(s.HeldBy) == 0:
		return shares(s.Stopped)
	case len(s.Stopped) == 0:
		return "held: " + shares(s.HeldBy)
	}
	return shares(s.Stopped) + "; held: " + shares(s.HeldBy)
}

// ByLayer counts the triggers that something stopped, by layer, most first.
func (t Thought) ByLayer() []Share {
	var layers []Share
	for _, s := range t.ByRule() {
		for _, stop := range s.Stopped {
			for range stop.Count {
				layers = tally(layers, stop.Name)
			}
		}
	}
	slices.SortStableFunc(layers, func(a, b Share) int {
		if a.Count != b.Count {
			return int(b.Count) - int(a.Count)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return layers
}

// tally counts name, in order of first sight.
func tally(list []Share, name string) []Share {
	if name == "" {
		name = "unnamed"
	}
	for i := range list {
		if list[i].Name == name {
			list[i].Count++
			return list
		}
	}
	return append(list, Share{name, 1})
}

// Recentres counts how often liquidity was moved to a new range.
func (a Acts) Recentres() int {
	n := 0
	for _, e := range a.Liquidity {
		if e.Recentre {
			n++
		}
	}
	return n
}

func shares(list []Share) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = fmt.Sprintf("%s %d", label(s.Name), s.Count)
	}
	return strings.Join(parts, ", ")
}
