package pace

import "bardo.run/bardo/golem/host/turn"

// depthDropped is the number of pending theta ticks at which the oldest goes
// (heartbeat §1.4); one less is worth a warning.
const depthDropped = 3

// Pending is a theta tick that could not run when it was due, with what its
// probes had found by then.
type Pending struct {
	Due    int64 // unix milliseconds
	Probes []turn.ProbeResult
}

// Backlog queues theta ticks that could not run in time: at most two, so that
// with the one that executes three are pending.
type Backlog struct {
	waiting []Pending
	merged  []turn.ProbeResult // findings of dropped ticks
}

// Push adds a pending tick. Depth is the number pending with it; at 3 the oldest
// is dropped, its findings are kept for the next tick, and it is returned.
func (b *Backlog) Push(p Pending) (depth int, dropped *Pending) {
	b.waiting = append(b.waiting, p)
	if depth = len(b.waiting); depth < depthDropped {
		return depth, nil
	}
	oldest := b.waiting[0]
	b.waiting = append(b.waiting[:0], b.waiting[1:]...)
	b.merged = Merge(b.merged, oldest.Probes)
	return depth, &oldest
}

// Depth returns the number of ticks that wait.
func (b *Backlog) Depth() int { return len(b.waiting) }

// Collapse empties the backlog and merges everything its ticks found into
// probes, the findings of the tick that executes.
func (b *Backlog) Collapse(probes []turn.ProbeResult) []turn.ProbeResult {
	probes = Merge(probes, b.merged)
	for _, p := range b.waiting {
		probes = Merge(probes, p.Probes)
	}
	b.waiting, b.merged = b.waiting[:0], nil
	return probes
}

// Merge adds the results in more to probes: of two results of one probe the
// higher severity stays, of equal ones the first. Order is that of probes, then
// of more.
func Merge(probes, more []turn.ProbeResult) []turn.ProbeResult {
next:
	for _, m := range more {
		for i := range probes {
			if probes[i].Probe == m.Probe {
				if m.Severity > probes[i].Severity {
					probes[i] = m
				}
				continue next
			}
		}
		probes = append(probes, m)
	}
	return probes
}
