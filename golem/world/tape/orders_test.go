package tape

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/order"
	"bardo.run/bardo/internal/clock"
)

// owner says what it says from a look on.
type owner struct {
	from  map[int]order.Order
	looks int
	now   order.Order
}

func (o *owner) Order() (order.Order, bool) {
	o.looks++
	if said, new := o.from[o.looks]; new {
		o.now = said
	}
	return o.now, o.now != order.Order{}
}

// listen looks ten times, at Next and Abandoned in turn, and says what it heard.
func listen(t *testing.T, orders *Orders) string {
	t.Helper()
	var heard strings.Builder
	for look := range 10 {
		if look%2 == 1 {
			fmt.Fprintf(&heard, "%d: abandoned %v\n", look, orders.Abandoned())
			continue
		}
		got, there, err := orders.Next()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&heard, "%d: %v %v %v\n", look, got.Cause, got.Abandon, there)
	}
	return heard.String()
}

// spec: runtime §13.3: an order is heard once, and in a replay where the life heard it.
func TestAnOrderIsHeardOnceAndReplayedWhereItWasHeard(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	kill := order.Order{Cause: lifecycle.OwnerKill}
	abandon := order.Order{Cause: lifecycle.OwnerKill, Abandon: true}
	o := &owner{from: map[int]order.Order{3: kill, 8: abandon}}
	j := open(t, dir, journal.Record)
	lived := listen(t, NewOrders(j, o))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	want := "0:  false false\n1: abandoned false\n2: owner_kill false true\n3: abandoned false\n4:  false false\n" +
		"5: abandoned false\n6:  false false\n7: abandoned true\n8:  false false\n9: abandoned true\n"
	if lived != want {
		t.Fatalf("heard\n%s", lived)
	}
	for _, mode := range []journal.Mode{journal.Replay, journal.Resume} {
		j := open(t, dir, mode)
		// A file that stays says again what the journal holds, and a resumed life does not hear
		// it again.
		again := listen(t, NewOrders(j, &owner{now: abandon}))
		if again != lived {
			t.Errorf("mode %d: heard\n%s", mode, again)
		}
		if seq, _ := j.Head(); mode == journal.Resume && seq != 4 { // two orders and two boots
			t.Errorf("%d entries", seq)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhereNobodyOrdersNothingIsWritten(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	heard := listen(t, NewOrders(j, nil))
	if seq, _ := j.Head(); seq != 1 || strings.Contains(heard, "true") {
		t.Errorf("%d entries, heard %s", seq, heard)
	}
}

// What cannot be read is nothing that was ordered, and the journal's error stays.
func TestBehindAFinalErrorNothingIsHeard(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewClock(j, clock.NewSimulated(time.UnixMilli(0)), true).WaitUntil(ctx, 1); !errors.Is(err, journal.ErrInterrupted) {
		t.Fatal(err)
	}
	orders := NewOrders(j, &owner{now: order.Order{Cause: lifecycle.OwnerKill, Abandon: true}})
	if _, there, err := orders.Next(); there || !errors.Is(err, journal.ErrInterrupted) || orders.Abandoned() {
		t.Errorf("heard %v, %v", there, err)
	}
}

// early is a clock that rests only a moment.
type early struct{ *clock.Simulated }

func (e early) Rest(ctx context.Context, t time.Time) error {
	return e.WaitUntil(ctx, t.Add(-time.Minute))
}

// A rest may end early, and does so in the replay too; any other wait does not.
func TestARestEndsEarlyInAReplayToo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	live := func(mode journal.Mode, under clock.Clock) (got [3]int64) {
		j := open(t, dir, mode)
		defer j.Close()
		c := NewClock(j, under, true)
		for i, wait := range []func(context.Context, int64) (int64, error){c.Rest, c.WaitUntil, c.Rest} {
			now, err := wait(t.Context(), int64(i+2)*120_000)
			if err != nil {
				t.Fatal(err)
			}
			got[i] = now
		}
		return got
	}
	want := [3]int64{180_000, 360_000, 420_000}
	if got := live(journal.Record, early{clock.NewSimulated(time.UnixMilli(0))}); got != want {
		t.Errorf("woke at %v", got)
	}
	if got := live(journal.Replay, nil); got != want {
		t.Errorf("replayed: woke at %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := open(t, filepath.Join(t.TempDir(), "journal"), journal.Record)
	defer j.Close()
	if _, err := NewClock(j, early{clock.NewSimulated(time.UnixMilli(0))}, true).Rest(ctx, 1); !errors.Is(err, journal.ErrInterrupted) {
		t.Errorf("a cancelled rest: %v", err)
	}
}
