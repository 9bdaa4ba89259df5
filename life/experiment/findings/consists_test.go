package findings_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/outcome"
)

// An arm of several lives is told apart as one of one life is; what it consists of, which of its lives died early and why a
// chain ended is said.
func TestAnArmOfSeveralLivesIsTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // not for security
	one := arm(t, "one", noise(rng, 48, 0.001), noise(rng, 48, 0.001))
	set, chain := arm(t, "both", noise(rng, 48, 0), noise(rng, 48, 0)), arm(t, "in turn", noise(rng, 48, 0), noise(rng, 48, 0))
	set.Form, set.Of = outcome.InOneWorld, []string{"a.md", "b.md", "c.md"}
	chain.Form, chain.Of = outcome.InTurn, []string{"a.md", "b.md"}
	for i := range 2 {
		s, c := &set.Lives[i], &chain.Lives[i]
		s.Form, s.Members = set.Form, []outcome.Outcome{lived(t, 1, noise(rng, 48, 0)), lived(t, 1, noise(rng, 48, 0)), lived(t, 1, noise(rng, 48, 0))}
		c.Form, c.Members = chain.Form, []outcome.Outcome{lived(t, 1, noise(rng, 24, 0))}
		s.Members[1].Span.To = outcome.Hour
		c.Members[0].Span.To = outcome.Hour
	}
	chain.Lives[1].Unborn = "b.md did not begin, for want of money"
	f := ask(t, findings.Question{Arms: []findings.Arm{one, set, chain}, Against: findings.Cash})
	if strings.Contains(f.Says, "cannot be said") || len(f.Pairs) != 3 || len(f.Lives) != 6 {
		t.Errorf("%s, %d lives", f.Says, len(f.Lives))
	}
	want := []string{
		"both is a set: a.md, b.md and c.md live in one world beside one another, each with an equal part of the capital and the credit, and their money is added up.",
		"in turn is a chain: a.md, then b.md live on consecutive spans of the market, each on the capital and the credit that the one before left.",
	}
	if got := f.Consists(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	has(t, strings.Join(f.Notes, "\n"),
		"The chain in turn ended before its last life in 1 of 2; in the first of them b.md did not begin, for want of money.",
		"2 lives of both died before the paid time was over, and what it left counts as cash from then on.",
		"2 lives of in turn died before the paid time was over, and what it left counts as cash until the next of its chain begins, if one does.")
	if c := f.Columns[0]; c.Name != "both" || c.Form != outcome.InOneWorld || len(c.Of) != 3 || f.Columns[2].Name != "one" || f.Columns[2].Of != nil {
		t.Errorf("%+v", c)
	}
	set.Lives[0].Did.Orders, set.Lives[1].Did.Orders = 0, 0
	set.Lives[0].Members[0].Dir = "d/1"
	has(t, strings.Join(ask(t, findings.Question{Arms: []findings.Arm{one, set}, Against: findings.Cash}).Notes, "\n"), "both traded nothing: bardo report d/1 says why.")
}
