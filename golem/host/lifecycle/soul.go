package lifecycle

import (
	"context"
	"errors"
	"sync"
)

// soul is the one Golem behind all its handles. Its mutex makes calls on it run
// one at a time.
type soul struct {
	mu       sync.Mutex // guards state and phase; held while the body works
	body     Body
	observer Observer
	state    State
	cause    Cause
	phase    Phase // last finished phase of death
}

// holder is the inside of a handle: a soul that can be taken out once.
type holder struct {
	mu sync.Mutex // guards s
	s  *soul
}

// take empties the handle.
func (h *holder) take() (*soul, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.s
	h.s = nil
	if s == nil {
		return nil, ErrConsumed
	}
	return s, nil
}

// use runs work on the soul without consuming the handle.
func (h *holder) use(work func(*soul) error) error {
	h.mu.Lock()
	s := h.s
	h.mu.Unlock()
	if s == nil {
		return ErrConsumed
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.empty() { // consumed while we waited
		return ErrConsumed
	}
	return work(s)
}

func (h *holder) empty() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.s == nil
}

// move takes the soul out of the handle into another state. It waits for a call
// that is running.
func (h *holder) move(to State, cause Cause) (*holder, error) {
	s, err := h.take()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.enter(to, cause)
	return &holder{s: s}, nil
}

func (s *soul) enter(to State, cause Cause) {
	from := s.state
	s.state = to
	if cause != "" {
		s.cause = cause
	}
	s.observer.Moved(from, to, cause)
}

// die runs the phases that are left, in order.
func (s *soul) die(ctx context.Context) error {
	for s.phase+1 < PhaseDone {
		if err := ctx.Err(); err != nil {
			return err
		}
		next := s.phase + 1
		err := s.body.Die(ctx, next, s.cause)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrCutOff) {
			return err
		}
		s.phase = next
		s.observer.Passed(next, err)
	}
	s.phase = PhaseDone
	return nil
}
