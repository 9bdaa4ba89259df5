package attribution

// Line is one reason for the result in whole cents: a market, a lender or a rule, or what none of
// them did, which has no gas of its own.
type Line struct {
	Name           string
	Gain, Gas, Sum float64
	Deed           bool // it is one of the list
}

// Lines are a list of Shared and what is beside it, which add up to Cents of the total. What is
// nothing is left out, but for the list's own.
func (r Result) Lines(of []Share) (all []Line) {
	rest, gas := Cents(r.Total), r.Gas
	add := func(l Line) {
		if l.Sum = Cents(l.Gain + l.Gas); l.Deed || l.Sum != 0 {
			all = append(all, l)
			rest -= l.Sum
		}
	}
	for _, s := range of {
		add(Line{Name: s.Name, Gain: Cents(s.Gain), Gas: Cents(s.Gas), Deed: true})
		gas -= s.Gas
	}
	add(Line{Name: "prices of what was there", Gain: Cents(r.Shared.Kept)})
	add(Line{Name: "coin's price", Gain: Cents(r.Coin)})
	add(Line{Name: "missing", Gain: Cents(r.Missing)})
	add(Line{Name: "gas of other orders", Gas: Cents(gas)})
	add(Line{Name: "paid time", Gain: Cents(r.Time)})
	add(Line{Name: "thinking", Gain: Cents(r.Thinking)})
	if rest = Cents(rest); rest != 0 {
		all = append(all, Line{Name: "rest", Gain: rest, Sum: rest})
	}
	return all
}
