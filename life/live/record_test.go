package live

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// again is a life that is computed again from its journal, with records that the
// test keeps.
type again struct {
	golem *agent.Agent
	keep  func(*turn.Record) error
}

func (a *again) Write(r *turn.Record) error                  { return a.keep(r) }
func (*again) Moved(_, _ lifecycle.State, _ lifecycle.Cause) {}
func (*again) Passed(lifecycle.Phase, error)                 {}
func (*again) Outcome(records.Outcome) error                 { return nil }
func (*again) Bequeath(string, any) error                    { return nil }

// live lives until the journal ends, or an error.
func (a *again) live(t *testing.T, dir string, log *slog.Logger, keep func(*turn.Record) error) error {
	t.Helper()
	dir = filepath.Join(dir, home.JournalDir)
	boot, err := agent.BirthIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(dir, journal.Options{Mode: journal.Replay})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	a.keep = keep
	stores := agent.Stores{Journal: j, Records: a, Ledger: ledger.New(), Estate: a, Log: log}
	if a.golem, err = agent.New(boot, agent.Outside{}, stores); err != nil {
		t.Fatal(err)
	}
	active, err := lifecycle.Provision(a.golem, a).Activate(t.Context())
	for err == nil {
		err = active.Tick(t.Context())
	}
	return err
}

// DESIGN §3: the record is written before anything announces it. spec: runtime
// §9.1 — an event outside a tick has the number of the last completed one.
func TestNothingIsAnnouncedBeforeItsRecordIsKept(t *testing.T) {
	o := chop(t)
	o.Strategy = filepath.Join("..", "..", "test", "script", "testdata", "metronome.md") // it trades
	o.every = -1                                                                         // what is played back has other stores
	interrupted(t, o, 60)
	life, types, last := &again{}, map[string]int{}, uint64(0)
	err := life.live(t, o.Out, slog.New(slog.DiscardHandler), func(r *turn.Record) error {
		events, _ := life.golem.Events().ReplayFrom(0)
		for _, e := range events {
			if e.Tick == r.Tick && r.Tick > 0 && e.Payload.Type() != wire.TypeClockGammaTick {
				t.Errorf("%s of tick %d is out before the record is kept", e.Payload.Type(), e.Tick)
			}
		}
		last = r.Tick
		return nil
	})
	if !errors.Is(err, journal.ErrEnd) {
		t.Fatal(err)
	}
	life.golem.Events().EmitIdle(wire.LifecycleShutdown{Reason: "test"})
	events, _ := life.golem.Events().ReplayFrom(0)
	for _, e := range events {
		types[e.Payload.Type().String()]++
	}
	if types["vitality.update"] < 40 || types["permit.created"]+types["permit.blocked"] == 0 {
		t.Errorf("too little was announced: %v", types)
	}
	if e := events[len(events)-1]; last == 0 || e.Tick != last {
		t.Errorf("an idle event behind tick %d says tick %d", last, e.Tick)
	}
}

// spec: runtime §14.2 — a record that cannot be written does not stop the loop,
// and the error is told.
func TestARecordThatCannotBeWrittenDoesNotStopTheLife(t *testing.T) {
	o := chop(t)
	o.every = -1
	interrupted(t, o, 40)
	for _, c := range []struct {
		fault error
		goes  bool
	}{{records.ErrKept, true}, {records.ErrLost, true}, {records.ErrDiffers, false}, {errors.New("another"), false}} {
		var log strings.Builder
		ticks := 0
		err := (&again{}).live(t, o.Out, slog.New(slog.NewTextHandler(&log, nil)), func(r *turn.Record) error {
			if ticks++; ticks < 5 {
				return nil
			}
			return fmt.Errorf("tick %d: %w", r.Tick, c.fault)
		})
		if goes := errors.Is(err, journal.ErrEnd) && ticks >= 40; goes != c.goes || !goes && !errors.Is(err, c.fault) {
			t.Errorf("%v: the life ended after %d ticks with %v", c.fault, ticks, err)
		}
		if told := strings.Contains(log.String(), "extension=records") && strings.Contains(log.String(), c.fault.Error()); told != c.goes {
			t.Errorf("%v: the log says %q", c.fault, log.String())
		}
	}
}
