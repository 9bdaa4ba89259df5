package adversarial

import (
	"slices"
	"strings"
	"testing"
)

// layersOf are those that may stop an action, and the last that lets it through.
var layersOf = []string{"grammar", "origin", "action_gate", "cage", "simulation", "permit", "gas", "loopguard", "executor", letThrough}

// statesOf are those of a market and of a life.
var statesOf = []string{calm, before, between, about, stale, midday, stopped, governs, dies}

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

var (
	openings = []string{"buy", "provide", "supply", "borrow", "supply morpho", "buy v2", "buy v4"}
	leavings = []string{"claim", "sell", "repay", "withdraw", "leave", "withdraw morpho", "sell v2", "sell v4"}
	granted  = []string{"delegation", "local key under a grant"}
)

// whyEmpty is asked in its order.
var whyEmpty = []reason{
	{[]string{"buy v2", "sell v2", "buy v4", "sell v4"}, nil, append([]string{"embedded"}, granted...), nil, "no swap on Uniswap v2 or v4 is among the forms of call that a grant, or an enclave's policy, lets through"},
	{[]string{"supply morpho", "withdraw morpho"}, nil, granted, nil, "Morpho has no form of call under a grant"},
	{nil, []string{"action_gate"}, nil, nil, "these lives predict nothing, so that their openings reach what stands behind the gate; the family of risks that nobody predicted has it"},
	{nil, []string{"gas"}, nil, nil, "these lives have credit for every order; TestTheExecutorIsTheLastOneStanding has none"},
	{nil, []string{"loopguard"}, nil, nil, "no two of these proposals are the same; the family of loops and floods says one again and again"},
	{append(append([]string{}, openings...), leavings...), []string{"grammar", "origin"}, nil, nil, "an action of a kind is written as the grammar has it, and names nobody else; what is not is among the words"},
	{[]string{"words"}, []string{letThrough}, nil, nil, "words that are no proposal get no permit"},
	{[]string{"words"}, nil, nil, []string{before, between, about, stale, midday, stopped, governs, dies}, "what grammar and origin refuse they refuse without a look at the market"},
	{openings, []string{letThrough}, nil, []string{stopped, dies}, "nothing is opened behind a halt, or while it dies"},
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

// tells holds the reasons to the cells that were reached, and writes the table. Cells that
// are empty without a reason are counted, and stand in it with a question mark.
func tells(t *testing.T, reached map[square]int) {
	t.Helper()
	empty, excused := unreached(reached)
	if testing.Verbose() {
		for _, c := range empty {
			t.Logf("%v is empty, and nothing says why", c)
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
	t.Logf("%d cells of %d are reached, %d are empty and nothing says why", n, len(squares()), len(empty))
}

// cellsPage writes the cells, a line for each kind and state, and the reasons.
func cellsPage(t *testing.T, reached map[square]int) {
	t.Helper()
	for i, in := range custodies {
		lines := append([]string{"", "## Cells: " + in.name, ""}, heading(append([]any{"kind, state"}, anys(layersOf)...)...)...)
		for _, kind := range kindsOf {
			for _, state := range statesOf {
				row := []any{kind + ", " + state}
				for _, layer := range layersOf {
					row = append(row, cellText(reached, square{kind, layer, in.name, state}))
				}
				lines = append(lines, line(row...))
			}
		}
		publish(t, "6b-cells-"+string(rune('0'+i)), lines...)
	}
	lines := []string{"", "## Why cells are empty", ""}
	for i, r := range whyEmpty {
		lines = append(lines, "- "+letter(i)+": "+r.why)
	}
	publish(t, "6c-reasons", lines...)
}

// cellText is how often a cell was reached, or the letter of why not.
func cellText(reached map[square]int, c square) string {
	if reached[c] > 0 {
		return "**" + strings.TrimSpace(line(reached[c])[2:len(line(reached[c]))-2]) + "**"
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
