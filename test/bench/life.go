package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"

	"bardo.run/bardo/internal/clock"
)

// lived is one life that several rows look at.
type lived struct {
	dir     string
	seconds float64
	days    float64
	pauses  []float64 // stop-the-world pauses in µs, ascending
	peak    float64   // resident, in MB
	note    string
	err     error
}

// recorded is the folder of recorded minutes that the figure of DESIGN §10 means.
const recorded = "uniswap-v3-polygon-usdc-weth-005"

// program is the binary that lives.
var program = filepath.Join("bin", "bardo")

// lived lives five days once and remembers what was seen.
func (l *lab) lived(ctx context.Context) *lived {
	if l.life == nil {
		l.life = &lived{dir: filepath.Join(l.dir, "life")}
		l.life.err = l.live(ctx, l.life)
	}
	return l.life
}

func (l *lab) live(ctx context.Context, life *lived) error {
	args := []string{"live", "--strategy", filepath.Join("strategies", "eth-mean-reversion.md"), "--seed", "7", "--out", life.dir}
	life.days = 5
	switch dir, found := history(); {
	case l.quick:
		life.days = 1
		args, life.note = append(args, "--world", "trend", "--days", "1"), "one generated day"
	case found:
		args = append(args, "--history", dir, "--coin", "MATIC=0.65") // as on Polygon in August 2023
	default:
		args, life.note = append(args, "--world", "trend", "--days", "5"), "generated: no recorded days, set BARDO_HISTORY_DATA"
	}
	watch := clock.Start()
	out, peak, err := l.watched(ctx, program, args...)
	if err != nil {
		return err
	}
	life.seconds, life.peak, life.pauses = watch.Elapsed().Seconds(), peak, pauses(out)
	return nil
}

// history finds the recorded days.
func history() (dir string, found bool) {
	for _, dir := range []string{os.Getenv("BARDO_HISTORY_DATA"), filepath.Join("..", "shared", "data")} {
		if dir == "" {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, recorded)); err == nil && info.IsDir() {
			return filepath.Join(dir, recorded), true
		}
	}
	return "", false
}

// watched runs the program and returns what it said on stderr, with the trace of
// its collector, and its peak resident memory in MB.
func (l *lab) watched(ctx context.Context, program string, args ...string) ([]byte, float64, error) {
	if _, err := os.Stat(program); errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fmt.Errorf("there is no %s: run make build", program)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return nil, 0, fmt.Errorf("%s %s: %w: %s", program, args[0], err, lastWords(stderr.Bytes()))
	}
	peak, err := peakMB(cmd.ProcessState)
	return stderr.Bytes(), peak, err
}

// cycle is a line of the collector's trace: the first and the third duration of
// its clock are the two pauses.
var cycle = regexp.MustCompile(`(?m)^gc \d+ @[^:]*: ([0-9.e+-]+?)\+[0-9.e+-]+?\+([0-9.e+-]+) ms clock,`)

// pauses returns every pause of a trace in µs, ascending.
func pauses(trace []byte) []float64 {
	var all []float64
	for _, m := range cycle.FindAllSubmatch(trace, -1) {
		for _, text := range m[1:] {
			if ms, err := strconv.ParseFloat(string(text), 64); err == nil {
				all = append(all, ms*1000)
			}
		}
	}
	slices.Sort(all)
	return all
}

// lastWords is the last line that is not the collector's.
func lastWords(stderr []byte) string {
	last := "it said nothing"
	for line := range bytes.Lines(stderr) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("gc ")) {
			last = string(line)
		}
	}
	return last
}

func lifeSeconds(ctx context.Context, l *lab) (figure, error) {
	life := l.lived(ctx)
	return figure{life.seconds, life.note}, life.err
}

func gcPause(ctx context.Context, l *lab) (figure, error) {
	life := l.lived(ctx)
	if life.err != nil {
		return figure{}, life.err
	}
	n := len(life.pauses)
	if n == 0 {
		return figure{}, errors.New("the life's trace has no collection")
	}
	return figure{life.pauses[(n-1)*99/100], fmt.Sprintf("%d pauses, with the devnet in the process", n)}, nil
}

func residentLife(ctx context.Context, l *lab) (figure, error) {
	life := l.lived(ctx)
	return figure{life.peak, "peak of that life"}, life.err
}

// residentAgent measures a replay: the same agent, without a devnet beside it.
func residentAgent(ctx context.Context, l *lab) (figure, error) {
	life := l.lived(ctx)
	if life.err != nil {
		return figure{}, life.err
	}
	_, peak, err := l.watched(ctx, filepath.Join("bin", "golem"), "replay", life.dir)
	return figure{peak, "peak of its replay"}, err
}

// binarySize measures the agent's binary.
func binarySize(context.Context, *lab) (figure, error) {
	golem, err := os.Stat(filepath.Join("bin", "golem"))
	if err != nil {
		return figure{}, fmt.Errorf("%w: run make build", err)
	}
	bardo, err := os.Stat(program)
	if err != nil {
		return figure{}, fmt.Errorf("%w: run make build", err)
	}
	return figure{float64(golem.Size()) / 1e6, fmt.Sprintf("golem; bardo, devnet included, has %.1f", float64(bardo.Size())/1e6)}, nil
}

// startUp measures a command that needs no network, median of 21.
func startUp(ctx context.Context, _ *lab) (figure, error) {
	took := make([]float64, 21)
	for i := range took {
		watch := clock.Start()
		if out, err := exec.CommandContext(ctx, program, "worlds").CombinedOutput(); err != nil {
			return figure{}, fmt.Errorf("bardo worlds: %w: %s", err, lastWords(out))
		}
		took[i] = float64(watch.Elapsed().Microseconds()) / 1000
	}
	slices.Sort(took)
	return figure{took[len(took)/2], "bardo worlds, median of 21 on " + runtime.GOOS}, nil
}
