package live

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// minutes of the history that is lived in real time.
const minutes = 240

// keeper lives one life in real time, in pieces: the machine's clock is simulated.
type keeper struct {
	t       *testing.T
	options Options
	clock   *clock.Simulated
	at      time.Time // of the life
}

func newKeeper(t *testing.T, text string) *keeper {
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Minutes = m.Minutes[:minutes]
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	if err := errors.Join(os.Mkdir(data, 0o700), history.Export(data, m)); err != nil {
		t.Fatal(err)
	}
	o := &keeper{t: t, clock: clock.NewSimulated(time.UnixMilli(0))}
	o.options = Options{
		History: data, Seed: 7, Strategy: filepath.Join(dir, "STRATEGY.md"), Out: filepath.Join(dir, "life"), Realtime: true,
		Fund: 10_000 * money.One, Credit: 10 * money.One, Config: settings, Artifacts: set, Log: slog.New(slog.DiscardHandler), pace: o.clock,
	}
	o.write(text)
	return o
}

func (o *keeper) write(text string) {
	if err := os.WriteFile(o.options.Strategy, []byte(text), 0o600); err != nil {
		o.t.Fatal(err)
	}
}

// until lets the life go on until a tick, or its end, and returns what the clock of
// the machine and that of the life say has passed.
func (o *keeper) until(tick uint64) (machine, life time.Duration) {
	o.t.Helper()
	ctx, interrupt := context.WithCancel(o.t.Context())
	defer interrupt()
	began, from := o.clock.Now(), o.at
	o.options.Progress = func(p Progress) {
		if o.at = p.At; p.Ticks == tick {
			interrupt()
		}
	}
	if _, err := Run(ctx, o.options); err != nil && !errors.Is(err, context.Canceled) {
		o.t.Fatal(err)
	}
	return o.clock.Now().Sub(began), o.at.Sub(from)
}

const paced = "+++\nobjective = \"x\"\n[heartbeat]\ntick_interval = \"%\"\n+++\n```rule entry in\nwhen %% usdc do buy 1% of cash\n```\n"

func pacedBy(interval, condition string) string {
	return strings.NewReplacer("%%", condition, "\"%\"", `"`+interval+`"`).Replace(paced)
}

// spec: heartbeat §16: STRATEGY.md is live, its tick_interval too, and a broken one
// keeps what is in force; DESIGN §4 People: the same command resumes the life.
func TestALifeInRealTimeIsResumedWhereItStood(t *testing.T) {
	o := newKeeper(t, pacedBy("120s", "price > 0"))
	machine, life := o.until(40)
	if machine < 30*time.Minute || life < machine {
		t.Fatalf("40 ticks took %v of %v", machine, life)
	}
	o.write("this is no strategy")
	machine, life = o.until(80)
	if life < 30*time.Minute || machine > life || machine < life-2*time.Minute {
		t.Errorf("a resumed life waited %v for %v", machine, life)
	}
	o.write(pacedBy("30s", "price > 1"))
	o.until(1 << 40)
	revisions := map[uint32][]int64{}
	for _, r := range o.records() {
		revisions[r.Strategy.Revision] = append(revisions[r.Strategy.Revision], r.NextTickIn)
	}
	old, now := revisions[1], revisions[2]
	if len(old) < 80 || len(now) < 80 || len(revisions) != 2 {
		t.Fatalf("%d records of the old text, %d of the new, of %d texts", len(old), len(now), len(revisions))
	}
	if r, err := replay.Run(t.Context(), o.options.Out, replay.Options{}); err != nil || r.Boots != 3 || r.Testament != "equal" || r.Equal != r.Ticks {
		t.Errorf("replayed %+v: %v", r, err)
	}
	if slow, fast := mean(old), mean(now); slow < 60_000 || fast > 45_000 {
		t.Errorf("ticks every %v ms under 120s and every %v ms under 30s", slow, fast)
	}
}

func mean(all []int64) (sum int64) {
	for _, ms := range all {
		sum += ms / int64(len(all))
	}
	return sum
}

func (o *keeper) records() (all []turn.Record) {
	o.t.Helper()
	store, err := records.Open(filepath.Join(o.options.Out, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		o.t.Fatal(err)
	}
	defer store.Close()
	for e, err := range store.All() {
		if err != nil {
			o.t.Fatal(err)
		}
		if e.Record != nil {
			all = append(all, *e.Record)
		}
	}
	return all
}

// A life that does not follow its file is another one under another text.
func TestAnotherStrategyIsAnotherLife(t *testing.T) {
	o := newKeeper(t, pacedBy("120s", "price > 0"))
	o.options.Realtime, o.options.pace = false, nil
	o.until(10)
	o.write(pacedBy("30s", "price > 1"))
	if _, err := Run(t.Context(), o.options); !errors.Is(err, ErrAnother) {
		t.Errorf("%v, want that the folder holds another life", err)
	}
}
