// Package fabrictest asserts what a part of the Golem published: exactly these
// events, in this order, and nothing else.
package fabrictest

import (
	"reflect"
	"testing"
	"time"

	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// Recorder reads a stream on behalf of a test.
type Recorder struct {
	t   testing.TB
	sub *fabric.Subscription
}

// New returns a fabric on a simulated clock, for a test that needs a stream and
// does not care whose.
func New(start time.Time) *fabric.Fabric {
	return fabric.New(fabric.Config{GolemID: "golem-test", Clock: clock.NewSimulated(start)})
}

// Record starts recording the events of the given categories.
func Record(t testing.TB, f *fabric.Fabric, set wire.Categories) *Recorder {
	t.Helper()
	r := &Recorder{t: t, sub: f.Subscribe(set)}
	t.Cleanup(r.sub.Close)
	return r
}

// Events returns what was published since the last call, in order. It fails the
// test when the recorder was too slow to see everything.
func (r *Recorder) Events() []wire.Event {
	r.t.Helper()
	var events []wire.Event
	for e, ok := r.sub.TryNext(); ok; e, ok = r.sub.TryNext() {
		if lag, lost := e.Payload.(wire.FabricLagged); lost {
			r.t.Errorf("the recorder missed %d events", lag.Missed)
			continue
		}
		events = append(events, e)
	}
	return events
}

// Want fails the test unless exactly these payloads were published since the
// last call.
func (r *Recorder) Want(payloads ...wire.Payload) {
	r.t.Helper()
	var got []wire.Payload
	for _, e := range r.Events() {
		got = append(got, e.Payload)
	}
	for i := range max(len(got), len(payloads)) {
		switch {
		case i >= len(got):
			r.t.Errorf("event %d: none, want %s %+v", i, payloads[i].Type(), payloads[i])
		case i >= len(payloads):
			r.t.Errorf("event %d: %s %+v, want none", i, got[i].Type(), got[i])
		case !reflect.DeepEqual(got[i], payloads[i]):
			r.t.Errorf("event %d: %s %+v, want %s %+v", i, got[i].Type(), got[i], payloads[i].Type(), payloads[i])
		}
	}
}

// WantTypes fails the test unless exactly these types were published since the
// last call.
func (r *Recorder) WantTypes(types ...wire.Type) {
	r.t.Helper()
	var got []wire.Type
	for _, e := range r.Events() {
		got = append(got, e.Type())
	}
	if len(got) != len(types) || len(got) > 0 && !reflect.DeepEqual(got, types) {
		r.t.Errorf("published %v, want %v", got, types)
	}
}
