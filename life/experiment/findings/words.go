package findings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report"
)

// best is the arm with the highest return, the first of equals.
func (f Findings) best() *Column {
	best := &f.Columns[0]
	for i := range f.Columns {
		c := &f.Columns[i]
		x, _ := c.Compared.Get()
		if most, _ := best.Compared.Get(); c.Arm && x > most {
			best = c
		}
	}
	return best
}

// next is the pair of the best arm and the one that comes nearest to it.
func (f Findings) next(best *Column) Pair {
	of := slices.DeleteFunc(slices.Clone(f.Pairs), func(p Pair) bool { return p.Better != best.Name && p.Worse != best.Name })
	return slices.MinFunc(of, func(a, b Pair) int {
		x, _ := a.Difference.Get()
		y, _ := b.Difference.Get()
		return cmp.Compare(x, y)
	})
}

// column is that of an arm.
func (f Findings) column(arm string) *Column {
	i := slices.IndexFunc(f.Columns, func(c Column) bool { return c.Arm && c.Name == arm })
	return &f.Columns[i]
}

// over says over what the arms are compared.
func (f Findings) over(s stand) string {
	first := s.arms[0].Lives[0]
	length := span(int64(s.periods()) / int64(max(1, len(s.worlds))) * s.period)
	if s.periods() == 0 {
		length = span(min(first.Span.To, first.Span.Until) - first.Span.From)
	}
	if len(s.worlds) < 2 {
		return fmt.Sprintf("in %s of %s", length, where(first.Place))
	}
	return fmt.Sprintf("a life on average, in %s of %s each", count(len(s.worlds), "life", "lives"), length)
}

// assuming is what the first sentence says of what was assumed.
func (f Findings) assuming(s stand) string {
	if slices.ContainsFunc(s.arms[0].Lives, func(o outcome.Outcome) bool { return o.Place.Kind == "world" }) {
		return "; assumed is that the market would have gone on as it did whatever was traded, and a generated one says nothing of a real one"
	}
	return "; assumed is that the market would have gone on as it was recorded, whatever was traded"
}

// where names a place.
func where(p outcome.Place) string {
	if p.Market == "" {
		return cmp.Or(strings.TrimSpace(p.Name), "a chain")
	}
	beside := ""
	if p.Together != "" {
		beside = ", among others"
	}
	return fmt.Sprintf("%s %s, seed %d%s", p.Kind, p.Name, p.Seed, beside)
}

// assumed are the sentences that all lives have in common, and how many others there are.
func assumed(lives []Life) []string {
	common, others := slices.Clone(lives[0].Assumed), 0
	for _, l := range lives[1:] {
		common = slices.DeleteFunc(common, func(a string) bool { return !slices.Contains(l.Assumed, a) })
	}
	for _, l := range lives {
		others = max(others, len(l.Assumed)-len(common))
	}
	if others > 0 {
		common = append(common, fmt.Sprintf("and of each life up to %s of its own, which bardo report DIR prints", count(others, "assumption", "assumptions")))
	}
	return common
}

func numbered(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func count(n int, one, many string) string { return fmt.Sprintf("%d %s", n, numbered(n, one, many)) }

// span is a length of time in days and hours, or in minutes.
func span(ms int64) string {
	days, hours := ms/outcome.Day, ms%outcome.Day/outcome.Hour
	switch {
	case days > 0 && hours > 0:
		return fmt.Sprintf("%s and %s", count(int(days), "day", "days"), count(int(hours), "hour", "hours"))
	case days > 0:
		return count(int(days), "day", "days")
	case hours > 0:
		return count(int(hours), "hour", "hours")
	}
	return count(int((ms+59_999)/60_000), "minute", "minutes")
}

// signed is a share with its sign.
func signed(f statistics.Figure) string {
	x, ok := f.Get()
	if !ok {
		return "an unknown return (" + f.Why + ")"
	}
	return report.Percent(x)
}

// points are a difference of shares, without a sign.
func points(f statistics.Figure) string {
	x, _ := f.Get()
	return fmt.Sprintf("%.2f percentage points", math.Abs(x)*100)
}

// signedPoints are a difference of shares, with its sign.
func signedPoints(f statistics.Figure) string {
	x, _ := f.Get()
	return strings.TrimSuffix(report.Percent(x), " %")
}

// moreOrLess is how far a is above b.
func moreOrLess(a, b statistics.Figure) string {
	x, _ := a.Get()
	y, _ := b.Get()
	if x < y {
		return points(statistics.Known(y-x)) + " less"
	}
	return points(statistics.Known(x-y)) + " more"
}
