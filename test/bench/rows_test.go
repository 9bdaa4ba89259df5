package main

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// required is what the table must have: DESIGN §10, in the part that exists, and what else is measured.
var required = []string{
	"five days of life on real contracts",
	"suppressed theta tick, p50", "suppressed theta tick, p99", "suppressed theta tick, allocations",
	"suppressed theta tick, 16 markets against one",
	"CorticalState read", "Event Fabric publish, 8 subscribers", "Event Fabric publish, allocations",
	"GC pause while living, p99",
	"devnet against anvil: first RPC answer, time", "devnet against anvil: transfers, one per block",
	"devnet against anvil: swaps, one per block", "devnet against anvil: batched transfers",
	"devnet against anvil: logs of 10,000 blocks, processor time", "the same of one block in a hundred, by a topic",
	"devnet against anvil: memory at 10,000 blocks",
	"devnet in process: swaps, one per block",
	"fork simulation of a v3 swap, warm, p50", "fork simulation of a v3 swap, warm, allocations", "fork simulation of a v3 swap, cold, 40 ms link",
	"forked devnet against anvil: first call, 40 ms link, time", "forked devnet against anvil: warm call, time",
	"reading 16 markets, 12 assets, 20 positions, in process", "the same over a 40 ms link", "each market after the first, in process",
	"binary", "start-up", "start after a year, until ready", "start after a year, resident", "restart of a life with its world, from a checkpoint", "resident memory, agent alone", "resident memory, agent and devnet",
	"a life of one day in a sweep, processor time", "peak memory of 30 generated days against 2",
	"journal, a day of life", "records and their index, a day of life",
}

func TestTheTableHasEveryRow(t *testing.T) {
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
		if r.measure == nil {
			t.Errorf("%s is not measured", r.name)
		}
		if r.bounded() && r.more == (r.aim < r.floor) && r.aim != r.floor {
			t.Errorf("%s: the aim %v is easier than the floor %v", r.name, r.aim, r.floor)
		}
	}
	if !slices.Equal(names, required) {
		t.Errorf("the table has  %q\nit must have  %q", names, required)
	}
}

// A benchmark that was renamed would leave a row without a figure.
func TestEveryBenchmarkOfTheTableExists(t *testing.T) {
	for _, b := range benchmarks {
		if !slices.Contains(declared(t, b.pkg), b.name) {
			t.Errorf("%s has no %s", b.pkg, b.name)
		}
	}
}

// declared returns the functions of a package's test files.
func declared(t *testing.T, pkg string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

func TestARowWithoutAFigureIsCountedAndSaysWhy(t *testing.T) {
	results := measure(t.Context(), &lab{}, []row{
		{name: "fast", unit: "µs", floor: 10, aim: 5, measure: fixed(4, nil)},
		{name: "fair", unit: "/s", floor: 10, aim: 50, more: true, measure: fixed(20, nil)},
		{name: "slow", unit: "µs", floor: 10, aim: 5, measure: fixed(11, nil)},
		{name: "free", unit: "", measure: fixed(0, nil)},
		{name: "gone", unit: "µs", floor: 10, aim: 5, measure: fixed(0, errors.New("no such binary"))},
	})
	if n := missing(results); n != 1 {
		t.Errorf("%d rows are missing, want 1", n)
	}
	var got []string
	for line := range strings.Lines(table(results)) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"figure floor aim measured note",
		"fast 10.0 µs 5.00 µs 4.00 µs aim", "fair 10.0 /s 50.0 /s 20.0 /s floor", "slow 10.0 µs 5.00 µs 11.0 µs missed",
		"free 0 0 0 aim", "gone 10.0 µs 5.00 µs not measured no such binary",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func fixed(v float64, err error) func(context.Context, *lab) (figure, error) {
	return func(context.Context, *lab) (figure, error) { return figure{value: v}, err }
}

func TestBenchmarksAreParsed(t *testing.T) {
	all := parse("BenchmarkTick\nBenchmarkTick-2   \t  1234\t  987.5 ns/op\t   12.50 p99-ns\t  16 B/op\t 3 allocs/op\nok  \tx\t1.2s\n")
	tick := all["BenchmarkTick"]
	if len(all) != 1 || tick["ns/op"] != 987.5 || tick["p99-ns"] != 12.5 || tick["allocs/op"] != 3 {
		t.Errorf("%v", all)
	}
}

func TestPausesAreReadFromTheCollectorsTrace(t *testing.T) {
	trace := "gc 1 @0.013s 2%: 0.018+1.3+0.076 ms clock, 0.036+0.2/1.1/0+0.15 ms cpu, 4->5->2 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n" +
		"living 12 %\ngc 2 @0.1s 2%: 0.5+1e-05+0.001 ms clock, 0 ms cpu\n"
	if got := pauses([]byte(trace)); !slices.Equal(got, []float64{1, 18, 76, 500}) {
		t.Errorf("%v", got)
	}
	if got := lastWords([]byte(trace)); got != "living 12 %" {
		t.Errorf("%q", got)
	}
}

func TestASkippedBenchmarkSaysWhy(t *testing.T) {
	out := "BenchmarkWarmSwap\n    market.go:29: nothing\n    market_test.go:29: artifacts are missing: run make setup\n--- SKIP: BenchmarkWarmSwap\n"
	if got := skipReason([]byte(out)); got != "artifacts are missing: run make setup" {
		t.Errorf("%q", got)
	}
}
