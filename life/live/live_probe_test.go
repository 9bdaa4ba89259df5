package live

import (
	"log/slog"
	"os"
	"testing"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/artifact"
)

func TestProbe(t *testing.T) {
	set, err := artifact.Find()
	if err != nil {
		t.Fatal(err)
	}
	out := os.Getenv("PROBE_OUT")
	if out == "" {
		out = t.TempDir()
	}
	o := Options{World: os.Getenv("PROBE_WORLD"), Days: 1, History: os.Getenv("PROBE_HISTORY"), Strategy: os.Getenv("PROBE_STRATEGY"), Seed: 7, Out: out, Fund: 10000 * money.One, Credit: 50 * money.One,
		Artifacts: set, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	n := 0
	o.Progress = func(p Progress) {
		n++
		if n%2000 == 0 || p.State != "living" {
			t.Logf("%s %.3f ticks %d trades %d equity %.2f %s", p.At, p.Done, p.Ticks, p.Trades, p.Equity, p.State)
		}
	}
	w := clock.Start()
	r, err := Run(t.Context(), o)
	t.Logf("%v: %s signatures %d stats %+v err %v", w.Elapsed(), r.Cause, r.Signatures, r.Stats, err)
	if err != nil {
		t.Fatal(err)
	}
}
