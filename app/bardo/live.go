package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/spf13/cobra"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/report"
)

// liveFlags are the flags of bardo live.
type liveFlags struct {
	termFlags
	world, out       string
	strategies, born []string
	seed             uint64
	realtime         bool
}

func newLive(sh *shell) *cobra.Command {
	var f liveFlags
	c := &cobra.Command{
		Use:   "live",
		Short: "Live a whole life on a recorded or a generated market",
		Long: `A Golem is born into a devnet with the real contracts of its markets, which
follow the given history, minute by minute. It trades by its STRATEGY.md until
its paid time is over, dies, and leaves everything in --out: journal, records,
ledger, testament and life.html. The same command resumes a life that was cut
off. See docs/strategy.md for the rules, bardo worlds for the generated markets,
and bardo worlds NAME for the assets, markets and lenders that rules can name in one.

With --custody delegation or localkey the owner grants what the strategy names: the first
market, and of a world of several each other market and lender whose protocol and tokens
are approved. Every asset has a price feed then.

A history is a folder of CSV files, or one file, with rising times in UTC:

  *.minute.csv   a pool with ticks by the minute: timestamp, openTick, lowestTick,
                 highestTick, closeTick, inAmount0, inAmount1, currentLiquidity
  or any *.csv   candles of a minute up to an hour: time, open, high, low, close
                 (base token in quote tokens), volume (in base tokens), under the
                 names and in the times that exchanges use: open_time, Date, unix;
                 text, or seconds or milliseconds since 1970; commas, semicolons or
                 tabs; klines need no header
  *gas-price*gwei*.csv, here or one folder up: block_timestamp, gas_price
  market.toml    fee, quote, gas, liquidity_usd, [token0] and [token1] with symbol
                 and decimals, [native] with symbol and usd: the coin for gas,
                 which --coin says too; ETH is assumed where nothing does

With --strategy named again, another Golem lives in the same world, each with the whole
of --fund and --credit, a wallet of its own, and what one trades moves the price that the
others see. Their folders are 1, 2 and so on in --out, in the order in which they are named;
--born 0h,12h says how long after the beginning of the world each is born. A start that goes on
with them computes all of them again from their first entries.

Several markets lie in a folder each, with a market.toml above them that names them;
bardo worlds --world basket --export DIR writes an example, and docs/strategy.md has one.

Candles of exchanges have no gas price. One of Base is assumed then, which is a
hundredth of one on Ethereum; --gas-price says another.

Minutes may be missing and fields empty; what is assumed for them is printed, and
what is assumed within candles of more than a minute is said before the life begins.`,
		Example: `  bardo live --world chop --days 2 --strategy strategies/eth-mean-reversion.md --seed 7 --out life
  bardo live --world basket --days 1 --custody delegation --strategy strategies/basket.md --seed 7 --out life
  bardo live --history data --strategy strategies/lp-recentre.md --seed 7 --out life
  bardo live --world chop --strategy strategies/dca.md --strategy strategies/grid.md --born 0h,12h --out lives`,
		RunE: func(c *cobra.Command, _ []string) error {
			o, members, err := f.options(sh)
			if err != nil {
				return err
			}
			return runLive(c.Context(), sh, o, members)
		},
	}
	f.on(c)
	c.Flags().StringVar(&f.world, "world", "", "name of a generated world")
	c.Flags().StringArrayVar(&f.strategies, "strategy", []string{"STRATEGY.md"}, "the strategy to live by; once for each Golem that lives in the world")
	c.Flags().StringSliceVar(&f.born, "born", nil, "how long after the beginning of the world each Golem is born, with commas between them, as 0h,12h")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of keys, ids and the generated market")
	c.Flags().StringVar(&f.out, "out", "", "folder of the life, or of several lives")
	completes(c, "world", worldNames)
	c.Flags().BoolVar(&f.realtime, "realtime", false, "let the life take as long as the history did")
	return c
}

func (f liveFlags) options(sh *shell) (o live.Options, members []live.Member, err error) {
	switch {
	case (f.history == "") == (f.world == ""):
		return o, nil, usage(errors.New("give exactly one of --history and --world"))
	case f.out == "":
		return o, nil, usage(errors.New("give --out, the folder of the life"))
	}
	if members, err = f.members(); err != nil {
		return o, nil, err
	}
	if o, err = f.terms(f.world); err != nil {
		return o, nil, err
	}
	o.World, o.Seed, o.Realtime, o.Log = f.world, seed.Seed(f.seed), f.realtime, sh.log
	return o, members, nil
}

func runLive(ctx context.Context, sh *shell, o live.Options, members []live.Member) error {
	defer processors(1)()
	watch := clock.Start()
	p, started := newProgresses(sh, members), roomy(heapGrowth)
	begun := sync.OnceFunc(func() {
		started()
		frugal(ofLife)
	})
	o.Progress = func(now live.Progress) {
		begun()
		p.show(now)
	}
	results, err := live.Together(ctx, o, members)
	p.done()
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // of the world, for the whole life is read now
	reports := make([]report.Life, len(results))
	for i, r := range results {
		if len(results) > 1 && !sh.json {
			fmt.Fprintf(sh.out, "%d  %s\n", i+1, r.Dir)
		}
		o.Strategy = members[i].Strategy
		if reports[i], err = write(sh, o, r, watch.Elapsed()); err != nil {
			return err
		}
	}
	if !sh.json {
		return nil
	}
	out := json.NewEncoder(sh.out)
	if len(reports) == 1 {
		return out.Encode(reports[0])
	}
	return out.Encode(reports)
}
