package statistics

import (
	"fmt"
	"slices"
)

// Tail is how bad the worst periods were: a loss is above nothing.
type Tail struct {
	// PerMille is the share of the periods that it looks at: 50 are the worst 5 %.
	PerMille int `json:"per_mille"`
	// VaR is the smallest loss among them (value at risk): no more than their share lost more.
	VaR Figure `json:"value_at_risk"`
	// Shortfall is their mean loss (expected shortfall): of a share that is no whole number of
	// periods the last one counts in part, so that it is never below VaR (Acerbi and Tasche,
	// "On the coherence of expected shortfall", 2002).
	Shortfall Figure `json:"expected_shortfall"`
}

// Tail looks at the worst perMille thousandths of the periods, 1 to 999. It is unknown where
// that is less than one period.
func (s Series) Tail(perMille int) Tail {
	t := Tail{PerMille: perMille}
	parts := len(s.Returns) * perMille // thousandths of a period
	if perMille <= 0 || perMille >= 1000 || parts < 1000 {
		why := fmt.Sprintf("%d periods are too few for the worst %d in 1,000", len(s.Returns), perMille)
		t.VaR, t.Shortfall = Unknown(why), Unknown(why)
		return t
	}
	worst := slices.Clone(s.Returns)
	slices.Sort(worst)
	sum, left := 0.0, parts
	for _, r := range worst {
		if left <= 1000 {
			sum += r * float64(left) / 1000
			t.VaR = Known(0 - r)
			break
		}
		sum += r
		left -= 1000
	}
	t.Shortfall = Known(0 - sum/(float64(parts)/1000))
	return t
}
