package agent

import (
	"log/slog"
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/clock"
)

// A steer that is heard in time is obeyed until its time is over, and no later than that where
// its tick comes late.
func TestASteerIsNotObeyedBehindItsTime(t *testing.T) {
	const heard, expires = 10, 20
	for now, want := range map[int64]int{heard: 1, expires: 1, expires + 1: 0} {
		dir := t.TempDir()
		j, err := journal.Open(t.TempDir(), journal.Options{Mode: journal.Record, Boot: 1, Clock: clock.System{}})
		if err != nil {
			t.Fatal(err)
		}
		if err := owner.Post(dir, owner.Letter{ID: "word", Word: owner.Steer{Text: "close all"}, Expires: expires}); err != nil {
			t.Fatal(err)
		}
		state, _ := turn.NewState(turn.Identity{})
		at := func() int64 { return heard }
		w := &words{state: state, inbox: owner.NewInbox(owner.Ports{
			Journal: j, Letters: []owner.Source{owner.NewFolder(dir, slog.New(slog.DiscardHandler))}, Now: at, Clock: at, Tick: func() uint64 { return 0 },
		})}
		w.listen()
		steers, err := w.Poll(t.Context(), now)
		if err != nil || len(steers) != 1 {
			t.Fatalf("heard %+v (%v)", steers, err)
		}
		var q steer.Queue
		if err := q.Offer(steers[0]); err != nil {
			t.Fatal(err)
		}
		if q.Expire(now); q.Waiting() != want {
			t.Errorf("a tick at %d: %d steers are obeyed, want %d", now, q.Waiting(), want)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
