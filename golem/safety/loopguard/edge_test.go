package loopguard

import (
	"fmt"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: safety §13 — a call of ten ticks ago counts, one of eleven does not.
func TestACallCountsForTenTicks(t *testing.T) {
	for tick, refused := range map[uint64]bool{10: true, 11: false} {
		var g Guard
		for range 4 {
			ask(t, &g, 0, turn.OriginModel, "swap", "same")
		}
		if r := ask(t, &g, tick, turn.OriginModel, "swap", "same"); (r != nil) != refused {
			t.Errorf("%d ticks later: %+v", tick, r)
		}
	}
}

// spec: safety §13 — the window are the last 20 calls: behind 16 others four identical ones
// still stand in it, behind 17 only three.
func TestTheWindowIsTwentyCalls(t *testing.T) {
	for others, refused := range map[int]bool{15: true, 16: true, 17: false} {
		for before := range 3 { // the first ones fall out one by one
			var g Guard
			for i := range before {
				propose(t, &g, "swap", fmt.Sprint("before ", i))
			}
			for range 4 {
				propose(t, &g, "swap", "same")
			}
			for i := range others {
				propose(t, &g, "swap", fmt.Sprint("behind ", i))
			}
			if r := propose(t, &g, "swap", "same"); (r != nil) != refused {
				t.Errorf("%d before and %d behind: %+v", before, others, r)
			}
			if len(g.calls) > 20 {
				t.Errorf("%d calls are remembered", len(g.calls))
			}
		}
	}
}
