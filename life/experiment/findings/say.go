package findings

import (
	"fmt"
	"slices"

	"bardo.run/bardo/life/experiment/statistics"
)

// sentence is the first one.
func (f Findings) sentence(q Question, s stand) string {
	switch {
	case !slices.ContainsFunc(f.Columns, func(c Column) bool { return c.Orders > 0 }):
		return "No life traded, so that there is nothing to tell apart; bardo report DIR says why of each."
	case s.apart != "":
		return fmt.Sprintf("Which is better cannot be said: %s; each stands beside its own holding and cash.", s.apart)
	case q.Many:
		return f.ofMany(s)
	case len(s.arms) == 1:
		return f.alone(s)
	}
	return f.ofFew(s)
}

// alone says what one arm came to.
func (f Findings) alone(s stand) string {
	held := f.Columns[1].Summary.Return
	return fmt.Sprintf("%s returned %s %s, where holding returned %s and cash nothing%s.", s.arms[0].Name, signed(f.Columns[0].Summary.Return), f.over(s), signed(held), f.assuming(s))
}

// ofFew says which of a few did best.
func (f Findings) ofFew(s stand) string {
	best := f.best()
	p := f.next(best)
	a, b := f.column(p.Better), f.column(p.Worse)
	if x, _ := p.Difference.Get(); x == 0 {
		return fmt.Sprintf("%s and %s came to the same, %s %s%s.", p.Better, p.Worse, signed(a.Compared), f.over(s), f.assuming(s))
	}
	held := ""
	if x, ok := f.beside(Holding, s).Get(); ok && !s.cut {
		held = "; holding returned " + signed(statistics.Known(x))
	}
	return fmt.Sprintf("%s did better than %s: %s against %s %s, %s more; %s%s%s.",
		p.Better, p.Worse, signed(a.Compared), signed(b.Compared), f.over(s), points(p.Difference), p.howSure(), held, f.assuming(s))
}

// howSure says what an interval says.
func (p Pair) howSure() string {
	if p.Low.Value == nil {
		return "how sure that is cannot be said, because " + p.Low.Why
	}
	said := fmt.Sprintf("with 95 %% it lies between %s and %s", signedPoints(p.Low), signedPoints(p.High))
	if p.sure() {
		return said + ", which luck alone seldom shows"
	}
	return said + ", so that it may be luck"
}
