package world

import (
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"
)

// Lender is a lending market of a basket. What it pays follows how much of it is used, which is drawn
// anew between Least and Most each time.
type Lender struct {
	Protocol    string  // of one of the kit's recipes
	Value       float64 // lent to it before the life, in dollars
	Least, Most float64 // shares of the value
	Rate        float64 // what an owner pays a year for what it lent out; 0: the lender has its own
}

// soonest and latest bound how many minutes one use lasts.
const soonest, latest = 45, 240

// uses are those of a lender of so many days. Each lender has its own, so that now the one
// and now another pays more.
func (b Basket) uses(l Lender, s seed.Seed, days int) (all []history.Use) {
	draw := s.Stream("mirage/world/" + b.streams() + "/" + l.Protocol + "/use")
	for minute := 0; minute < days*minutesPerDay; minute += soonest + draw.IntN(latest-soonest) {
		all = append(all, history.Use{Block: minute * history.Phases, Share: l.Least + (l.Most-l.Least)*draw.Float64()})
	}
	return all
}
