package golem

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/lifecycle"
)

func newDestroy(out io.Writer) *cobra.Command {
	var dir, name string
	c := &cobra.Command{
		Use:   "destroy --data-dir DIR --name NAME",
		Short: "Show what a Golem leaves, and order it to die if its name is given",
		Long: `golem destroy shows where a Golem stands and what its death will do. With its
name it orders the death, as golem kill does, with cause owner_destroy; without, or
with another, it changes nothing.`,
		Example: "  golem destroy --data-dir life --name restless",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := examine(dir)
			if err != nil {
				return err
			}
			fmt.Fprint(out, p.plan())
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

// plan says what a destruction is of, as far as the manifest knows (runtime §13.1).
func (p patient) plan() string {
	var b strings.Builder
	id := p.born.Identity
	fmt.Fprintf(&b, "%s (%s), wallet %s, chain %d\n", p.name(), id.GolemID, id.Wallet, id.ChainID)
	if p.known {
		p.stands(&b)
	} else {
		fmt.Fprintf(&b, "  state     not known: its process left no manifest yet\n")
	}
	fmt.Fprintf(&b, "  then      positions are closed, debts repaid, everything is sold; testament and tombstone are\n")
	fmt.Fprintf(&b, "            written and the key is destroyed; what the wallet holds stays in it, or goes to the owner where a provider has the key\n")
	return b.String()
}

// stands is the part of the plan that the manifest tells.
func (p patient) stands(b *strings.Builder) {
	m := p.manifest
	fmt.Fprintf(b, "  state     %s, tick %d, as of %s\n", m.State, m.NextTick, time.UnixMilli(m.WrittenAt).UTC().Format(time.RFC3339))
	fmt.Fprintf(b, "  credit    %s of %s USDC left\n", m.Credit, p.born.Birth.Credit)
	fmt.Fprintf(b, "  positions %s\n", listed(m.Deferred))
	fmt.Fprintf(b, "  pending   %s\n", listed(m.Pending))
}

func listed(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
