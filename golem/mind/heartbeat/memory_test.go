package heartbeat_test

import (
	"fmt"
	"runtime"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// heap returns the live heap after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// spec: runtime §10
func TestTheHeapDoesNotGrowOverTenThousandTicks(t *testing.T) {
	w := quiet(t)
	at, first := w.Scene.Time+120_000, uint64(0)
	for n := range 10_000 {
		at = beat(t, w, at)
		if n == 999 {
			first = heap()
		}
	}
	if then := heap(); float64(then) > 1.1*float64(first) {
		t.Errorf("%d bytes after 1,000 ticks, %d after 10,000", first, then)
	}
	runtime.KeepAlive(w)
}

// spec: runtime §10: scratch memory zeroes what a finished tick held, so a record
// that still refers to it would change.
func TestARecordOutlivesItsTick(t *testing.T) {
	w := newWorld(t)
	for range 60 {
		tick(t, w)
	}
	w.Rules.Found = []turn.ProbeResult{{Probe: "strategy_rule", Severity: turn.High}}
	kept := tick(t, w)
	w.Rules.Found = nil
	before := fmt.Sprintf("%+v", kept)
	for range 100 {
		tick(t, w)
	}
	if after := fmt.Sprintf("%+v", kept); after != before || len(kept.Seen.Probes) < 2 {
		t.Errorf("the record became %s, was %s", after, before)
	}
}
