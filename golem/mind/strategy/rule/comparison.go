package rule

import (
	"fmt"
	"strings"
)

// Simple is a comparison of one variable with one literal, taken apart.
type Simple struct{ Metric, Window, Operator, Value, Unit string }

// Comparison takes a text apart that compares one variable with one literal, as
// in "rsi(14m) < 30". Anything else is not one.
func Comparison(text string) (Simple, bool) {
	var slots Slots
	r, problems := Parse(Manage, "", "when "+text+" do hold", 1, &slots)
	if problems != nil || len(slots.all) != 1 || r.Cooldown != 0 {
		return Simple{}, false
	}
	n := r.When.nodes
	negative := len(n) == 4 && n[2].op == opNeg
	if !negative && len(n) != 3 || n[0].op != opSlot || n[1].op != opConst || n[len(n)-1].op < opLT {
		return Simple{}, false
	}
	slot := slots.all[0]
	s := Simple{Metric: slot.Var.Name()}
	if of := slot.subjects(); len(of) > 0 {
		s.Metric += "(" + strings.Join(of, ", ") + ")"
	}
	if slot.Var.IsIndicator() {
		s.Window = fmt.Sprintf("%dm", slot.Minutes)
	}
	tokens, _ := scan(text, 1)
	last := len(tokens) - 2
	if tokens[last].kind == tokWord && tokens[last-1].kind == tokNumber {
		tokens[last-1].unit, last = tokens[last].text, last-1
	}
	if tokens[last].kind != tokNumber {
		return Simple{}, false
	}
	s.Value, s.Unit = tokens[last].text, tokens[last].unit
	if last--; negative {
		s.Value, last = "-"+s.Value, last-1
	}
	s.Operator = tokens[last].text
	return s, strings.ContainsAny(s.Operator, "<>=")
}
