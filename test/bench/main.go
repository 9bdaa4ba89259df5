// Command bench prints one table of what DESIGN §10 asks for: each figure with
// its floor, its aim and what was measured here and now. It runs in the root of
// the checkout, after `make build`.
//
// A slow figure never fails it: machines differ. A row without a figure does,
// for what nobody measures rots. With -quick it measures just enough to know
// that every row has a figure; such figures mean nothing.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
)

func main() {
	quick := flag.Bool("quick", false, "only find out whether every row can be measured")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, *quick)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, quick bool) int {
	fmt.Printf("%s/%s, %d cores, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	dir, err := os.MkdirTemp("", "bardo-bench-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	defer os.RemoveAll(dir)
	results := measure(ctx, &lab{quick: quick, dir: dir, benches: map[string]figures{}}, rows)
	shown := results
	if quick { // what was measured so hastily is better not seen
		shown = slices.DeleteFunc(slices.Clone(results), func(r result) bool { return r.err == nil })
	}
	if len(shown) > 0 {
		fmt.Print(table(shown))
	}
	n := missing(results)
	fmt.Printf("%d of %d rows measured\n", len(results)-n, len(results))
	return min(n, 1)
}
