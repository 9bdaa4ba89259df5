package fabric

import (
	"math"

	"bardo.run/bardo/wire"
)

// windowMS is the length of a merging window in event time.
const windowMS = 1000

// window merges the events of one type. The first event of a quiet type passes
// at once and opens a window; those that follow within the second are held as
// one, which is published at the end of the second and opens the next window.
type window struct {
	kind    wire.Type
	open    bool
	start   int64        // Unix milliseconds
	held    uint64       // events merged so far
	payload wire.Payload // the newest of them
	tick    uint64       // and its tick
}

// coalescer keeps one window per high-frequency type, in catalogue order.
type coalescer struct {
	windows  []window
	earliest int64 // end of the first window that holds something
}

func newCoalescer() coalescer {
	c := coalescer{earliest: math.MaxInt64}
	for _, t := range wire.Types() {
		if t.HighFrequency() {
			c.windows = append(c.windows, window{kind: t})
		}
	}
	return c
}

// offer takes an event of a high-frequency type. It returns how many events the
// given one stands for when it is to be published now, and 0 when it is held.
// A clock that went back opens a new window, and nothing held is forgotten.
func (c *coalescer) offer(t wire.Type, now int64, tick uint64, p wire.Payload) uint64 {
	w := c.of(t)
	if w.open && now >= w.start && now < w.start+windowMS {
		w.held++
		w.payload, w.tick = p, tick
		c.earliest = min(c.earliest, w.start+windowMS)
		return 0
	}
	merged := w.held + 1
	*w = window{kind: t, open: true, start: now}
	c.settle()
	return merged
}

func (c *coalescer) of(t wire.Type) *window {
	for i := range c.windows {
		if c.windows[i].kind == t {
			return &c.windows[i]
		}
	}
	return &c.windows[0] // unreachable: every high-frequency type has a window
}

// due returns the window that ended first, at or before now, and holds
// something; nil if there is none. Ties go to catalogue order.
func (c *coalescer) due(now int64) *window {
	var first *window
	for i := range c.windows {
		w := &c.windows[i]
		if w.held > 0 && w.start+windowMS <= now && (first == nil || w.start < first.start) {
			first = w
		}
	}
	return first
}

func (c *coalescer) settle() {
	c.earliest = math.MaxInt64
	for i := range c.windows {
		if w := &c.windows[i]; w.held > 0 {
			c.earliest = min(c.earliest, w.start+windowMS)
		}
	}
}

// releaseDue publishes what was held by windows that have ended, each with the
// end of its second as its time. So times never fall along the ring while the
// clock does not.
func (f *Fabric) releaseDue(now int64) {
	for w := f.merging.due(now); w != nil; w = f.merging.due(now) {
		f.release(w, w.start+windowMS)
	}
	f.merging.settle()
}

// releaseAll publishes everything held, at the end of its second or now.
func (f *Fabric) releaseAll(now int64) {
	f.releaseDue(now)
	for i := range f.merging.windows {
		if w := &f.merging.windows[i]; w.held > 0 {
			f.release(w, now)
		}
	}
	f.merging.settle()
}

func (f *Fabric) release(w *window, at int64) {
	merged, tick, payload := w.held, w.tick, w.payload
	*w = window{kind: w.kind, open: true, start: at}
	f.append(at, tick, merged, payload, w.kind.Category())
}
