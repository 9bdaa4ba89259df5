package fabric

import (
	"sync"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// Sizes of runtime §9.1.
const (
	// RingSize is the number of events kept for replay.
	RingSize = 10_000
	// QueueSize is how many of its events a subscriber may be behind.
	QueueSize = 4_096
)

// categoryLimit is more than the number of categories, which fit a 32-bit set.
const categoryLimit = 32

// Config says whose stream it is and where it goes on.
type Config struct {
	GolemID string      // written into every event
	Clock   clock.Clock // the life's clock; required
	// Last is the last sequence number used before: 0 at birth, the saved one
	// after a clean stop, the saved one + RingSize after any other.
	Last uint64
}

// Fabric is the stream. Its methods are safe for concurrent use.
type Fabric struct {
	golemID string
	clock   clock.Clock

	mu         sync.Mutex // guards everything below
	first      uint64     // sequence of the first event of this process
	last       uint64     // sequence of the newest event
	ring       []wire.Event
	categories []wire.Category       // of each ring slot, for quick scans
	published  [categoryLimit]uint64 // events per category since the start
	subs       []*Subscription
	merging    coalescer
	tick       uint64 // the last completed tick
	refused    uint64
	missed     uint64
	closed     bool
}

// New returns a fabric without events or subscribers.
func New(c Config) *Fabric {
	return &Fabric{
		golemID:    c.GolemID,
		clock:      c.Clock,
		first:      c.Last + 1,
		last:       c.Last,
		ring:       make([]wire.Event, RingSize),
		categories: make([]wire.Category, RingSize),
		merging:    newCoalescer(),
	}
}

// GoOn has the stream go on behind an event, which others published in a tick that is over.
// Nothing was published yet.
func (f *Fabric) GoOn(last, tick uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.first, f.last, f.tick = last+1, last, tick
}

// Emit publishes a payload as part of a tick. A nil payload, an unknown type and
// a fabric that is closed make it do nothing but count a refusal.
func (f *Fabric) Emit(tick uint64, p wire.Payload) { f.emit(p, tick, true) }

// EmitIdle publishes a payload outside any tick, under the number of the last
// completed one.
func (f *Fabric) EmitIdle(p wire.Payload) { f.emit(p, 0, false) }

// CompleteTick tells the fabric that a tick is over.
func (f *Fabric) CompleteTick(tick uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tick = tick
}

// Last returns the sequence number of the newest event; the manifest keeps it.
func (f *Fabric) Last() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Flush publishes what is being merged without waiting for its second to end.
func (f *Fabric) Flush() {
	now := f.clock.Now().UnixMilli()
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.releaseAll(now)
	}
}

// Close flushes and ends the stream: subscribers read what is left and then get
// ErrClosed. It may be called twice.
func (f *Fabric) Close() {
	now := f.clock.Now().UnixMilli()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	f.releaseAll(now)
	f.closed = true
	for _, s := range f.subs {
		s.signal()
	}
}

// Stats are counters since the start.
type Stats struct {
	Published uint64 // events in the ring or once there
	Refused   uint64 // emits that named no known type, or came after Close
	Missed    uint64 // events dropped, summed over the subscribers that learned of it
}

// Stats returns the counters.
func (f *Fabric) Stats() Stats {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Stats{Published: f.last + 1 - f.first, Refused: f.refused, Missed: f.missed}
}

func (f *Fabric) emit(p wire.Payload, tick uint64, inTick bool) {
	t := typeOf(p)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || !t.Known() || t.Category() == wire.Fabric {
		f.refused++
		return
	}
	if !inTick {
		tick = f.tick
	}
	now := f.clock.Now().UnixMilli()
	if now >= f.merging.earliest {
		f.releaseDue(now)
	}
	merged := uint64(1)
	if t.HighFrequency() {
		if merged = f.merging.offer(t, now, tick, p); merged == 0 {
			return
		}
	}
	f.append(now, tick, merged, p, t.Category())
}

// typeOf answers 0 for a payload that cannot say its type: Emit never panics.
func typeOf(p wire.Payload) (t wire.Type) {
	defer func() {
		if recover() != nil {
			t = 0
		}
	}()
	return p.Type()
}

// append gives the event its number and its place. The caller holds the lock,
// which is what makes ring order equal to sequence order.
func (f *Fabric) append(at int64, tick, merged uint64, p wire.Payload, c wire.Category) {
	f.last++
	slot := f.last % RingSize
	e := &f.ring[slot]
	e.Timestamp, e.GolemID, e.Sequence, e.Tick, e.Coalesced, e.Payload = at, f.golemID, f.last, tick, merged, p
	f.categories[slot] = c
	f.published[c]++
	for _, s := range f.subs {
		if s.waiting && s.mask.Has(c) {
			s.signal()
		}
	}
}

// oldest returns the lowest sequence number still in the ring.
func (f *Fabric) oldest() uint64 {
	if f.last >= f.first+RingSize {
		return f.last + 1 - RingSize
	}
	return f.first
}

// matching returns how many events of the set were ever published.
func (f *Fabric) matching(set wire.Categories) uint64 {
	var n uint64
	for c := range wire.Category(categoryLimit) {
		if set.Has(c) {
			n += f.published[c]
		}
	}
	return n
}
