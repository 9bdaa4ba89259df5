package live

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/shutdown"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/mirage/artifact"
)

// heard keeps the phases of a shutdown that was logged.
type heard struct {
	slog.Handler
	phases []string
}

func (h *heard) Enabled(context.Context, slog.Level) bool { return true }

func (h *heard) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "shutdown" && a.Key == "phase" {
			h.phases = append(h.phases, a.Value.String())
		}
		return true
	})
	return nil
}

// spec: runtime §12: a life that is interrupted passes the ten phases in order,
// and its manifest names the last entry of its sealed journal.
func TestAnInterruptedLifeIsShutDownInOrder(t *testing.T) {
	log, o := &heard{Handler: slog.DiscardHandler}, chop(t)
	o.Log = slog.New(log)
	interrupted(t, o, 40)
	var want []string
	for _, p := range shutdown.Phases() {
		want = append(want, p.Name)
	}
	if !slices.Equal(log.phases, want) {
		t.Errorf("phases %q, want %q", log.phases, want)
	}
	standing(t, o.Out)
}

// still is a clock that stands: no phase of a stop is late by it, however busy the machine is.
type still struct{}

func (still) Now() time.Time { return time.Unix(0, 0) }

func (still) WaitUntil(ctx context.Context, _ time.Time) error {
	<-ctx.Done()
	return ctx.Err()
}

// chop is a day in a generated market.
func chop(t testing.TB) Options {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		World: "chop", Days: 1, Seed: 7, Strategy: filepath.Join("..", "..", "strategies", "eth-mean-reversion.md"), Out: filepath.Join(t.TempDir(), "life"),
		Fund: 10_000 * money.One, Credit: 10 * money.One, Config: settings, Artifacts: set, Log: slog.New(slog.DiscardHandler),
	}
}

// interrupted lives until a tick.
func interrupted(t *testing.T, o Options, tick uint64) {
	t.Helper()
	stopped(t, o, func(p Progress) bool { return p.Ticks == tick })
}

// stopped lives until a tick of which it is said that the life is stopped there.
func stopped(t testing.TB, o Options, there func(Progress) bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o.stops = still{}
	o.Progress = func(p Progress) {
		if ctx.Err() == nil && there(p) {
			stop()
		}
	}
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) || err.Error() != context.Canceled.Error() {
		t.Fatalf("the life ended with %v, want that it was stopped", err)
	}
}

// standing holds the manifest against the journal it names.
func standing(t *testing.T, out string) {
	t.Helper()
	h, err := home.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	m, _, err := h.LoadManifest()
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(h.Path(home.JournalDir), journal.Options{Mode: journal.Replay, Policy: journal.History})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	seq, hash := j.Head()
	if !m.Clean || m.State != "active" || m.NextTick < 40 || m.JournalSeq != seq || m.JournalHash != hash {
		t.Errorf("the manifest says %+v; the journal has %d entries, hash %x", m, seq, hash)
	}
}
