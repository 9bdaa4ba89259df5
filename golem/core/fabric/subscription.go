package fabric

import (
	"context"
	"errors"
	"slices"

	"bardo.run/bardo/wire"
)

// ErrClosed means the stream has ended and everything left was read.
var ErrClosed = errors.New("fabric: closed")

// Subscription is one reader's place in the stream. It belongs to one
// goroutine; Close may be called from any.
type Subscription struct {
	fabric *Fabric
	mask   wire.Categories
	wake   chan struct{} // holds at most one signal

	// The rest is guarded by the lock of the fabric.
	next    uint64 // the first sequence not yet looked at
	taken   uint64 // events of the set delivered, missed, or older than the subscription
	missed  uint64 // not yet told
	waiting bool
	closed  bool
}

// Subscribe returns a reader of the events that come from now on, of the given
// categories.
func (f *Fabric) Subscribe(set wire.Categories) *Subscription {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.subscribe(set)
}

func (f *Fabric) subscribe(set wire.Categories) *Subscription {
	s := &Subscription{fabric: f, mask: set, wake: make(chan struct{}, 1), next: f.last + 1, taken: f.matching(set)}
	f.subs = append(f.subs, s)
	return s
}

// Next returns the subscription's next event, waiting for it if there is none.
// After a loss it first returns a fabric.lagged message, which has no sequence
// number. It ends with ErrClosed, or with ctx's error when it would have to wait.
func (s *Subscription) Next(ctx context.Context) (wire.Event, error) {
	for {
		e, ok, ended := s.poll(true)
		switch {
		case ok:
			return e, nil
		case ended:
			return wire.Event{}, ErrClosed
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return wire.Event{}, ctx.Err()
		}
	}
}

// TryNext is Next without waiting; it reports false when there is nothing to read.
func (s *Subscription) TryNext() (wire.Event, bool) {
	e, ok, _ := s.poll(false)
	return e, ok
}

// Close ends the subscription and wakes its reader. It may be called twice.
func (s *Subscription) Close() {
	f := s.fabric
	f.mu.Lock()
	defer f.mu.Unlock()
	if !s.closed {
		s.closed = true
		f.subs = slices.DeleteFunc(f.subs, func(other *Subscription) bool { return other == s })
		s.signal()
	}
}

// signal wakes the reader; it never blocks. The caller holds the lock.
func (s *Subscription) signal() {
	s.waiting = false
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *Subscription) poll(wait bool) (e wire.Event, ok, ended bool) {
	s.fabric.mu.Lock()
	defer s.fabric.mu.Unlock()
	if s.closed {
		return e, false, true
	}
	if e, ok = s.take(); ok {
		return e, true, false
	}
	s.waiting = wait
	return e, false, s.fabric.closed
}

// take moves the cursor over one event of the set. The caller holds the lock.
func (s *Subscription) take() (wire.Event, bool) {
	f := s.fabric
	pending := f.matching(s.mask) - s.taken
	if pending == 0 {
		s.next = f.last + 1
		return wire.Event{}, false
	}
	s.drop(pending)
	if s.missed > 0 {
		newest := f.ring[f.last%RingSize]
		newest.Sequence, newest.Coalesced, newest.Payload = 0, 1, wire.FabricLagged{Missed: s.missed}
		s.missed = 0
		return newest, true
	}
	s.seek()
	e := f.ring[s.next%RingSize]
	s.next++
	s.taken++
	return e, true
}

// drop gives up what the ring has overwritten and what exceeds the queue, oldest
// first, and returns how many events of the set are left to read.
func (s *Subscription) drop(pending uint64) {
	f := s.fabric
	if oldest := f.oldest(); s.next < oldest {
		s.next = oldest
		held := f.held(s.mask, oldest)
		s.miss(pending - held)
		pending = held
	}
	for ; pending > QueueSize; pending-- {
		s.seek()
		s.next++
		s.miss(1)
	}
}

func (s *Subscription) miss(n uint64) {
	s.taken += n
	s.missed += n
	s.fabric.missed += n
}

// seek moves the cursor to the next event of the set; the caller knows there is one.
func (s *Subscription) seek() {
	for !s.mask.Has(s.fabric.categories[s.next%RingSize]) {
		s.next++
	}
}

// held counts the events of the set in the ring from the given sequence on.
func (f *Fabric) held(set wire.Categories, from uint64) uint64 {
	var n uint64
	for seq := from; seq <= f.last; seq++ {
		if set.Has(f.categories[seq%RingSize]) {
			n++
		}
	}
	return n
}
