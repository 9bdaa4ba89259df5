package golem

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/money"
)

func newFeed(out *voice) *cobra.Command {
	var to whom
	var amount, tx string
	c := &cobra.Command{
		Use:   "feed --data-dir DIR --usdc AMOUNT --tx HASH",
		Short: "Add credit to a Golem, for money that a transaction brought to its account",
		Long: `golem feed adds to the credit that a Golem pays gas and models from. Send the
money to its account first, in the token that it reckons in: the process looks
the transaction up, which needs two blocks above it, and counts each once; what
the Golem sent itself, and any trade, is no payment. The
money stays in the account; the credit is the right to spend so much of it.
A Golem that dies cannot be fed.`,
		Example: "  golem feed --data-dir life --usdc 25 --tx 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			usdc, err := money.ParseUSDC(amount)
			if err != nil {
				return fmt.Errorf("%w: --usdc is %q: %w", errUsage, amount, err)
			}
			hash, err := hexutil.Decode(tx)
			if err != nil || len(hash) != common.HashLength {
				return fmt.Errorf("%w: --tx is %q, want the hash of the transaction that brought the money, 0x and 64 digits", errUsage, tx)
			}
			w := owner.Credit{Tx: common.BytesToHash(hash), Amount: usdc}
			if err := w.Check(); err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			p, err := to.find(c.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s (%s): asked for %s USDC more credit\n", p.name(), p.born.Identity.GolemID, usdc)
			return p.say(c.Context(), w, 0, out)
		},
	}
	to.add(c)
	c.Flags().StringVar(&amount, "usdc", "", "how much, in dollars")
	c.Flags().StringVar(&tx, "tx", "", "hash of the transaction that brought it")
	return c
}

func newExtend(out *voice) *cobra.Command {
	var to whom
	var price, by string
	c := &cobra.Command{
		Use:   "extend --data-dir DIR --by DURATION",
		Short: "Give a Golem more time to live",
		Long: `golem extend moves the end of a life for which golem.lifetime set one.
With --price the time is booked as a cost while it passes. It adds no credit:
golem feed does. A Golem that dies cannot be extended.`,
		Example: "  golem extend --data-dir life --by 24h\n  golem extend --data-dir life --by 30d --price 14.40",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			usdc, err := money.ParseUSDC(price)
			if err != nil {
				return fmt.Errorf("%w: --price is %q: %w", errUsage, price, err)
			}
			adds, err := config.ParseSpan(by)
			if err != nil {
				return fmt.Errorf("%w: --by is %q, want a time, as 2d, 48h or 90s", errUsage, by)
			}
			w := owner.Time{Adds: adds.Milliseconds(), Price: usdc}
			if err := w.Check(); err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			p, err := to.find(c.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s (%s): asked for %s more to live\n", p.name(), p.born.Identity.GolemID, adds)
			return p.say(c.Context(), w, 0, out)
		},
	}
	to.add(c)
	c.Flags().StringVar(&by, "by", "", "how much longer, as 2d or 48h")
	c.Flags().StringVar(&price, "price", "0", "what the time costs, in dollars")
	return c
}
