package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/wallet"
	"bardo.run/bardo/mirage/artifact"
)

// liveFlags are the flags of bardo live.
type liveFlags struct {
	history, world, strategy, config, out, fund, credit, custody string
	days                                                         int
	seed                                                         uint64
	realtime                                                     bool
}

func newLive(sh *shell) *cobra.Command {
	var f liveFlags
	c := &cobra.Command{
		Use:   "live",
		Short: "Live a whole life on a recorded or a generated market",
		Long: `A Golem is born into a devnet with real Uniswap v3 contracts whose market
follows the given history, minute by minute. It trades by its STRATEGY.md until
its paid time is over, dies, and leaves everything in --out: journal, records,
ledger, testament and life.html. The same command resumes a life that was cut
off. See docs/strategy.md for the rules, bardo worlds for the generated markets.

A history is a folder of CSV files with a header and one row a minute, in UTC:

  *.minute.csv   a Uniswap v3 pool: timestamp, openTick, lowestTick, highestTick,
                 closeTick, inAmount0, inAmount1, currentLiquidity
  or any *.csv   candles: timestamp, open, high, low, close (base token in quote
                 tokens), volume (in base tokens)
  *gas-price*gwei*.csv, here or one folder up: block_timestamp, gas_price
  market.toml    fee, quote, gas, liquidity_usd, [token0] and [token1] with symbol
                 and decimals, [native] with symbol and usd

Minutes may be missing and fields empty; what is assumed for them is printed.`,
		Example: `  bardo live --world chop --days 2 --strategy strategies/eth-mean-reversion.md --seed 7 --out life
  bardo live --history data --strategy strategies/lp-recentre.md --seed 7 --out life`,
		RunE: func(c *cobra.Command, _ []string) error {
			o, err := f.options(sh)
			if err != nil {
				return err
			}
			return runLive(c.Context(), sh, o)
		},
	}
	c.Flags().StringVar(&f.history, "history", "", "folder of recorded minutes (CSV)")
	c.Flags().StringVar(&f.world, "world", "", "name of a generated world")
	c.Flags().IntVar(&f.days, "days", 2, "days of a generated world")
	c.Flags().StringVar(&f.strategy, "strategy", "STRATEGY.md", "the strategy to live by")
	c.Flags().StringVar(&f.config, "config", "", "a golem.toml with settings (docs/configuration.md)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of keys, ids and the generated market")
	c.Flags().StringVar(&f.out, "out", "", "folder of the life")
	c.Flags().StringVar(&f.fund, "fund", "10000", "trading capital in the quote token")
	c.Flags().StringVar(&f.credit, "credit", "50", "credit for gas and models, in USDC")
	c.Flags().StringVar(&f.custody, "custody", "", "delegation or local-key: the owner's account holds the money, and contracts bound the Golem's key; embedded: an enclave has the key, and refuses beyond its rules")
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
	case f.out == "":
		return o, usage(errors.New("give --out, the folder of the life"))
	case f.world != "" && f.days < 1:
		return o, usage(fmt.Errorf("--days is %d, want at least 1", f.days))
	}
	err := home.Vacant(f.out)
	if err != nil {
		return o, err
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
	find := artifact.Find
	if o.Custody, err = custody(f.custody); o.Custody != "" && o.Custody != wallet.Embedded {
		find = artifact.FindKit
	}
	if err != nil {
		return o, err
	}
	o.Artifacts, err = find()
	return o, err
}

// custody is the mode that a flag names; empty: the Golem's own account holds the money.
func custody(flag string) (string, error) {
	switch flag {
	case "", string(grant.Delegation), wallet.Embedded:
		return flag, nil
	case "local-key", string(grant.LocalKey):
		return string(grant.LocalKey), nil
	}
	return "", usage(fmt.Errorf("--custody %q: want delegation, local-key or embedded, or leave it out", flag))
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
	watch := clock.Start()
	p := newProgress(sh)
	o.Progress = p.show
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
