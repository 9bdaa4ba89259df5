package outcome_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// lived is the folder of a busy life of so many minutes.
func lived(t *testing.T, minutes int) string {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	settings.Oracle.Enabled, settings.Safety.MaxTrades = false, 50
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Minutes = m.Minutes[:minutes]
	data := t.TempDir()
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "life")
	if _, err := live.Run(t.Context(), live.Options{
		History: data, Seed: 7, Strategy: filepath.Join("..", "..", "..", "test", "determinism", "testdata", "orchestra.md"), Out: dir,
		Fund: 10_000 * money.One, Credit: 200 * money.One, Config: settings, Artifacts: set, Log: slog.New(slog.DiscardHandler),
	}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// An outcome is what the report of the life says, in whole hours; it is read back as it was
// written, and a flipped bit of the journal makes another sum.
func TestAnOutcomeIsWhatTheLifeCameTo(t *testing.T) {
	dir := lived(t, 130)
	l, err := outcome.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	o, err := l.Outcome(outcome.Hour)
	if err != nil {
		t.Fatal(err)
	}
	told, err := biography.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if l.Hours() != 2 || len(o.Hours) != 2 || len(o.Holding) != 2 || !o.Span.Over() || o.Span.Early() || o.Span.From%60_000 != 0 || o.Span.Until-o.Span.From < 129*60_000 {
		t.Errorf("%+v, %d hours", o.Span, len(o.Hours))
	}
	if o.Place.Kind != "history" || o.Place.Seed != 7 || o.Place.Market == "" || o.Did.Trades == 0 || o.Did.Trades != len(told.Acts.Trades) || o.Did.Orders <= o.Did.Trades || o.Did.Trips != len(told.Results.Trips.Closed) {
		t.Errorf("%+v %+v", o.Place, o.Did)
	}
	for what, pair := range map[string][2]*float64{
		"time-weighted":  {o.Figures.Life.TimeWeighted.Value, told.Results.Performance.Life.TimeWeighted},
		"money-weighted": {o.Figures.Life.MoneyWeighted.Value, told.Results.Performance.Life.MoneyWeighted},
		"holding":        {o.Figures.Holding.TimeWeighted.Value, told.Results.Performance.Holding.TimeWeighted},
	} {
		if pair[0] == nil || pair[1] == nil || math.Abs(*pair[0]-*pair[1]) > 1e-6 {
			t.Errorf("%s: %v, and the report says %v", what, pair[0], pair[1])
		}
	}
	if x, ok := o.Figures.Life.Did.Exposure.Get(); !ok || x <= 0 || x >= 1 {
		t.Errorf("exposure %v", x)
	}
	if x, ok := o.Figures.Life.Did.Turnover.Get(); !ok || x <= 0 {
		t.Errorf("turnover %v", x)
	}
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var again outcome.Outcome
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(o, again) {
		t.Errorf("read back it is another (%v)", err)
	}
	if r, err := replay.Run(t.Context(), dir, replay.Options{}); err != nil || r.Digest != o.Records {
		t.Errorf("the records have the digest %s, and a replay computes %s (%v)", o.Records, r.Digest, err)
	}
	flipped(t, dir)
}

func flipped(t *testing.T, dir string) {
	t.Helper()
	sum, err := outcome.Sum(dir)
	if again, err2 := outcome.Sum(dir); err != nil || err2 != nil || again != sum {
		t.Errorf("%s, %v, %v", again, err, err2)
	}
	path := filepath.Join(dir, home.JournalDir, "000001.seg")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := outcome.Sum(dir); !errors.Is(err, journal.ErrDamaged) {
		t.Errorf("a flipped bit: %v", err)
	}
	if _, err := outcome.Open(t.TempDir()); err == nil {
		t.Error("an empty folder is a life")
	}
}

// Whatever the hours returned, the days that they make have returned the same together.
func TestDaysReturnWhatTheirHoursDid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hours := rapid.SliceOfN(rapid.Float64Range(-0.1, 0.1), 0, 120).Draw(t, "hours")
		days := outcome.Outcome{Hours: hours}.Periods(outcome.Day)
		if len(days) != len(hours)/24 {
			t.Fatalf("%d days of %d hours", len(days), len(hours))
		}
		grown, by := 1.0, 1.0
		for i := range len(days) * 24 {
			grown *= 1 + hours[i]
		}
		for _, r := range days {
			by *= 1 + r
		}
		if math.Abs(grown-by) > 1e-9*grown {
			t.Fatalf("%v by hours, %v by days", grown, by)
		}
	})
}
