package tape

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/clock"
)

// world is what lies outside: every answer is another one, and each third read
// fails.
type world struct{ asked int }

var errAway = errors.New("the node is away")

func (w *world) next() error {
	if w.asked++; w.asked%3 == 0 {
		return errAway
	}
	return nil
}

func (w *world) Observe(context.Context) (turn.Reading, error) {
	err := w.next()
	r := turn.Reading{Block: turn.Block{Number: uint64(w.asked), Hash: common.Hash{byte(w.asked)}, Time: int64(w.asked)}, NativeUSD: 0.1 * float64(w.asked)}
	r.Assets = []turn.Asset{{Units: *uint256.NewInt(uint64(w.asked))}}
	return r, err
}

func (w *world) Glance(context.Context) (turn.Glance, error) {
	err := w.next()
	return turn.Glance{Price: 1 / float64(w.asked), Tick: int32(-w.asked)}, err
}

func (w *world) Simulate(_ context.Context, a grammar.Action) (turn.Simulation, error) {
	err := w.next()
	return turn.Simulation{Success: true, GasUsed: uint64(w.asked), CallGas: []uint64{1, uint64(w.asked)}, Deltas: []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}}}, err
}

func (w *world) Head(context.Context) (turn.Block, error) {
	err := w.next()
	return turn.Block{Number: uint64(w.asked)}, err
}

func open(t rapid.TB, dir string, mode journal.Mode) *journal.Journal {
	t.Helper()
	j, err := journal.Open(dir, journal.Options{Mode: mode, Policy: journal.History, Clock: clock.NewSimulated(time.UnixMilli(0))})
	check(t, err)
	return j
}

// life drives the wrappers through steps and writes down every answer.
type life struct {
	clock  *Clock
	market Market
	fore   Simulator
}

func (l life) live(ctx context.Context, steps []string) string {
	var heard []string
	for i, step := range steps {
		var got any
		var err error
		switch step {
		case "observe":
			got, err = l.market.Observe(ctx)
		case "glance":
			got, err = l.market.Glance(ctx)
		case "simulate":
			a := grammar.Action{Kind: grammar.Swap, TokenIn: common.Address{1}, TokenOut: common.Address{2}, AmountIn: uint256.NewInt(uint64(i + 1))}
			got, err = l.fore.Simulate(ctx, a)
		case "head":
			got, err = l.fore.Head(ctx)
		case "now":
			got = l.clock.Now()
		case "wait":
			got, err = l.clock.WaitUntil(ctx, l.clock.Last()+1000)
		}
		var failure *journal.Failure
		if err != nil && !errors.As(err, &failure) {
			return fmt.Sprintf("step %d %s: %v", i, step, err)
		}
		heard = append(heard, fmt.Sprintf("%s %+v %v at %d", step, got, failure, l.clock.Last()))
	}
	return strings.Join(heard, "\n")
}

// DESIGN §4 (Determinism): what was heard once is heard again, without a world.
func TestAReplayHearsWhatTheLifeHeard(t *testing.T) {
	home, n := t.TempDir(), 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		dir := filepath.Join(home, fmt.Sprint(n))
		steps := rapid.SliceOfN(rapid.SampledFrom([]string{"observe", "glance", "simulate", "head", "now", "wait"}), 1, 25).Draw(rt, "steps")
		runs := rapid.Bool().Draw(rt, "runs")

		j := open(rt, dir, journal.Record)
		w := &world{}
		lived := life{NewClock(j, clock.NewSimulated(time.UnixMilli(5000)), runs), Market{Journal: j, Eyes: w}, Simulator{j, w}}.live(t.Context(), steps)
		check(rt, j.Close())

		j = open(rt, dir, journal.Replay)
		defer j.Close()
		replayed := life{NewClock(j, nil, runs), Market{Journal: j, Eyes: nil}, Simulator{j, nil}}.live(t.Context(), steps)
		if replayed != lived {
			rt.Fatalf("lived:\n%s\nreplayed:\n%s", lived, replayed)
		}
	})
}

func TestAnotherQuestionIsNotAnswered(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Record)
	fore := Simulator{j, &world{}}
	swap := func(units uint64) grammar.Action {
		return grammar.Action{Kind: grammar.Swap, TokenIn: common.Address{1}, TokenOut: common.Address{2}, AmountIn: uint256.NewInt(units)}
	}
	if _, err := fore.Simulate(t.Context(), swap(1)); err != nil {
		t.Fatal(err)
	}
	check(t, j.Close())
	j = open(t, dir, journal.Replay)
	defer j.Close()
	var diverged *journal.Diverged
	if _, err := (Simulator{Journal: j}).Simulate(t.Context(), swap(2)); !errors.As(err, &diverged) {
		t.Errorf("another action got the answer: %v", err)
	}
}

// ticking moves by itself, as a live clock does.
type ticking struct{ *clock.Simulated }

func (c ticking) Now() time.Time {
	now := c.Simulated.Now()
	_ = c.Simulated.WaitUntil(context.Background(), now.Add(time.Millisecond))
	return now
}

func TestOnHistoryTimeStandsStillBetweenWaits(t *testing.T) {
	for runs, want := range map[bool]string{false: "5000 5000 6000 6000", true: "5000 5001 6000 6001"} {
		j := open(t, t.TempDir(), journal.Record)
		c := NewClock(j, ticking{clock.NewSimulated(time.UnixMilli(5000))}, runs)
		if c.Last() != 0 {
			t.Errorf("before the first reading: %d", c.Last())
		}
		first, second := c.Now(), c.Now()
		woke, err := c.WaitUntil(t.Context(), 6000)
		check(t, err)
		if got := fmt.Sprint(first, second, woke, c.Now()); got != want {
			t.Errorf("runs %v: %s, want %s", runs, got, want)
		}
		if c.Last() == 0 {
			t.Error("the last reading was lost")
		}
		check(t, j.Close())
	}
}

func TestAnInterruptedWaitMovesNothing(t *testing.T) {
	j := open(t, t.TempDir(), journal.Record)
	defer j.Close()
	c := NewClock(j, clock.NewSimulated(time.UnixMilli(5000)), false)
	c.Now()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.WaitUntil(ctx, 6000); !errors.Is(err, journal.ErrInterrupted) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if c.Last() != 5000 || c.Now() != 5000 {
		t.Errorf("the clock went to %d", c.Last())
	}
}

func TestAnUnreadableJournalLeavesTheClockWhereItWas(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, journal.Record)
	NewClock(j, clock.NewSimulated(time.UnixMilli(5000)), true).Now()
	check(t, j.Close())
	j = open(t, dir, journal.Replay)
	defer j.Close()
	c := NewClock(j, nil, true)
	if got := fmt.Sprint(c.Now(), c.Now(), c.Last()); got != "5000 5000 5000" { // the second reading was never made
		t.Errorf("%s", got)
	}
	if _, err := (Market{Journal: j}).Observe(t.Context()); err == nil {
		t.Error("the end of the journal was not reported")
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
