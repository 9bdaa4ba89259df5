package heartbeat

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/internal/money"
)

// costs count what the ticks of a UTC day cost, against the cap of that day.
type costs struct {
	notes  *notes
	state  *turn.State
	write  turn.Writer[turn.Heartbeat]
	budget gate.Budget
	day    int64 // UTC day of the last tick
}

// begin starts the daily cost afresh at 00:00 UTC of the life's time.
func (c *costs) begin() {
	if d := day(c.notes.wake); d != c.day {
		c.day = d
		c.write.Edit(func(s *turn.Heartbeat) {
			s.DailyCost, s.CostState = 0, gate.CostNormal.String()
		})
	}
}

// of adds up what thinking and acting cost.
func (c *costs) of(thoughts []turn.Thought, actions []turn.Action) (cost turn.Cost) {
	for i := range thoughts {
		cost.Inference = c.add(cost.Inference, thoughts[i].Cost)
	}
	for i := range actions {
		if e := actions[i].Execution; e != nil {
			cost.Gas = c.add(cost.Gas, e.Cost)
		}
	}
	cost.Total = c.add(cost.Inference, cost.Gas)
	return cost
}

// charge completes the costs with what the lifespan charged in its stage, and
// takes them into the day's.
func (c *costs) charge(r *turn.Record) {
	r.Cost.Total = c.add(r.Cost.Total, r.Mortality.Consumed)
	spent := c.add(c.state.Heartbeat().DailyCost, r.Cost.Total)
	c.write.Edit(func(s *turn.Heartbeat) {
		s.LastCost, s.DailyCost = r.Cost, spent
		s.CostState = c.budget.State(spent).String()
	})
}

// add never loses a cost: an overflow stays at the greater of the two and is a
// fault.
func (c *costs) add(a, b money.USDC) money.USDC {
	sum, err := a.Add(b)
	if err != nil {
		c.notes.fault("reflecting", kindCost, "the costs of this tick exceed what can be counted")
		return max(a, b)
	}
	return sum
}

func day(ms int64) int64 { return ms / 86_400_000 }
