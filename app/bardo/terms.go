package bardo

import (
	"errors"
	"fmt"
	"slices"

	keys "bardo.run/bardo/golem/custody"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/experiment/plan"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// termFlags are the flags of every command that lives lives: on what market, and what a life is
// born with, whatever it lives by.
type termFlags struct {
	history, coin, gas, config, fund, credit, custody string
	part                                              part
}

// part is what of a market is lived.
type part struct {
	days int // of a generated world
	from int // day of the market with which it begins, from 1
	to   int // day of the market with which it ends; 0 is the last
}

func (f *termFlags) on(c *cobra.Command) {
	c.Flags().StringVar(&f.history, "history", "", "folder or file of recorded minutes or candles (CSV)")
	c.Flags().StringVar(&f.coin, "coin", "", "coin for gas of a history, over market.toml: a symbol, and its price in quote tokens where the pool lacks it (MATIC=0.65)")
	c.Flags().StringVar(&f.gas, "gas-price", "", "gas price of a history in gwei, in every minute, over its file of them; 0.01, as on Base, where neither says one")
	c.Flags().IntVar(&f.part.days, "days", 2, "days of a generated world")
	c.Flags().IntVar(&f.part.from, "from-day", 1, "day of the market with which the life begins, of UTC, counted from 1")
	c.Flags().IntVar(&f.part.to, "to-day", 0, "day of the market with which the life ends, as --from-day counts; 0 is the last")
	c.Flags().StringVar(&f.config, "config", "", "a golem.toml with settings (docs/configuration.md)")
	c.Flags().StringVar(&f.fund, "fund", "10000", "trading capital in the quote token")
	c.Flags().StringVar(&f.credit, "credit", "50", "credit for gas and models, in USDC")
	c.Flags().StringVar(&f.custody, "custody", "", "delegation or localkey: the owner's account holds the money, and contracts bound the Golem's key; embedded: an enclave has the key, and refuses beyond its rules")
	completes(c, "custody", cobra.FixedCompletions([]cobra.Completion{"delegation", "localkey", "embedded"}, cobra.ShellCompDirectiveNoFileComp))
}

// terms are what the flags say of a life in one of the worlds, or on the history.
func (f termFlags) terms(worlds ...string) (live.Options, error) {
	o := live.Options{History: f.history, Days: f.part.days, FromDay: f.part.from, ToDay: f.part.to}
	switch {
	case f.coin+f.gas != "" && f.history == "":
		return o, usage(errors.New("--coin and --gas-price are of a --history; a generated world has its own"))
	case f.history == "" && f.part.days < 1:
		return o, usage(fmt.Errorf("--days is %d, want at least 1", f.part.days))
	case f.part.from < 1:
		return o, usage(fmt.Errorf("--from-day is %d, want at least 1, the first", f.part.from))
	case f.part.to != 0 && f.part.to < f.part.from:
		return o, usage(fmt.Errorf("--to-day is %d, and --from-day %d: want none before that, or 0 for the last", f.part.to, f.part.from))
	}
	var err error
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
	if o.Custody, err = custody(f.custody); o.Custody != "" && o.Custody != keys.Embedded || slices.ContainsFunc(worlds, several) || history.Kitted(o.History) {
		find = artifact.FindKit
	}
	if err != nil {
		return o, err
	}
	o.Artifacts, err = find()
	return o, err
}

// planned are the terms as a plan has them.
func (f termFlags) planned() plan.Terms {
	return plan.Terms{Fund: f.fund, Credit: f.credit, Custody: f.custody, Config: f.config, Coin: f.coin, GasPrice: f.gas}
}

// asked is what the flags say of gas.
func (f termFlags) asked() (g history.Gas, err error) {
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

// several reports whether a generated world has several markets, which are of more protocols than
// a life of one needs.
func several(name string) bool {
	return slices.ContainsFunc(world.Baskets(), func(b world.Basket) bool { return b.Name == name })
}
