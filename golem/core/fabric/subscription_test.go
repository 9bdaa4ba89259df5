package fabric

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"bardo.run/bardo/wire"
	"pgregory.net/rapid"
)

func TestASubscriberGetsItsCategoriesInOrderFromNowOn(t *testing.T) {
	f, _ := fresh(t)
	f.Emit(1, wire.HeartbeatTick{Tier: "T0"})
	s := f.Subscribe(wire.Of(wire.Heartbeat, wire.Permit))
	f.Emit(2, wire.HeartbeatTick{Tier: "T1"})
	f.Emit(2, wire.VitalityUpdate{})
	f.Emit(2, wire.PermitBlocked{BlockReason: "cage"})
	if got := sequences(drain(s)); !slices.Equal(got, []uint64{2, 4}) {
		t.Errorf("got %v, want 2 and 4", got)
	}
}

func TestWhatTheRingHasOverwrittenIsMissed(t *testing.T) {
	f, _ := fresh(t)
	s := f.Subscribe(wire.Of(wire.Permit))
	for range 3 {
		f.Emit(1, wire.PermitCommitted{})
	}
	for range RingSize {
		f.Emit(1, wire.HeartbeatTick{})
	}
	if got := drain(s); len(got) != 1 || got[0].Payload != (wire.FabricLagged{Missed: 3}) {
		t.Fatalf("got %+v, want the news of 3 missed events", got)
	}
	f.Emit(1, wire.PermitCommitted{})
	if got := drain(s); len(got) != 1 || got[0].Sequence != f.Last() {
		t.Errorf("afterwards got %+v", got)
	}
}

func TestResumeLeavesNoHoleAndNoDouble(t *testing.T) {
	f, _ := fresh(t)
	for range 6000 {
		f.Emit(1, wire.HeartbeatTick{})
	}
	past, gap, s := f.Resume(10, wire.All)
	f.Emit(1, wire.HeartbeatTick{})
	all := append(past, drain(s)...)
	if gap || len(all) != 5991 || all[0].Sequence != 11 || all[5990].Sequence != 6001 {
		t.Errorf("gap %v, %d events from %d", gap, len(all), all[0].Sequence)
	}
}

// Whatever is published and read in whatever order: a subscriber sees its events
// in order, each once, and what it did not see is what it was told it missed.
func TestASubscriberAccountsForEveryEvent(t *testing.T) {
	payloads := []wire.Payload{wire.HeartbeatTick{}, wire.PermitCommitted{}, wire.VitalityUpdate{}}
	rapid.Check(t, func(t *rapid.T) {
		f, _ := fresh(t)
		mask := wire.Of(rapid.SliceOfN(rapid.SampledFrom([]wire.Category{wire.Heartbeat, wire.Permit, wire.Vitality}), 1, 3).Draw(t, "set")...)
		s := f.Subscribe(mask)
		var sent, read, missed, last uint64
		for range rapid.IntRange(1, 8).Draw(t, "rounds") {
			p := payloads[rapid.IntRange(0, 2).Draw(t, "payload")]
			for range rapid.SampledFrom([]int{1, 7, QueueSize, QueueSize + 1, RingSize, RingSize + 3}).Draw(t, "burst") {
				f.Emit(1, p)
				if mask.Has(p.Type().Category()) {
					sent++
				}
			}
			for range rapid.SampledFrom([]int{0, 1, 100, 2 * RingSize}).Draw(t, "reads") {
				e, ok := s.TryNext()
				if !ok {
					break
				}
				if lag, lost := e.Payload.(wire.FabricLagged); lost {
					missed += lag.Missed
					continue
				}
				if e.Sequence <= last || !mask.Has(e.Type().Category()) {
					t.Fatalf("read %d after %d (%v)", e.Sequence, last, e.Type())
				}
				last, read = e.Sequence, read+1
			}
		}
		for _, e := range drain(s) {
			if lag, lost := e.Payload.(wire.FabricLagged); lost {
				missed += lag.Missed
			} else {
				read++
			}
		}
		if read+missed != sent {
			t.Fatalf("%d read and %d missed of %d", read, missed, sent)
		}
	})
}

func TestNextWaitsForAnEventAndEndsWithTheStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := fresh(t)
		s := f.Subscribe(wire.Of(wire.Permit))
		var got []uint64
		var end error
		go func() {
			for {
				e, err := s.Next(t.Context())
				if err != nil {
					end = err
					return
				}
				got = append(got, e.Sequence)
			}
		}()
		synctest.Wait()
		f.Emit(1, wire.HeartbeatTick{})
		f.Emit(1, wire.PermitCommitted{})
		synctest.Wait()
		f.Emit(1, wire.PermitCommitted{})
		f.Close()
		synctest.Wait()
		if !slices.Equal(got, []uint64{2, 3}) || !errors.Is(end, ErrClosed) {
			t.Errorf("got %v and %v, want 2, 3 and the end", got, end)
		}
	})
}

func TestNextEndsWithItsContextAndWithItsSubscription(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := fresh(t)
		s := f.Subscribe(wire.All)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { _, err := s.Next(ctx); ended <- err }()
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's error", err)
		}
		go func() { _, err := s.Next(t.Context()); ended <- err }()
		synctest.Wait()
		s.Close()
		s.Close()
		if err := <-ended; !errors.Is(err, ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
		f.Emit(1, wire.HeartbeatTick{})
		if _, ok := s.TryNext(); ok {
			t.Error("a closed subscription still delivers")
		}
	})
}
