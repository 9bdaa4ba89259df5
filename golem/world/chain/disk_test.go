package chain

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seglog"
)

// Whenever the disk fails under an order, somebody says so: what is not written down cannot
// be lived again, and an order that nobody remembers is sent twice.
//
// DESIGN §4 (Durability)
func TestADiskThatFailsUnderAnOrderIsAlwaysTold(t *testing.T) {
	broken := errors.New("the disk is full")
	send := func(w *watch) error {
		_, err := w.Send(w.t.Context(), token(), use(), Order{ID: "a", Calls: calls(), Offer: offer()})
		return err
	}
	look := func(w *watch) error { _, err := w.Look(w.t.Context()); return err }
	for name, c := range map[string]struct {
		before, act func(*watch) error
	}{
		"sent, and handed over again": {func(*watch) error { return nil }, send},
		"looked for":                  {send, look},
		"replaced":                    {send, func(w *watch) error { return w.Replace(w.t.Context(), token(), use(), "a", double(offer())) }},
	} {
		t.Run(name, func(t *testing.T) {
			for n := 0; ; n++ {
				armed, struck, left := false, false, n
				w := newWatch(t)
				w.Poll = 10_000
				w.Journal = openJournal(t, t.TempDir(), journal.Record, func(_ seglog.Op, size int) (int, error) {
					if armed && left == 0 {
						struck = true
						return 0, broken
					}
					if armed {
						left--
					}
					return size, nil
				})
				w.Clock = tape.NewClock(w.Journal, clock.NewSimulated(time.UnixMilli(1000)), false)
				w.Clock.Now()
				check(t, c.before(w))
				armed = true
				err := c.act(w)
				if struck != (err != nil) || struck && !strings.Contains(err.Error(), broken.Error()) {
					t.Errorf("the disk fails at operation %d, %v: %v", n, struck, err)
				}
				if !struck || n > 200 {
					if n < 2 || n > 200 {
						t.Errorf("%d operations of the disk", n)
					}
					return
				}
			}
		})
	}
}

// What does not decode is no transaction, and nothing is followed on it.
func TestAnOrderOfBytesThatAreNoTransactionIsNone(t *testing.T) {
	if f, err := newFlight(Order{ID: "a"}, []signedTx{{Raw: []byte{1}}}, 7); err == nil || f != nil || !strings.Contains(err.Error(), "order a") {
		t.Errorf("%+v, %v", f, err)
	}
}

// What has its receipt is not handed over again while the rest of its order is waited for.
func TestOnlyWhatIsMissingIsHandedOverAgain(t *testing.T) {
	w := newWatch(t)
	w.Poll = 1_000
	w.p.onSend = func() {
		if len(w.p.sent) == 1 { // the second comes: the first is in a block
			w.p.includes(100, w.p.sent[0].Hash())
		}
	}
	w.offered("looked for 60 times", w.orders("a"), 1, 1+11)
}
