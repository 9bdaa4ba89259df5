package golem

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/status"
)

func newDestroy(out *voice) *cobra.Command {
	var dir, name string
	c := &cobra.Command{
		Use:   "destroy --data-dir DIR --name NAME",
		Short: "Show what a Golem leaves, and order it to die if its name is given",
		Long: `golem destroy shows where a Golem stands and what its death will do. With its
name it orders the death, as golem kill does, with cause owner_destroy; without, or
with another, it changes nothing.

` + custody.AtDeath,
		Example: "  golem destroy --data-dir life --name restless",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := examine(dir)
			if err != nil {
				return err
			}
			plan, err := p.plan(clock.System{}.Now().UnixMilli())
			if err != nil {
				return err
			}
			fmt.Fprint(out, plan)
			if name != p.name() {
				return fmt.Errorf("%w: nothing was ordered; to destroy this Golem give its name, --name %q", errUsage, p.name())
			}
			return p.shall(c.Context(), lifecycle.OwnerDestroy, out)
		},
	}
	c.Flags().StringVar(&dir, "data-dir", "", "the Golem's folder")
	c.Flags().StringVar(&name, "name", "", "the Golem's name, so that no other is destroyed")
	return c
}

// plan says what a destruction is of, as the folder shows it now (runtime §13.1).
func (p patient) plan(now int64) (string, error) {
	var b strings.Builder
	id := p.born.Identity
	fmt.Fprintf(&b, "%s (%s), wallet %s, chain %d\n", p.name(), id.GolemID, id.Wallet, id.ChainID)
	folder, err := status.Open(p.dir)
	if err != nil {
		return "", err
	}
	s, err := folder.Look(now)
	if err != nil {
		return "", err
	}
	p.stands(&b, s)
	fmt.Fprintf(&b, "  then      positions are closed, debts repaid, everything is sold, testament and tombstone written\n")
	if home := p.born.Venue.Home; home != (common.Address{}) {
		fmt.Fprintf(&b, "  the money is sent to its owner, %s\n", home)
	} else {
		fmt.Fprintf(&b, "  the money stays in %s\n", s.Golem.Account)
	}
	if p.born.Custody.Recovery != "" {
		fmt.Fprintf(&b, "  the key   %s\n", p.born.Custody.Recovery)
	}
	return b.String(), nil
}

// stands is the part of the plan that records and books tell.
func (p patient) stands(b *strings.Builder, s status.Status) {
	if s.Seen.Ticks == 0 {
		fmt.Fprintf(b, "  state     not known: no tick of it is over yet\n")
		return
	}
	state := lifecycle.StateActive
	if p.state() == lifecycle.StateTerminal {
		state = lifecycle.StateTerminal
	}
	fmt.Fprintf(b, "  state     %s, tick %d, as of %s\n", state, s.Seen.Tick, time.UnixMilli(s.Seen.Time).UTC().Format(time.RFC3339))
	fmt.Fprintf(b, "  credit    %s of %s USDC left\n", s.Clocks.Credit, s.Clocks.Given)
	var holds, positions []string
	for _, h := range s.Holdings.Balances {
		holds = append(holds, h.Amount+" "+h.Symbol)
	}
	for _, x := range s.Holdings.Positions {
		positions = append(positions, fmt.Sprintf("%s %s, worth %.2f %s", x.Kind, x.ID, x.Value, s.Seen.Numeraire))
	}
	fmt.Fprintf(b, "  holds     %s\n", listed(holds))
	fmt.Fprintf(b, "  positions %s\n", listed(positions))
	fmt.Fprintf(b, "  pending   %s\n", listed(s.Orders.UnderWay))
}

func listed(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
