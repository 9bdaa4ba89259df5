package strategy

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// FileName is the name problems are reported under.
const FileName = "STRATEGY.md"

// Strategy is a compiled STRATEGY.md. It is immutable and safe to share.
type Strategy struct {
	Hash       string // SHA-256 of the text, lower-case hex
	Name       string
	Objective  string
	Assets     []string // upper case, in file order
	Protocols  []string // lower case, in file order
	Parameters []Parameter

	Rules []*rule.Rule // in file order
	Slots []rule.Slot  // what the rules read
	// Series are the assets and markets whose prices windows follow beside the first market's.
	Series []rule.Ref

	// EntryConditions and ExitConditions are the list items under the criteria
	// headings: they reach a model's eye and have no machine effect.
	EntryConditions []Condition
	ExitConditions  []Condition

	// Bounds are those in force: the tighter of the file's and the policy's.
	Bounds turn.Bounds
	// Gate is what the action gate does to the rules, at least: off, shadow or enforce;
	// empty where the text says nothing.
	Gate string
	// StartStage is the stage of deployment the owner starts a proven strategy
	// in (DESIGN §12.18): shadow, micro, scaled, full, or empty for the policy's.
	StartStage string
	// TickInterval is the base interval hint in milliseconds, within 30 to 120 s;
	// 0 where the file gives none.
	TickInterval int64
	Notes        string
	Warnings     []Problem
}

// Parameter is one value of a template and the text it is filled in as.
type Parameter struct{ Name, Value string }

// Condition is a criterion in words. Metric is empty where the words are not one
// comparison of a known variable with a literal; Raw always holds them.
type Condition struct {
	Metric   string
	Window   string
	Operator string
	Value    string
	Unit     string
	Raw      string
	Line     int
}

// RuleByID returns the rule with that id.
func (s *Strategy) RuleByID(id string) (*rule.Rule, bool) {
	for _, r := range s.Rules {
		if r.ID() == id {
			return r, true
		}
	}
	return nil, false
}

// RuleOf returns the rule that a trigger became true by, wherever it stands now. A
// rule of another kind, name or text is another rule, and nobody has looked at its
// condition.
func (s *Strategy) RuleOf(t turn.Trigger) (*rule.Rule, bool) {
	name := strings.TrimSuffix(t.Rule, fmt.Sprintf("@%d", t.Line))
	for _, r := range s.Rules {
		if r.Text == t.Text && strings.TrimSuffix(r.ID(), fmt.Sprintf("@%d", r.Line)) == name {
			return r, true
		}
	}
	return nil, false
}

// Problem is one thing wrong, or worth a warning, at a line and column of the
// file.
type Problem = rule.Problem

// Problems are all the things wrong with one file, in the order of the file.
type Problems []Problem

// Error lists the problems, one a line, as in
// "STRATEGY.md:12:6: unknown name "zscor"; did you mean zscore?".
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = fmt.Sprintf("%s:%s", FileName, p)
	}
	return strings.Join(lines, "\n")
}
