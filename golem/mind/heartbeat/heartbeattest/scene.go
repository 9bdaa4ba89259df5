package heartbeattest

import (
	"context"
	"fmt"
)

// Scene is what the parts of a world share: the time, what happened, and which of them
// panics.
type Scene struct {
	Time  int64  // what the timer says, in unix milliseconds; Tick, Wait and a slow mind move it
	Panic string // the call that panics, once: "observe", "evaluate", "deliberate", "preview", "commit" or "after turn"
	Log   []string
	Quiet bool // keep no log, records, events or briefs
}

// Wait implements heartbeat.Timer.
func (s *Scene) Wait(_ context.Context, ms int64) error {
	s.note("wait %d ms", ms)
	s.Time += ms
	return nil
}

// Now implements heartbeat.Timer.
func (s *Scene) Now(context.Context) (int64, error) { return s.Time, nil }

func (s *Scene) note(format string, args ...any) {
	if !s.Quiet {
		s.Log = append(s.Log, fmt.Sprintf(format, args...))
	}
}

func (s *Scene) explode(where string) {
	if s.Panic == where {
		s.Panic = ""
		panic("secret text of a stranger")
	}
}
