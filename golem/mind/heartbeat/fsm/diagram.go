package fsm

import (
	"fmt"
	"strings"
)

// Diagram returns the table as a Mermaid state diagram in Markdown. Recover,
// which leads from every working state to reflecting, is one line of text.
func Diagram() string {
	var b strings.Builder
	b.WriteString("# The states of a theta tick\n\n")
	b.WriteString("Generated from the table in `fsm.go`. A step that fails beyond repair leads from\n")
	b.WriteString("every state between `observing` and `reflecting` to `reflecting`.\n\n")
	b.WriteString("```mermaid\nstateDiagram-v2\n    [*] --> idle\n")
	for _, t := range table {
		if t.On != Recover {
			fmt.Fprintf(&b, "    %s --> %s: %s\n", t.From, t.To, t.On)
		}
	}
	b.WriteString("```\n\n| State | Shown as | Steer below high | Steer of high or more |\n|---|---|---|---|\n")
	for s := range states {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", s, s.Display(), effects[s].mild, effects[s].severe)
	}
	return b.String()
}
