package fsm

// Effect is what accepting a steer does in a state (heartbeat §8).
type Effect uint8

// The effects.
const (
	// Queued: it is heard at this tick's gate, or it wakes a theta tick.
	Queued Effect = iota
	// Interrupts: the decision is asked again, with the steer, in this tick.
	Interrupts
	// Drops: the proposal under way is dropped and the decision asked again.
	Drops
	// Cancels: the rest of the plan and its permits are cancelled; what the
	// chain has done stays.
	Cancels
	// FollowsUp: it becomes a follow-up of the next decision.
	FollowsUp
	// NextTick: it waits for the next tick.
	NextTick
	// Held: it is not accepted; the sender is told that the Golem sleeps.
	Held
)

// String returns the effect's name.
func (e Effect) String() string {
	return [...]string{"queued", "interrupts", "drops", "cancels", "follows_up", "next_tick", "held"}[min(e, Held)]
}

// High is the severity from which a steer reaches into an action under way.
const High = 2

// maxInterruptions is how often a decision is interrupted in one tick.
const maxInterruptions = 2

// effects is the table of heartbeat §8: what a steer below High does in each
// state, and what one of High or more does.
var effects = [states]struct{ mild, severe Effect }{
	Idle:       {Queued, Queued},
	Observing:  {Queued, Queued},
	Retrieving: {Queued, Queued},
	Analyzing:  {Queued, Queued},
	Gating:     {Queued, Queued},
	Deciding:   {Interrupts, Interrupts},
	Simulating: {FollowsUp, Drops},
	Validating: {FollowsUp, Drops},
	Executing:  {FollowsUp, Cancels},
	Verifying:  {NextTick, NextTick},
	Reflecting: {NextTick, NextTick},
	Sleeping:   {Held, Held},
}

// Accept tells what a steer of the given severity does now, and notes it: after
// Interrupts, Drops and Cancels no action is permitted until Read. A third
// interruption of one tick waits for the next.
func (m *Machine) Accept(severity uint8) Effect {
	effect := effects[m.state].mild
	if severity >= High {
		effect = effects[m.state].severe
	}
	switch effect {
	case Interrupts:
		if m.interruptions == maxInterruptions {
			return NextTick
		}
		m.interruptions++
		m.sub, m.unread = Interrupted, true
	case Drops:
		m.unread = true
	case Cancels:
		m.sub, m.unread = CancelPending, true
	}
	return effect
}

// Read notes that a decision has been given every accepted steer.
func (m *Machine) Read() {
	m.unread = false
	if m.sub == Interrupted {
		m.sub = Normal
	}
}

// Restrict notes that a safety constraint was hit while executing: the rest of
// the plan is blocked. A cancellation outranks it.
func (m *Machine) Restrict() {
	if m.state == Executing && m.sub == Normal {
		m.sub = Restricted
	}
}
