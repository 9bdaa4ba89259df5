package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	keys "bardo.run/bardo/golem/custody"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// liveFlags are the flags of bardo live.
type liveFlags struct {
	history, coin, gas, world, strategy, config, out, fund, credit, custody string
	days                                                                    int
	seed                                                                    uint64
	realtime                                                                bool
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
	c.Flags().StringVar(&f.history, "history", "", "folder or file of recorded minutes or candles (CSV)")
	c.Flags().StringVar(&f.coin, "coin", "", "coin for gas of a history, over market.toml: a symbol, and its price in quote tokens where the pool lacks it (MATIC=0.65)")
	c.Flags().StringVar(&f.gas, "gas-price", "", "gas price of a history in gwei, in every minute, over its file of them; 0.01, as on Base, where neither says one")
	c.Flags().StringVar(&f.world, "world", "", "name of a generated world")
	c.Flags().IntVar(&f.days, "days", 2, "days of a generated world")
	c.Flags().StringVar(&f.strategy, "strategy", "STRATEGY.md", "the strategy to live by")
	c.Flags().StringVar(&f.config, "config", "", "a golem.toml with settings (docs/configuration.md)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of keys, ids and the generated market")
	c.Flags().StringVar(&f.out, "out", "", "folder of the life")
	c.Flags().StringVar(&f.fund, "fund", "10000", "trading capital in the quote token")
	c.Flags().StringVar(&f.credit, "credit", "50", "credit for gas and models, in USDC")
	c.Flags().StringVar(&f.custody, "custody", "", "delegation or localkey: the owner's account holds the money, and contracts bound the Golem's key; embedded: an enclave has the key, and refuses beyond its rules")
	completes(c, "world", worldNames)
	completes(c, "custody", cobra.FixedCompletions([]cobra.Completion{"delegation", "localkey", "embedded"}, cobra.ShellCompDirectiveNoFileComp))
	c.Flags().BoolVar(&f.realtime, "realtime", false, "let the life take as long as the history did")
	return c
}

func (f liveFlags) options(sh *shell) (live.Options, error) {
	o := live.Options{
		History: f.history, World: f.world, Days: f.days, Strategy: f.strategy, Seed: seed.Seed(f.seed), Out: f.out,
		Realtime: f.realtime, Log: sh.log,
	}
	switch {
	case (f.history == "") == (f.world == ""):
		return o, usage(errors.New("give exactly one of --history and --world"))
	case f.coin+f.gas != "" && f.history == "":
		return o, usage(errors.New("--coin and --gas-price are of a --history; a generated world has its own"))
	case f.out == "":
		return o, usage(errors.New("give --out, the folder of the life"))
	case f.world != "" && f.days < 1:
		return o, usage(fmt.Errorf("--days is %d, want at least 1", f.days))
	}
	err := home.Vacant(f.out)
	if err != nil {
		return o, err
	}
	if o.Gas, err = f.asked(); err != nil {
		return o, usage(err)
	}
	if o.Fund, err = amount("--fund", f.fund); err != nil {
		return o, err
	}
	if o.Credit, err = amount("--credit", f.credit); err != nil {
		return o, err
	}
	if o.Config, err = birth.Settings(f.config); err != nil {
		return o, err
	}
	if len(o.Config.Golem.Markets) > 0 {
		return o, usage(errors.New("golem.markets names markets of a network; a history and a generated world have their own, and a life there sees them all: leave it out"))
	}
	find := artifact.Find
	if o.Custody, err = custody(f.custody); o.Custody != "" && o.Custody != keys.Embedded || several(o.World) || history.Kitted(o.History) {
		find = artifact.FindKit
	}
	if err != nil {
		return o, err
	}
	o.Artifacts, err = find()
	return o, err
}

// asked is what the flags say of gas.
func (f liveFlags) asked() (g history.Gas, err error) {
	if f.coin != "" {
		if g.Coin, err = history.ParseNative(f.coin); err != nil {
			return g, fmt.Errorf("--coin %w", err)
		}
	}
	if f.gas != "" {
		if g.Price, err = history.ParseGasPrice(f.gas); err != nil {
			return g, fmt.Errorf("--gas-price %w", err)
		}
	}
	return g, nil
}

// custody is the mode that a flag names; empty: the Golem's own account holds the money.
func custody(flag string) (string, error) {
	switch flag {
	case "", string(grant.Delegation), string(grant.LocalKey), keys.Embedded:
		return flag, nil
	}
	return "", usage(fmt.Errorf("--custody %q: want delegation, localkey or embedded, or leave it out", flag))
}

func amount(flag, text string) (money.USDC, error) {
	a, err := money.ParseUSDC(text)
	if err == nil && a <= 0 {
		err = errors.New("want more than zero")
	}
	if err != nil {
		return 0, usage(fmt.Errorf("%s: %w", flag, err))
	}
	return a, nil
}

func runLive(ctx context.Context, sh *shell, o live.Options) error {
	defer single()()
	watch := clock.Start()
	p, begun := newProgress(sh), roomy()
	o.Progress = func(now live.Progress) {
		begun()
		p.show(now)
	}
	r, err := live.Run(ctx, o)
	p.done()
	if err != nil {
		return err
	}
	report, err := write(sh, o, r, watch.Elapsed())
	if err != nil {
		return err
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(report)
	}
	return nil
}

// several reports whether a generated world has several markets, which are of more protocols than
// a life of one needs.
func several(name string) bool {
	return slices.ContainsFunc(world.Baskets(), func(b world.Basket) bool { return b.Name == name })
}
