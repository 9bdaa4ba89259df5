package heartbeattest

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
)

// Rules are the strategy in force.
type Rules struct {
	Text     string             // its hash; "hash" unless set
	Triggers []turn.Trigger     // newly true at the next evaluation
	Found    []turn.ProbeResult // findings of the strategy

	scene *Scene
}

// Push implements heartbeat.Strategy.
func (r *Rules) Push(int64, float64) {}

// Evaluate implements heartbeat.Strategy.
func (r *Rules) Evaluate(turn.Observation, int64) ([]turn.Trigger, []turn.ProbeResult) {
	r.scene.explode("evaluate")
	triggers := r.Triggers
	r.Triggers = nil
	return triggers, r.Found
}

// Mark implements heartbeat.Strategy.
func (r *Rules) Mark() (string, uint32) {
	if r.Text == "" {
		return "hash", 1
	}
	return r.Text, 2
}

// Mind is the last deliberator that is asked.
type Mind struct {
	Plan      []turn.Proposal // proposed one by one, then nothing; anew each tick
	Err       error           // answered by every deliberation while set
	Slow      int64           // how long a deliberation takes, in milliseconds
	OnThought func()          // called at the end of each deliberation, where it is set
	Briefs    []turn.Brief    // what it was asked with

	scene    *Scene
	proposed int
}

// Deliberate implements heartbeat.Deliberator: it proposes the plan step by step.
func (m *Mind) Deliberate(_ context.Context, b turn.Brief) (turn.Decision, error) {
	m.scene.Time += m.Slow
	m.scene.explode("deliberate")
	if m.Err != nil {
		m.scene.note("deliberate: broken")
		return turn.Decision{}, m.Err
	}
	if !m.scene.Quiet {
		m.Briefs = append(m.Briefs, b)
	}
	d := turn.Decision{Thought: turn.Thought{Model: "script", Summary: "as planned"}}
	if m.proposed < len(m.Plan) {
		p := m.Plan[m.proposed]
		m.proposed++
		d.Proposal = &p
		d.Thought.Recommends = true
	}
	if m.OnThought != nil {
		defer m.OnThought()
	}
	m.scene.note("deliberate %d: steers %d, done %d, proposes %v", b.Step, len(b.Steers), len(b.Done), d.Proposal != nil)
	return d, nil
}
