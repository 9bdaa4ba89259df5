package fabrictest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/wire"
)

// witness is a test that notes its failures.
type witness struct {
	testing.TB
	said []string
}

func (*witness) Helper()                        {}
func (*witness) Cleanup(func())                 {}
func (w *witness) Errorf(f string, args ...any) { w.said = append(w.said, fmt.Sprintf(f, args...)) }

func TestRecorderSeesExactlyWhatWasPublished(t *testing.T) {
	f := New(time.Time{})
	w := &witness{}
	r := Record(w, f, wire.Of(wire.Strategy))
	publish := func() {
		f.Emit(1, wire.StrategyReloaded{Hash: "a"})
		f.Emit(1, wire.HeartbeatTick{})
		f.Emit(1, wire.StrategyCompileFailed{Hash: "b", Errors: []string{"line 3"}})
	}
	publish()
	r.Want(wire.StrategyReloaded{Hash: "a"}, wire.StrategyCompileFailed{Hash: "b", Errors: []string{"line 3"}})
	r.Want()
	publish()
	r.WantTypes(wire.TypeStrategyReloaded, wire.TypeStrategyCompileFailed)
	r.WantTypes()
	if len(w.said) != 0 {
		t.Errorf("complained: %q", w.said)
	}
}

func TestRecorderNamesEachDifference(t *testing.T) {
	f := New(time.Time{})
	w := &witness{}
	r := Record(w, f, wire.All)
	f.Emit(1, wire.StrategyReloaded{Hash: "a"})
	r.Want(wire.StrategyReloaded{Hash: "b"}, wire.StrategyReloaded{Hash: "c"})
	f.Emit(1, wire.StrategyReloaded{Hash: "d"})
	r.Want()
	r.WantTypes(wire.TypeHeartbeatTick)
	for range fabric.QueueSize + 1 {
		f.Emit(1, wire.HeartbeatTick{})
	}
	r.Events()
	want := []string{
		"event 0: strategy.reloaded {Hash:a Revision:0}, want strategy.reloaded {Hash:b Revision:0}",
		"event 1: none, want strategy.reloaded {Hash:c Revision:0}",
		"event 0: strategy.reloaded {Hash:d Revision:0}, want none",
		"published [], want [heartbeat.tick]",
		"the recorder missed 1 events",
	}
	if !slices.Equal(w.said, want) {
		t.Errorf("got  %q\nwant %q", w.said, want)
	}
}
