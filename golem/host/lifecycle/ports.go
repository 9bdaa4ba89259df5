package lifecycle

import "context"

// Body is what lives: the wiring gives it.
type Body interface {
	// Boot runs every remaining bootstrap step; its error leaves the Golem
	// Provisioning.
	Boot(ctx context.Context) error
	// Tick runs one gamma or theta tick, whichever is due.
	Tick(ctx context.Context) error
	// Dream runs one dream cycle.
	Dream(ctx context.Context) error
	// Die runs one phase of death to its end. It must be safe to run again when
	// the process died inside it. An ErrCutOff ends the process with the phase
	// unfinished; any other error is recorded and the next phase runs: the
	// transition to Dead happens all the same.
	Die(ctx context.Context, p Phase, cause Cause) error
	// Release frees what the process holds; it is called once, last.
	Release(ctx context.Context, reason string) error
}

// Observer is told of every transition before the new handle is returned, and of
// every finished phase of death, so that both can be made durable.
type Observer interface {
	Moved(from, to State, cause Cause)
	Passed(p Phase, err error)
}
