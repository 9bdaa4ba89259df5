package findings

import (
	"strings"

	"bardo.run/bardo/life/experiment/outcome"
)

// Consists says what the arms of several lives consist of, a sentence each.
func (f Findings) Consists() (all []string) {
	for _, c := range f.Columns {
		switch c.Form {
		case outcome.InOneWorld:
			all = append(all, c.Name+" is a set: "+listed(c.Of)+" live in one world beside one another, each with an equal part of the capital and the credit, and their money is added up.")
		case outcome.InTurn:
			all = append(all, c.Name+" is a chain: "+strings.Join(c.Of, ", then ")+" live on consecutive spans of the market, each on the capital and the credit that the one before left.")
		}
	}
	return all
}

// listed are names as one says them.
func listed(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
