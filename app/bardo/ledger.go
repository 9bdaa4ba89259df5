package bardo

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"bardo.run/bardo/life/accounts"
)

// errUnsound says that the books of a life do not add up, or not to the chain.
var errUnsound = errors.New("the books do not add up")

func newLedger(sh *shell) *cobra.Command {
	return &cobra.Command{
		Use:   "ledger DIR",
		Short: "Show the books of a life: balances, what each decision cost, and what they add up to",
		Long: `Every asset sums to zero over all accounts; the gas of the decisions is what
the account of gas holds; and the wallet of a dead Golem is what its death read from
the chain. Where one of these does not hold, the exit code is 1.`,
		Example: `  bardo ledger life`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := begun(args[0]); err != nil {
				return err
			}
			sh.sound(args[0])
			s, err := accounts.Of(args[0])
			if err != nil {
				return err
			}
			if sh.json {
				err = json.NewEncoder(sh.out).Encode(s)
			} else {
				err = sh.statement(s)
			}
			if err == nil && !s.Sound() {
				err = fmt.Errorf("%w: the lines that say so are marked", errUnsound)
			}
			return err
		},
	}
}

// statement prints the books for people.
func (sh *shell) statement(s accounts.Statement) error {
	t := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "account\tasset\tbalance\theld\n")
	for _, l := range s.Lines {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", l.Account, l.Asset, l.Balance, l.Held)
	}
	fmt.Fprintf(t, "\ncredit for\tleft\tspent\n")
	for _, p := range s.Credit {
		fmt.Fprintf(t, "%s\t%s\t%s\n", p.Name, p.Left, p.Spent)
	}
	fmt.Fprintf(t, "\ntick\tdecision\tby\tstatus\tvalue\tgas\tpermit\n")
	for _, d := range s.Decisions {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", d.Tick, d.Kind, d.Cause, d.Status, d.Value, d.Gas, d.PermitID)
	}
	fmt.Fprintf(t, "\nadds up\tbooks\tagainst\n")
	for _, sum := range s.Sums {
		fmt.Fprintf(t, "sum of %s\t%s\t0%s\n", sum.Asset, sum.Sum, mark(sum.Sum == "0"))
	}
	for _, m := range append([]accounts.Match{s.Gas}, s.Wallet...) {
		fmt.Fprintf(t, "%s\t%s\t%s%s\n", m.What, m.Books, m.Other, mark(m.Equal))
	}
	return t.Flush()
}

func mark(equal bool) string {
	if equal {
		return ""
	}
	return "  DIFFERS"
}
