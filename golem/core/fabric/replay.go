package fabric

import "bardo.run/bardo/wire"

// ReplayFrom returns, in order, the retained events with a sequence above seq.
// gap reports that events after seq are no longer retained. Sequences of an
// earlier process count as lost, since the ring began with this one.
func (f *Fabric) ReplayFrom(seq uint64) (events []wire.Event, gap bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.replay(seq, wire.All)
}

// Resume returns the retained events of the set after seq, and a subscription
// that goes on exactly where they end.
func (f *Fabric) Resume(seq uint64, set wire.Categories) (past []wire.Event, gap bool, s *Subscription) {
	f.mu.Lock()
	defer f.mu.Unlock()
	past, gap = f.replay(seq, set)
	return past, gap, f.subscribe(set)
}

func (f *Fabric) replay(seq uint64, set wire.Categories) ([]wire.Event, bool) {
	if seq >= f.last {
		return nil, false
	}
	from := max(seq+1, f.oldest())
	events := make([]wire.Event, 0, f.last+1-from)
	for ; from <= f.last; from++ {
		if slot := from % RingSize; set.Has(f.categories[slot]) {
			events = append(events, f.ring[slot])
		}
	}
	return events, seq+1 < f.oldest()
}
