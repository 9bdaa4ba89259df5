package strategy

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// A peak of the rules is one that three blocks showed, as the emergency's is: a block in which something
// that is held is bent sets none for the whole life.
//
// spec: heartbeat §3, safety §15.2
func TestOneBentBlockIsNoPeakOfTheRules(t *testing.T) {
	var a Account
	for i, c := range []struct{ equity, peak float64 }{
		{1_000, 1_000},
		{1_000, 1_000},
		{1_000, 1_000},
		{3_000, 1_000},
		{3_000, 1_000},
		{900, 1_000},
		{1_200, 1_000},
		{1_200, 1_000},
		{1_200, 1_200},
	} {
		for range 2 { // a block that is looked at twice counts once
			r := &turn.Reading{Block: turn.Block{Number: uint64(i) + 1}, Assets: []turn.Asset{{Value: c.equity, Price: 1}}, Markets: []turn.Market{{Price: 2_500}}} //nolint:gosec // small
			a.observe(int64(i+1)*60_000, r)
		}
		if a.Peak != c.peak || a.Drawdown != max(0, 1-c.equity/c.peak) {
			t.Errorf("look %d: the peak is %v and the fall %v, want %v", i, a.Peak, a.Drawdown, c.peak)
		}
	}
}
