package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"sync"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live"
)

// liveFlags are the flags of bardo live.
type liveFlags struct {
	termFlags
	world, strategy, out string
	seed                 uint64
	realtime             bool
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

Several markets lie in a folder each, with a market.toml above them that names them;
bardo worlds --world basket --export DIR writes an example, and docs/strategy.md has one.

Candles of exchanges have no gas price. One of Base is assumed then, which is a
hundredth of one on Ethereum; --gas-price says another.

Minutes may be missing and fields empty; what is assumed for them is printed, and
what is assumed within candles of more than a minute is said before the life begins.`,
		Example: `  bardo live --world chop --days 2 --strategy strategies/eth-mean-reversion.md --seed 7 --out life
  bardo live --world basket --days 1 --custody delegation --strategy strategies/basket.md --seed 7 --out life
  bardo live --history data --strategy strategies/lp-recentre.md --seed 7 --out life`,
		RunE: func(c *cobra.Command, _ []string) error {
			o, err := f.options(sh)
			if err != nil {
				return err
			}
			return runLive(c.Context(), sh, o)
		},
	}
	f.on(c)
	c.Flags().StringVar(&f.world, "world", "", "name of a generated world")
	c.Flags().StringVar(&f.strategy, "strategy", "STRATEGY.md", "the strategy to live by")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of keys, ids and the generated market")
	c.Flags().StringVar(&f.out, "out", "", "folder of the life")
	completes(c, "world", worldNames)
	c.Flags().BoolVar(&f.realtime, "realtime", false, "let the life take as long as the history did")
	return c
}

func (f liveFlags) options(sh *shell) (live.Options, error) {
	switch {
	case (f.history == "") == (f.world == ""):
		return live.Options{}, usage(errors.New("give exactly one of --history and --world"))
	case f.out == "":
		return live.Options{}, usage(errors.New("give --out, the folder of the life"))
	}
	if err := home.Vacant(f.out); err != nil {
		return live.Options{}, err
	}
	o, err := f.terms(f.world)
	o.World, o.Strategy, o.Seed, o.Out, o.Realtime, o.Log = f.world, f.strategy, seed.Seed(f.seed), f.out, f.realtime, sh.log
	return o, err
}

func runLive(ctx context.Context, sh *shell, o live.Options) error {
	defer processors(1)()
	watch := clock.Start()
	p, started := newProgress(sh), roomy(heapGrowth)
	begun := sync.OnceFunc(func() {
		started()
		frugal(ofLife)
	})
	o.Progress = func(now live.Progress) {
		begun()
		p.show(now)
	}
	r, err := live.Run(ctx, o)
	p.done()
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // of the world, for the whole life is read now
	report, err := write(sh, o, r, watch.Elapsed())
	if err != nil {
		return err
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(report)
	}
	return nil
}
