package heartbeat

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// scribe lets the nine stages fill in the record of a tick and keeps it.
type scribe struct {
	notes     *notes
	reflector Reflector
	journal   Journal // nil: there is none
	entries   uint64  // the next entry of the journal when the tick began
}

// begin notes where the journal stands when a tick begins.
func (s *scribe) begin() {
	if s.journal != nil {
		s.entries = s.journal.Seq()
	}
}

// afterTurn runs the nine stages; what they add to the faults stays, and a panic
// that they let through becomes one.
func (s *scribe) afterTurn(ctx context.Context, r *turn.Record) {
	defer func() {
		p := recover()
		s.notes.faults = r.Faults
		if p != nil {
			s.notes.fault("reflecting", kindPanic, panicText(p))
		}
	}()
	r.Faults = s.notes.faults
	s.reflector.AfterTurn(ctx, r)
}

// close completes the record with the entries that the tick took and with its faults.
func (s *scribe) close(r *turn.Record) {
	if s.journal != nil {
		r.Entries = [2]uint64{s.entries, s.journal.Seq()}
	}
	r.Faults = s.notes.faults
}

// keep makes the record durable. An error is final.
func (s *scribe) keep(r turn.Record) error {
	if err := s.reflector.Keep(r); err != nil {
		s.notes.final = fmt.Errorf("keep the record of tick %d: %w", r.Tick, err)
	}
	return s.notes.final
}
