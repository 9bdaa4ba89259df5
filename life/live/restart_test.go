package live

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
)

// BenchmarkRestartFromACheckpoint starts a life again that was stopped in the middle of its sixth day, with the
// world beside it, and stops the time until its first tick; with -short the life is of its second day.
func BenchmarkRestartFromACheckpoint(b *testing.B) {
	days := 5
	if testing.Short() {
		days = 1
	}
	o := chop(b)
	o.Days, o.Config.Oracle.Enabled = days+1, false
	var begun time.Time
	ticks := uint64(0)
	stopped(b, o, func(p Progress) bool {
		if begun.IsZero() {
			begun = p.At
		}
		ticks = p.Ticks
		return p.At.Sub(begun) > time.Duration(days)*24*time.Hour+12*time.Hour
	})
	var took []time.Duration
	for b.Loop() {
		var said bytes.Buffer
		o.Log = slog.New(slog.NewTextHandler(&said, nil))
		watch := clock.Start()
		stopped(b, o, func(Progress) bool {
			took = append(took, watch.Elapsed())
			return true
		})
		if !strings.Contains(said.String(), "goes on from a checkpoint") {
			b.Fatalf("it was computed from its first entry\n%s", said.String())
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "restart-ms")
	b.ReportMetric(float64(days), "days")
	b.ReportMetric(float64(ticks), "ticks")
}
