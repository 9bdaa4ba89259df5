package report

import (
	"cmp"
	"math"
	"slices"

	"bardo.run/bardo/life/report/attribution"
)

// byWeight are lines in the order of what they moved, gain or loss, the most first.
func byWeight(lines []attribution.Line) []attribution.Line {
	return slices.SortedStableFunc(slices.Values(lines), func(a, b attribution.Line) int {
		return cmp.Compare(math.Abs(b.Sum), math.Abs(a.Sum))
	})
}

// together is the sum of several lines.
func together(sums []float64) string {
	sum := 0.0
	for _, x := range sums {
		sum += x
	}
	return signed(attribution.Cents(sum))
}

// weightiest are so many of the rules as have moved the result most, in the order of the strategy, and
// the others in words: how many, and what they come to together. Of rules that moved nothing the
// first are taken.
func weightiest(all []RuleSum, most int, r attribution.Result) (shown []RuleSum, left string) {
	if most >= len(all) {
		return all, ""
	}
	came := map[string]float64{}
	for _, l := range r.Lines(r.Shared.Rules) {
		if l.Deed {
			came[l.Name] = l.Sum
		}
	}
	places := make([]int, len(all))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Compare(math.Abs(came[all[b].Rule]), math.Abs(came[all[a].Rule]))
	})
	var rest []float64
	for _, i := range places[most:] {
		rest = append(rest, came[all[i].Rule])
	}
	slices.Sort(places[:most])
	for _, i := range places[:most] {
		shown = append(shown, all[i])
	}
	left = count(len(rest), "rule", "rules") + " more"
	if len(came) > 0 {
		left += ", together " + together(rest)
	}
	return shown, left
}
