// Command compare lives strategies by two revisions of the program, side by side, and prints what
// each did: every trade and every action on liquidity with its amounts, where they differ, and
// what processor time each took.
//
//	go run ./test/examples/compare -base REV
//
// It runs in the root of the checkout. The base is built from git in a work tree of its own, and so
// is the other program where -head names a revision; without one it is what lies in the checkout.
// Both live the same strategy files on the same days. It ends with 1 where a life was not the same.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	base := flag.String("base", "", "the revision to compare with")
	head := flag.String("head", "", "the other revision; the checkout where it is empty")
	named := flag.String("strategies", "eth-mean-reversion,lp-recentre", "of the folder strategies, parted by commas")
	history := flag.String("history", recordedDays(), "a folder of recorded days")
	coin := flag.String("coin", "MATIC=0.65", "the chain's coin on those days, and its price")
	rounds := flag.Int("rounds", 1, "how often each life is lived; the least processor time counts")
	flag.Parse()
	if *base == "" || *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	c := comparison{strategies: strings.Split(*named, ","), more: []string{"--history", *history, "--coin", *coin, "--seed", "7"}, rounds: *rounds}
	same, err := c.run(ctx, os.Stdout, *base, *head)
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	case !same:
		os.Exit(1)
	}
}

// recordedDays is where the recorded days lie.
func recordedDays() string {
	data := os.Getenv("BARDO_HISTORY_DATA")
	if data == "" {
		data = filepath.Join("..", "shared", "data")
	}
	return filepath.Join(data, "uniswap-v3-polygon-usdc-weth-005")
}
