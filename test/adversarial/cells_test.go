package adversarial

import (
	"fmt"
	"slices"
	"testing"
)

// layersOf are those that may stop an action, and the last that lets it through.
var layersOf = []string{"grammar", "origin", "action_gate", "cage", "simulation", "permit", "gas", "loopguard", "executor", letThrough}

// statesOf are those of a market and of a life.
var statesOf = []string{calm, before, between, about, strange, stale, midday, stopped, governs, dies}

// kindsOf are all kinds of action, on every protocol.
var kindsOf = []string{
	"buy", "provide", "supply", "borrow", "claim", "sell", "repay", "withdraw", "leave", "supply morpho", "withdraw morpho",
	"buy v2", "sell v2", "buy v4", "sell v4", "words",
}

// reason says why cells are empty; an empty list names all. A cell that is reached may have
// none.
type reason struct {
	kinds, layers, custodies, states []string
	why                              string
}

func (r reason) fits(c square) bool {
	in := func(list []string, v string) bool { return len(list) == 0 || slices.Contains(list, v) }
	return in(r.kinds, c.kind) && in(r.layers, c.layer) && in(r.custodies, c.custody) && in(r.states, c.state)
}

// Kinds, layers and states that reasons name.
var (
	openings  = []string{"buy", "provide", "supply", "borrow", "supply morpho", "buy v2", "buy v4"}
	unbacked  = []string{"buy", "provide", "borrow", "supply morpho", "buy v2", "buy v4"} // openings that stand behind no debt
	leavings  = []string{"claim", "sell", "repay", "withdraw", "leave", "withdraw morpho", "sell v2", "sell v4"}
	priced    = []string{"buy", "provide", "sell", "buy v2", "sell v2", "buy v4", "sell v4"} // which can lose by a price
	lending   = []string{"supply", "borrow", "repay", "withdraw", "claim", "supply morpho", "withdraw morpho"}
	granted   = []string{"delegation", "local key under a grant"}
	simulated = []string{"simulation", "gas", "executor", letThrough} // the cage's first look
	upright   = []string{"gas", "executor", letThrough}               // behind a permit
)

// whyEmpty is asked in its order.
var whyEmpty = []reason{
	{[]string{"borrow", "repay"}, upright, granted, nil, "a grant has no form of call that borrows, so that the simulation of a loan fails, and nothing is owed that could be paid back"},
	{[]string{"borrow", "repay"}, []string{"cage", "simulation", "permit"}, granted, []string{between}, "a grant has no form of call that borrows: the preview fails for that, or for want of a debt, and there is no time between it and a commit"},
	{[]string{"buy v2", "sell v2", "buy v4", "sell v4"}, []string{letThrough}, []string{"embedded"}, nil, "an enclave's rules cannot say what a call on Uniswap v2 or v4 means, so that it signs none"},
	{unbacked, simulated, nil, []string{before}, "a pool that is a fifth away from the price feed puts the price in doubt, on which nothing is opened but what stands behind a debt"},
	{[]string{"supply"}, simulated, granted, []string{before}, "a pool that is a fifth away from the price feed puts the price in doubt, and under a grant nothing stands behind a debt"},
	{[]string{"borrow", "supply morpho"}, upright, nil, []string{stale}, "on a price that is too old nothing is opened but what stands behind a debt: a loan does not, nor does what is supplied to Morpho, where nothing is owed"},
	{[]string{"supply"}, upright, granted, []string{stale}, "the contracts of a grant open nothing without a price, so that the simulation fails"},
	{[]string{"words"}, upright, nil, nil, "words that are no proposal get no permit"},
	{[]string{"words"}, nil, nil, []string{between, about}, "words that are no proposal get no permit, so that there is no time between preview and commit"},
	{nil, []string{"grammar", "origin", "action_gate", "loopguard"}, nil, []string{between}, "a preview refuses that before anybody can move between it and a commit"},
	{nil, []string{"grammar", "origin", "action_gate", "loopguard", "cage", "simulation", "permit", "gas"}, nil, []string{about}, "what is refused is not sent, so that nobody can put trades around it"},
	{leavings, []string{"action_gate"}, nil, nil, "the gate is asked about openings alone"},
	{openings, simulated, nil, []string{stopped, governs, dies}, "the cage opens nothing behind a halt, in an hour that is full, or while it dies, and refuses before it simulates"},
	{lending, []string{"executor"}, nil, []string{about}, "it has no minimum that trades around it could break"},
	{[]string{"buy v2", "sell v2", "buy v4", "sell v4"}, []string{"executor"}, nil, []string{about}, "the adversary of these lives trades around an order on Uniswap v3 alone, and breaks no minimum on another exchange"},
	{priced, upright, nil, []string{stale}, "without a price the cage lets nothing through that could lose by one"},
}

