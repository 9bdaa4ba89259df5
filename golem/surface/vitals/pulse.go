package vitals

import (
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"bardo.run/bardo/internal/clock"
)

// Bounds of a healthy loop (runtime §18).
const (
	// Late is how long after a due time the loop may still be waiting.
	Late = 3 * time.Second
	// Longest is how long one tick may work: four attempts to read, a preview, a
	// commit and the patience for its receipts.
	Longest = 3 * time.Minute
	// memoryShare is how much of the memory limit may be in use.
	memoryShare = 0.9
)

// Pulse is what the ticking goroutine says of itself. It is safe for concurrent
// use.
type Pulse struct {
	clock clock.Clock

	mu       sync.Mutex // guards what follows
	state    string
	ticks    uint64
	due      time.Time // the loop waits until here; zero while it works
	working  time.Time // since when the loop works; zero while it waits
	draining bool
}

// NewPulse returns a Pulse of a Golem that has not begun.
func NewPulse(c clock.Clock) *Pulse { return &Pulse{clock: c, state: "provisioning", working: c.Now()} }

// Waiting says that the loop has nothing to do until a time.
func (p *Pulse) Waiting(due time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due, p.working = due, time.Time{}
}

// Working says that the loop began to work.
func (p *Pulse) Working() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due, p.working = time.Time{}, p.clock.Now()
}

// Ticked says how many ticks were completed.
func (p *Pulse) Ticked(ticks uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ticks = ticks
}

// Moved says which lifecycle state the Golem is in.
func (p *Pulse) Moved(state string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = state
}

// Drain says that the process is shutting down.
func (p *Pulse) Drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.draining = true
}

// startup is good after the first tick.
func (p *Pulse) startup() (health, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticks == 0 {
		return p.health(), "no tick was completed yet"
	}
	return p.health(), ""
}

// live is good while the loop moves and memory is left.
func (p *Pulse) live() (health, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if why := p.stuck(); why != "" {
		return p.health(), why
	}
	return p.health(), starved()
}

// ready is good while the Golem lives and takes work.
func (p *Pulse) ready() (health, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.draining:
		return p.health(), "draining"
	case p.state != "active":
		return p.health(), "the Golem is " + p.state
	}
	return p.health(), p.stuck()
}

func (p *Pulse) health() health { return health{State: p.state, Ticks: p.ticks} }

// stuck says why the loop does not move.
func (p *Pulse) stuck() string {
	now := p.clock.Now()
	if over := now.Sub(p.due); !p.due.IsZero() && over > Late {
		return fmt.Sprintf("the loop is %s late", over.Round(time.Second))
	}
	if took := now.Sub(p.working); !p.working.IsZero() && took > Longest {
		return fmt.Sprintf("one tick has worked for %s", took.Round(time.Second))
	}
	return ""
}

// starved says that memory is nearly used up, where a limit is set.
func starved() string {
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		return ""
	}
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	used := sample[0].Value.Uint64() - sample[1].Value.Uint64()
	if float64(used) <= memoryShare*float64(limit) {
		return ""
	}
	return fmt.Sprintf("%d of %d bytes of memory are used", used, limit)
}
