// Command mutate finds out whether the tests hold what guards an owner's money: it
// removes or loosens each condition, bound and guarding call in turn, and asks the tests
// that come past it. It runs in the root of the checkout.
//
//	go run ./test/mutate                                  everything, and docs/mutation.md
//	go run ./test/mutate -only golem/safety/cage          one package, and its survivors
//	go run ./test/mutate -only contracts/src/CageOracle.sol
//
// All mutants of a package are one test binary behind a switch (package schema); one of a
// contract is compiled creation code that such a binary reads (package solidity). What is
// known is kept in -dir by what it depends on, so that a second run goes on, and in short
// in known.txt, which is committed: another machine asks only about what changed.
//
// It ends with 1 where too little is noticed, or too much called equivalent.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"bardo.run/bardo/test/mutate/verdict"
)

// guards are the packages that guard; contracts are the sources that do. What else lies
// in contracts/src are interfaces, and fixtures of a devnet: markets, feeds, specimens.
var (
	guards    = []string{"./golem/safety/...", "./golem/mind/descent", "./golem/world/tool", "./golem/world/protocol/...", "./golem/world/chain"}
	contracts = []deployed{
		{[]string{"Cage*.sol", "PolicyCage.sol", "Rolling.sol"}, []string{"./evm/policycage"}, []string{"./test/cage", "./golem/safety/grant"}},
		{[]string{"caveats/*.sol"}, []string{"./golem/safety/caveat"}, []string{"./golem/safety/grant"}},
	}
)

// house is what is mutated here and who is asked about it.
func house() options {
	return options{
		root: ".", dir: "tmp/mutate", procs: 2, patterns: guards,
		above:     []string{"./golem/safety/permit", "./golem/world/tool", "./golem/world/chain", "./golem/agent"},
		hostile:   []string{"./test/adversarial"},
		contracts: contracts,
		long:      5 * time.Minute, most: 10 * time.Second, grace: 10 * time.Second,
		list: "test/mutate/equivalent.txt", known: "test/mutate/known.txt", until: verdict.Hostile,
	}
}

func main() {
	o := house()
	var only, hostile, until string
	flag.StringVar(&only, "only", "", "packages and contracts' sources, separated by spaces; all if empty")
	flag.StringVar(&hostile, "hostile", strings.Join(o.hostile, " "), "packages of the hostile suite")
	flag.StringVar(&until, "until", string(o.until), "the last who is asked: own, above or hostile; none: write down what is known")
	flag.StringVar(&o.dir, "dir", o.dir, "where what is known is kept")
	flag.StringVar(&o.page, "page", "", "the page to write when everything was asked")
	flag.IntVar(&o.procs, "procs", o.procs, "how many processes run at once")
	flag.Parse()
	o.only, o.hostile, o.until = strings.Fields(only), strings.Fields(hostile), verdict.Stage(until)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, o, os.Stdout)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, o options, out *os.File) int {
	faults, err := mutate(ctx, o, out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		return 1
	}
	for _, f := range faults {
		fmt.Fprintln(out, f)
	}
	return min(len(faults), 1)
}
