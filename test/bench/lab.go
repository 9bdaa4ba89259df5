package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// lab is one run: what was measured once and is read by several rows.
type lab struct {
	quick   bool
	dir     string             // for lives, removed at the end
	benches map[string]figures // by package
	life    *lived
}

// figures are a package's benchmarks: name, then unit.
type figures map[string]map[string]float64

// benchmark names one that lies beside its subject, so that a figure has one definition.
type benchmark struct{ pkg, name string }

// benchmarks is every benchmark the table reads.
var benchmarks = []benchmark{
	{"golem/mind/heartbeat", "BenchmarkSuppressedTick"},
	{"golem/mind/heartbeat", "BenchmarkSuppressedTickOfMarkets"},
	{"golem/core/cortex", "BenchmarkRead"},
	{"golem/core/fabric", "BenchmarkEmitToReaders"},
	{"test/oracle", "BenchmarkFirstAnswer"},
	{"test/oracle", "BenchmarkTransfer"},
	{"test/oracle", "BenchmarkSwap"},
	{"test/oracle", "BenchmarkBatchedTransfers"},
	{"test/oracle", "BenchmarkLogs"},
	{"test/oracle", "BenchmarkForkColdCall"},
	{"test/oracle", "BenchmarkForkWarmCall"},
	{"mirage/deploy", "BenchmarkMarketSwap"},
	{"evm/sim", "BenchmarkWarmSwap"},
	{"golem/world/chain", "BenchmarkWideReading"},
	{"test/bench", "BenchmarkColdSwapOverASlowLink"},
	{"test/year", "BenchmarkStartAfterAYear"},
	{"life/live", "BenchmarkRestartFromACheckpoint"},
}

// bench reads one unit of a benchmark, times scale.
func bench(pkg, name, unit string, scale float64) func(context.Context, *lab) (figure, error) {
	return func(ctx context.Context, l *lab) (figure, error) {
		all, err := l.run(ctx, pkg)
		if err != nil {
			return figure{}, err
		}
		value, ok := all[name][unit]
		if !ok {
			return figure{}, fmt.Errorf("%s of %s has no %s", name, pkg, unit)
		}
		return figure{value: value * scale}, nil
	}
}

// year reads what the start of an old Golem takes, and says how old it is.
func year(unit string) func(context.Context, *lab) (figure, error) {
	return func(ctx context.Context, l *lab) (figure, error) {
		const pkg, name = "test/year", "BenchmarkStartAfterAYear"
		f, err := bench(pkg, name, unit, 1)(ctx, l)
		if err == nil {
			all := l.benches[pkg][name]
			f.note = fmt.Sprintf("a journal of %g days of 144 ticks, with %g orders, half a day behind its last checkpoint", all["days"], all["orders"])
		}
		return f, err
	}
}

// restart reads what it takes until a life beside its world goes on.
func restart(ctx context.Context, l *lab) (figure, error) {
	const pkg, name = "life/live", "BenchmarkRestartFromACheckpoint"
	f, err := bench(pkg, name, "restart-ms", 1)(ctx, l)
	if err == nil {
		all := l.benches[pkg][name]
		f.note = fmt.Sprintf("of a generated market, on day %g, at its tick %g, until the next", all["days"]+1, all["ticks"])
	}
	return f, err
}

// peer reads how the devnet compares with anvil, which did the same beside it, and notes
// both figures. They took turns, so that whatever else the machine did fell on both.
func peer(name, unit string) func(context.Context, *lab) (figure, error) {
	return func(ctx context.Context, l *lab) (figure, error) {
		all, err := l.run(ctx, "test/oracle")
		if err != nil {
			return figure{}, err
		}
		ratio, ok := all[name]["ratio"]
		if !ok {
			return figure{}, fmt.Errorf("%s of test/oracle has no ratio", name)
		}
		note := fmt.Sprintf("devnet %.4g, anvil %.4g %s, medians, in turns", all[name]["devnet"+unit], all[name]["anvil"+unit], unit)
		return figure{value: ratio, note: note}, nil
	}
}

// forked is peer for a fork's first call, with the round trips it took.
func forked(ctx context.Context, l *lab) (figure, error) {
	const name = "BenchmarkForkColdCall"
	f, err := peer(name, "ms")(ctx, l)
	if err != nil {
		return f, err
	}
	all := l.benches["test/oracle"][name]
	f.note += fmt.Sprintf("; %.4g and %.4g round trips", all["devnettrips"], all["anviltrips"])
	return f, nil
}

// run runs a package's benchmarks, once for all rows.
func (l *lab) run(ctx context.Context, pkg string) (figures, error) {
	if all, done := l.benches[pkg]; done {
		return all, nil
	}
	var names []string
	for _, b := range benchmarks {
		if b.pkg == pkg {
			names = append(names, b.name)
		}
	}
	args := []string{"test", "-run", "^$", "-bench", "^(" + strings.Join(names, "|") + ")$", "-benchmem", "-v", "-benchtime"}
	if l.quick {
		args = append(args, "5x", "-short")
	} else {
		args = append(args, "1s")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+pkg)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("benchmarks of %s: %w: %s", pkg, err, lastLine(out))
	}
	all := parse(string(out))
	for _, name := range names {
		if all[name] == nil {
			return nil, fmt.Errorf("%s of %s did not run: %s", name, pkg, skipReason(out))
		}
	}
	l.benches[pkg] = all
	return all, nil
}

// parse reads the lines that go test -bench prints.
func parse(out string) figures {
	all := figures{}
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		if _, err := strconv.Atoi(fields[1]); err != nil {
			continue
		}
		name := fields[0]
		if i := strings.LastIndexByte(name, '-'); i > 0 { // the number of cores
			name = name[:i]
		}
		units := map[string]float64{}
		for pair := range slices.Chunk(fields[2:], 2) {
			if value, err := strconv.ParseFloat(pair[0], 64); err == nil && len(pair) == 2 {
				units[pair[1]] = value
			}
		}
		all[name] = units
	}
	return all
}

// skipReason returns what a benchmark that did not run has said.
func skipReason(out []byte) string {
	for line := range bytes.Lines(out) {
		if before, after, ok := strings.Cut(string(line), ": "); ok && strings.HasSuffix(path.Base(before), digits(before)) && strings.Contains(before, "_test.go:") {
			return strings.TrimSpace(after)
		}
	}
	return "no reason given"
}

// digits returns the number that s ends with.
func digits(s string) string {
	return s[len(strings.TrimRight(s, "0123456789")):]
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, line := range lines {
		if strings.Contains(line, ".go:") {
			return strings.TrimSpace(line)
		}
	}
	return lines[len(lines)-1]
}

// result is a measured row, or why it is not.
type result struct {
	row
	figure
	err error
}

// measure measures every row.
func measure(ctx context.Context, l *lab, rows []row) []result {
	results := make([]result, len(rows))
	for i, r := range rows {
		results[i] = result{row: r}
		if ctx.Err() != nil {
			results[i].err = errors.New("interrupted")
			continue
		}
		results[i].figure, results[i].err = r.measure(ctx, l)
	}
	return results
}

func missing(results []result) (n int) {
	for _, r := range results {
		if r.err != nil {
			n++
		}
	}
	return n
}
