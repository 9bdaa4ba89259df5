package chain

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// patienceForSafe is how many times deeper than Depth an order is followed until the
// chain calls its block safe: a rollup may be slow to write to the chain below.
const patienceForSafe = 16

// surer tells what became surer of an order whose outcome was told: that enough blocks
// are over it, and that the chain calls its block safe. One step is told at a time, and
// confirmed comes first. With no confirmations nothing is told. A life goes on after one
// block; this is for its accounts, to name what they rest on.
//
// spec: chain §8, heartbeat §3 step 8
func (f *flight) surer(seen view, confirmations uint64) []Change {
	if confirmations == 0 {
		return nil
	}
	switch deepest := f.deepest(); {
	case f.sure == "" && seen.Head+1 >= deepest+confirmations:
		f.sure = turn.Confirmed
	case f.sure == turn.Confirmed && seen.Safe >= deepest:
		f.sure = turn.Safe
	default:
		return nil
	}
	return []Change{{ID: f.order.ID, Finality: f.sure}}
}

// unsure says that an order waits to be called safe.
func (all flights) unsure() bool {
	return slices.ContainsFunc(all, func(f *flight) bool { return f.sure == turn.Confirmed })
}

// awaits says that an order which is deep enough is followed on: the chain has safe
// blocks, and its own is not yet among them.
func (f *flight) awaits(seen view, depth uint64) bool {
	return f.sure == turn.Confirmed && seen.Safe > 0 && seen.Head < f.deepest()+patienceForSafe*depth
}
