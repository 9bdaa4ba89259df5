package verdict

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"bardo.run/bardo/internal/money"
)

// Page writes what became of all changes as a page for people.
func Page(w io.Writer, preface string, groups []Group) {
	fmt.Fprintf(w, "# Mutation\n\n%s\n", preface)
	sum := Count{}
	for _, g := range groups {
		sum.Add(g.Count())
	}
	if sum.Missing > 0 {
		fmt.Fprintf(w, "**This page is not whole:** %d of %d changes were not asked about to the end; where nothing was asked there is no percentage.\n", sum.Missing, sum.All)
	}
	for _, contracts := range []bool{false, true} {
		title := map[bool]string{false: "Packages", true: "Contracts"}[contracts]
		fmt.Fprintf(w, "\n## %s\n\n", title)
		table(w, groups, contracts)
		survivors(w, groups, contracts)
	}
}

func table(w io.Writer, groups []Group, contracts bool) {
	fmt.Fprintln(w, "| | mutants | own tests | tests above | hostile | equivalent | survivors | not asked to the end | noticed | |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|")
	sum := Count{}
	for _, g := range groups {
		if g.Contract == contracts {
			row(w, g.Name, g.Count())
			sum.Add(g.Count())
		}
	}
	row(w, "**all**", sum)
}

func row(w io.Writer, name string, c Count) {
	mark, part := "", percent(c.Noticed())
	switch {
	case c.All > 0 && c.Missing == c.All:
		part = "–"
	case c.Noticed() < Floor:
		mark = "below " + percent(Floor)
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s |\n",
		name, c.All, c.Own, c.Above, c.Hostile, c.Equivalent, c.Survived, c.Missing, part, mark)
}

func percent(b money.BPS) string { return fmt.Sprintf("%d.%d %%", b/100, b%100/10) }

func survivors(w io.Writer, groups []Group, contracts bool) {
	for _, g := range groups {
		if g.Contract != contracts {
			continue
		}
		if !slices.ContainsFunc(g.Changes, listed) {
			continue
		}
		fmt.Fprintf(w, "\n### %s\n\n", g.Name)
		for _, c := range g.Changes {
			if listed(c) {
				fmt.Fprintln(w, "- "+c.Told())
			}
		}
	}
}

// listed reports whether a change was asked about and not noticed.
func listed(c Change) bool { return c.By == "" && c.Missing != Own }

// Told is a change in one line.
func (c Change) Told() string {
	what := strings.NewReplacer("`", "'", "](", "] (").Replace(c.What) // no code, no link
	text := fmt.Sprintf("%s:%d %s: `%s`", c.File, c.Line, c.Func, what)
	switch {
	case c.Why != "":
		return text + " (equivalent: " + c.Why + ")"
	case c.Missing != "":
		return text + " (not asked yet: " + string(c.Missing) + ")"
	case !c.Reached:
		return text + " (no test comes past)"
	}
	return text
}

// Enough says what keeps the changes from being noticed enough, contracts and packages
// apart; nothing, where they are.
func Enough(groups []Group) (faults []string) {
	for _, contracts := range []bool{false, true} {
		sum, what := Count{}, map[bool]string{false: "packages", true: "contracts"}[contracts]
		for _, g := range groups {
			if g.Contract == contracts {
				sum.Add(g.Count())
			}
		}
		if sum.All == 0 {
			continue
		}
		if sum.Missing > 0 {
			faults = append(faults, fmt.Sprintf("%s: %d of %d were not asked to the end", what, sum.Missing, sum.All))
		}
		if sum.Noticed() < Floor {
			faults = append(faults, fmt.Sprintf("%s: %s noticed, it must be %s", what, percent(sum.Noticed()), percent(Floor)))
		}
		if sum.Equivalent*int(money.Whole) > sum.All*int(MostEquivalent) {
			faults = append(faults, fmt.Sprintf("%s: %d of %d are called equivalent, at most %s may be", what, sum.Equivalent, sum.All, percent(MostEquivalent)))
		}
	}
	return faults
}
