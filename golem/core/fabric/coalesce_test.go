package fabric

import (
	"context"
	"reflect"
	"testing"
	"time"

	"bardo.run/bardo/wire"
	"pgregory.net/rapid"
)

// spec: runtime §9.1, "at most one per type per second, with counts".
func TestHighFrequencyEventsAreMergedBySecond(t *testing.T) {
	f, c := fresh(t)
	for i := range 35 { // one every 100 ms: 0.0 s to 3.4 s
		f.Emit(uint64(i), wire.ClockGammaTick{IntervalMS: uint64(i)})
		advance(t, c, 100*time.Millisecond)
	}
	f.Emit(40, wire.HeartbeatTick{})
	f.Close()
	events, _ := f.ReplayFrom(0)
	type row struct {
		at, merged, tick uint64
		payload          wire.Payload
	}
	var got []row
	for _, e := range events {
		got = append(got, row{uint64(e.Timestamp - birth.UnixMilli()), e.Coalesced, e.Tick, e.Payload})
	}
	want := []row{
		{0, 1, 0, wire.ClockGammaTick{IntervalMS: 0}},
		{1000, 9, 9, wire.ClockGammaTick{IntervalMS: 9}},
		{2000, 10, 19, wire.ClockGammaTick{IntervalMS: 19}},
		{3000, 10, 29, wire.ClockGammaTick{IntervalMS: 29}},
		{3500, 1, 40, wire.HeartbeatTick{}},
		{3500, 5, 34, wire.ClockGammaTick{IntervalMS: 34}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestMergingLosesNoCountAndKeepsTimesInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, c := fresh(t)
		sent := map[wire.Type]uint64{}
		payloads := []wire.Payload{wire.ClockGammaTick{}, claim{}, wire.HeartbeatTick{}}
		for range rapid.IntRange(1, 200).Draw(t, "emits") {
			p := payloads[rapid.IntRange(0, 2).Draw(t, "payload")]
			f.Emit(1, p)
			sent[p.Type()]++
			advance(t, c, time.Duration(rapid.IntRange(0, 1500).Draw(t, "ms"))*time.Millisecond)
		}
		if rapid.Bool().Draw(t, "flush twice") {
			f.Flush()
		}
		f.Flush()
		events, _ := f.ReplayFrom(0)
		var last int64
		for i, e := range events {
			sent[e.Type()] -= e.Coalesced
			if e.Timestamp < last || e.Coalesced == 0 {
				t.Fatalf("event %d: time %d after %d, stands for %d", i, e.Timestamp, last, e.Coalesced)
			}
			last = e.Timestamp
		}
		for typ, n := range sent {
			if n != 0 {
				t.Fatalf("%v: %d events unaccounted for", typ, int64(n))
			}
		}
	})
}

// stepping is a clock that can be set back, as a machine's can.
type stepping struct{ now time.Time }

func (s *stepping) Now() time.Time                             { return s.now }
func (s *stepping) WaitUntil(context.Context, time.Time) error { return nil }

func TestAClockThatGoesBackForgetsNothing(t *testing.T) {
	c := &stepping{now: birth}
	f := New(Config{GolemID: "g", Clock: c})
	f.Emit(1, wire.ClockGammaTick{IntervalMS: 1})
	f.Emit(1, wire.ClockGammaTick{IntervalMS: 2})
	c.now = birth.Add(-time.Hour)
	f.Emit(1, wire.ClockGammaTick{IntervalMS: 3})
	events, _ := f.ReplayFrom(0)
	if len(events) != 2 || events[1].Coalesced != 2 || events[1].Payload != (wire.ClockGammaTick{IntervalMS: 3}) {
		t.Errorf("got %+v, want the third to stand for two", events)
	}
}

// claim is of another type that is merged.
type claim struct{}

func (claim) Type() wire.Type { return wire.TypePredictionCreated }
