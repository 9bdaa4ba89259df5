// Command suites runs the test suites of others, unmodified, on the devnet and on anvil under equal
// settings, and prints both counts and every test that passes on anvil and fails here. It ends
// with 1 where one of these is not in known.toml with its reason, and with 2 where a suite cannot
// be had or run.
//
//	go run ./test/suites [-only NAME,…] [-git FOLDER] [-work FOLDER]
//
// It runs in the root of the checkout, after make setup and make build. The suites come from
// GitHub, or from a folder of git repositories (-git, BARDO_SUITES_GIT) named Owner+name/repo;
// their dependencies come from npm. Nothing of a suite is changed: a configuration around its own
// names the node, the compilers on disk and a report as JSON. viem's tests of its test actions
// fork Ethereum: below both nodes is an empty chain with its number and the block that they name.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx)
	stop()
	os.Exit(code)
}

// options are what the command line says.
type options struct {
	only       []string
	git, work  string
	bardo      string
	anvil      string
	oneAtATime bool
}

func parse() options {
	var o options
	only := flag.String("only", "", "names of suites, with commas between them (default all)")
	flag.StringVar(&o.git, "git", os.Getenv("BARDO_SUITES_GIT"), "folder of git repositories, Owner+name/repo each (default GitHub)")
	flag.StringVar(&o.work, "work", filepath.Join("tmp", "suites"), "where suites are built; what is built is not built again")
	flag.StringVar(&o.bardo, "bardo", filepath.Join("bin", "bardo"), "the devnet's program")
	flag.StringVar(&o.anvil, "anvil", oracle("anvil"), "anvil's program")
	flag.BoolVar(&o.oneAtATime, "one-at-a-time", false, "run on one node after the other, not on both at once")
	flag.Parse()
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	return o
}

func run(ctx context.Context) int {
	o := parse()
	w, err := newWorkshop(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suites:", err)
		return 2
	}
	var total tally
	code := 0
	for _, s := range suites {
		if len(o.only) > 0 && !slices.Contains(o.only, s.name) {
			continue
		}
		t, err := w.compare(ctx, s)
		if err != nil {
			fmt.Fprintf(os.Stderr, "suites: %s: %v\n", s.name, err)
			code = 2
			continue
		}
		fmt.Print(t)
		total = total.plus(t)
	}
	fmt.Printf("in all: %s\n", total.counts())
	if unexplained := total.unexplained(); unexplained > 0 {
		fmt.Printf("%d tests pass on anvil and fail here without a reason in test/suites/known.toml\n", unexplained)
		code = max(code, 1)
	}
	return code
}
