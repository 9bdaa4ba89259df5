package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"

	"bardo.run/bardo/internal/clock"
)

// sample is how many one-day lives a sweep lives here for each processor, of the thousand that are meant.
const sample = 10

// lives measures what a life of one day takes in a sweep, as bardo sweep is started, with its birth, journal,
// records and outcome: of the processors, for how long it takes depends on what else they do.
func lives(ctx context.Context, l *lab) (figure, error) {
	days := sample * runtime.NumCPU()
	if l.quick {
		days = 2
	}
	cmd := exec.CommandContext(ctx, program, "sweep", "--strategy", filepath.Join("strategies", "eth-mean-reversion.md"), "--worlds", "chop",
		"--days", "1", "--seeds", fmt.Sprintf("1000-%d", 999+days), "--dir", filepath.Join(l.dir, "swept"))
	watch := clock.Start()
	if out, err := cmd.CombinedOutput(); err != nil {
		return figure{}, fmt.Errorf("%s sweep: %w: %s", program, err, lastWords(out))
	}
	seconds, spent := watch.Elapsed().Seconds(), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	return figure{spent.Seconds() / float64(days), fmt.Sprintf("of a sample of %d, which took %.0f s: %.0f an hour; 2.4 s are a thousand in twenty minutes on two free cores",
		days, seconds, float64(days)/seconds*3600)}, nil
}

// growth measures what a long life takes of memory, against a short one in the same world.
func growth(ctx context.Context, l *lab) (figure, error) {
	short, long := 2, 30
	if l.quick {
		short, long = 1, 2
	}
	peaks := make([]float64, 2)
	for i, days := range []int{short, long} {
		var err error
		if _, peaks[i], err = l.watched(ctx, program, "live", "--world", "trend", "--days", strconv.Itoa(days), "--seed", "7",
			"--strategy", filepath.Join("strategies", "eth-mean-reversion.md"), "--out", filepath.Join(l.dir, fmt.Sprintf("days-%d", days))); err != nil {
			return figure{}, err
		}
	}
	return figure{peaks[1] / peaks[0], fmt.Sprintf("%.0f MB and %.0f MB", peaks[1], peaks[0])}, nil
}
