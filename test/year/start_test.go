//go:build linux

package year

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

const (
	// startIn has the test binary start the life in that folder, which was to be so many days
	// old, and end when it is ready.
	startIn   = "BARDO_YEAR_START_IN"
	startDays = "BARDO_YEAR_START_DAYS"
	// yearly is the seed of the life of a year.
	yearly = 2026
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(startIn); dir != "" {
		os.Exit(starts(dir))
	}
	code := m.Run()
	_ = os.RemoveAll(year.dir) // "" where none was lived
	os.Exit(code)
}

// starts is a process of a life in a folder until it is ready.
func starts(dir string) int {
	days, err := strconv.Atoi(os.Getenv(startDays))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	l, err := newLife(yearly, dir, days)
	if err == nil {
		l.born = endsReady
		err = l.run(context.Background(), 1, errAsked)
	}
	fmt.Fprintf(os.Stderr, "it was not ready: %v\n%s", err, l.log.text())
	return 1
}

// endsReady ends the process when its Golem is ready to tick, as if it were killed then.
func endsReady(g *agent.Agent) {
	heard := g.Events().Subscribe(wire.Of(wire.Lifecycle))
	go func() {
		for {
			e, err := heard.Next(context.Background())
			if err != nil {
				return
			}
			if said, ok := e.Payload.(wire.LifecycleReady); ok && said.Resumed {
				status, err := os.ReadFile("/proc/self/status")
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(2)
				}
				fmt.Printf("%s\n", peak.Find(status))
				os.Exit(0)
			}
		}
	}()
}

// peak is what the kernel says of the most memory that a process had resident.
var peak = regexp.MustCompile(`VmHWM:\s+\d+ kB`)

// old is a life of many days in a folder.
type old struct {
	dir    string
	days   int
	orders int // swaps that were carried out
}

// year is a life that was lived for the measurements; with -short it is a month.
var year old

// lived lives it, once.
var lived = sync.OnceValue(func() (err error) {
	year.days = 365
	if testing.Short() {
		year.days = 30
	}
	if year.dir, err = os.MkdirTemp("", "bardo-year-"); err != nil {
		return err
	}
	l, err := newLife(yearly, year.dir, year.days)
	if err == nil {
		err = l.grows(context.Background(), year.days)
	}
	if err == nil {
		year.orders = l.orders()
	}
	return err
})

// start starts a process of the life, and measures how long it takes until it is ready, and the
// most memory that it had resident by then, in bytes.
func (o old) start(b *testing.B) (took time.Duration, resident int64) {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), self)
	cmd.Env = append(os.Environ(), startIn+"="+o.dir, fmt.Sprintf("%s=%d", startDays, o.days))
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	watch := clock.Start()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	took = watch.Elapsed()
	err = cmd.Wait()
	if _, bad := fmt.Sscanf(line, "VmHWM: %d kB", &resident); err != nil || bad != nil {
		b.Fatalf("%v: %q\n%s", err, line, said.String())
	}
	return took, resident << 10
}

// BenchmarkStartAfterAYear starts a Golem with a journal of a year, half a day after its last
// checkpoint, and stops the time until it is ready.
func BenchmarkStartAfterAYear(b *testing.B) {
	if err := lived(); err != nil {
		b.Fatal(err)
	}
	o := year
	if least := 500 * o.days / 365; o.orders < least {
		b.Fatalf("only %d orders in %d days, want %d", o.orders, o.days, least)
	}
	var took []time.Duration
	most := int64(0)
	for b.Loop() {
		t, resident := o.start(b)
		took, most = append(took, t), max(most, resident)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "ready-ms")
	b.ReportMetric(float64(most)/1e6, "resident-MB")
	b.ReportMetric(float64(o.days), "days")
	b.ReportMetric(float64(o.orders), "orders")
}