// unreached are cells that are neither reached nor have a reason, and excused are those
// that are reached and have one.
func unreached(reached map[square]int) (empty, excused []square) {
	for _, c := range squares() {
		has := slices.ContainsFunc(whyEmpty, func(r reason) bool { return r.fits(c) })
		switch {
		case reached[c] == 0 && !has:
			empty = append(empty, c)
		case reached[c] > 0 && has:
			excused = append(excused, c)
		}
	}
	return empty, excused
}

// squares are all cells that there are.
func squares() (all []square) {
	for _, in := range custodies {
		for _, kind := range kindsOf {
			for _, state := range statesOf {
				for _, layer := range layersOf {
					all = append(all, square{kind, layer, in.name, state})
				}
			}
		}
	}
	return all
}

// tells holds the reasons to the cells, and writes the table: none that is reached has a
// reason, and each other one has. Of a custody that was not lived through whole, the page of
// the last `make hostile` says what else is reached.
func tells(t *testing.T, reached map[square]int, whole func(custody string) bool) {
	t.Helper()
	empty, excused := unreached(reached)
	page := pageOfCells(t)
	for _, c := range empty {
		if whole(c.custody) || len(page) > 0 && !page[c] {
			t.Errorf("%v is empty, and nothing says why", c)
		}
	}
	for _, c := range excused {
		t.Errorf("%v is reached, and a reason says that it cannot be", c)
	}
	cellsPage(t, reached)
	n := 0
	for _, c := range squares() {
		if reached[c] > 0 {
			n++
		}
	}
	t.Logf("%d cells of %d are reached, %d have a reason, %d are empty and nothing says why", n, len(squares()), len(squares())-n-len(empty), len(empty))
}

// cellsPage writes the cells, a line for each kind and state, and the reasons.
func cellsPage(t *testing.T, reached map[square]int) {
	t.Helper()
	for i, in := range custodies {
		publish(t, fmt.Sprintf("6b-cells-%d", i), cellRows(reached, in)...)
	}
	lines := []string{"", "## Why cells are empty", ""}
	for i, r := range whyEmpty {
		lines = append(lines, "- "+letter(i)+": "+r.why)
	}
	publish(t, "6c-reasons", lines...)
}

// cellRows are the cells of a custody.
func cellRows(reached map[square]int, in custody) []string {
	lines := append([]string{"", "## " + cellsOf + in.name, ""}, heading(append([]any{"kind, state"}, anys(layersOf)...)...)...)
	for _, kind := range kindsOf {
		for _, state := range statesOf {
			row := []any{kind + ", " + state}
			for _, layer := range layersOf {
				row = append(row, cellText(reached, square{kind, layer, in.name, state}))
			}
			lines = append(lines, line(row...))
		}
	}
	return lines
}

// cellText is how often a cell was reached, or the letter of why not.
func cellText(reached map[square]int, c square) string {
	if reached[c] > 0 {
		return fmt.Sprintf("**%d**", reached[c])
	}
	if i := slices.IndexFunc(whyEmpty, func(r reason) bool { return r.fits(c) }); i >= 0 {
		return letter(i)
	}
	return "?"
}

func letter(i int) string { return string(rune('a' + i)) }

func anys(list []string) (out []any) {
	for _, s := range list {
		out = append(out, s)
	}
	return out
}
