package golem

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/safety/audit/inspect"
)

func newAudit(out *voice) *cobra.Command {
	root := &cobra.Command{
		Use:   "audit",
		Short: "Check the log of what a Golem was allowed and refused",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var q inspect.Query
	verify := &cobra.Command{
		Use:     "verify DIR",
		Short:   "Name the first record of the audit chain that is not as it was written",
		Example: "  golem audit verify life",
		RunE:    func(c *cobra.Command, args []string) error { return verifyAudit(c.Context(), out, args, q) },
	}
	verify.Flags().StringVar(&q.RPC, "rpc", "", "endpoint of the chain that the anchors stand on")
	verify.Flags().StringArrayVar(&q.Txs, "anchor", nil, "hash of a transaction that anchors the log; may be repeated")
	verify.Flags().StringArrayVar(&q.Heads, "head", nil, "a head that was printed before, RECORDS:HEAD; may be repeated")
	root.AddCommand(verify)
	return root
}

func verifyAudit(ctx context.Context, out *voice, args []string, q inspect.Query) error {
	if len(args) != 1 {
		return fmt.Errorf("%w: golem audit verify DIR", errUsage)
	}
	r, err := q.Answer(ctx, args[0])
	if errors.Is(err, anchor.ErrMark) {
		return errors.Join(errUsage, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprint(out, r.Text())
	return out.answer(r)
}
