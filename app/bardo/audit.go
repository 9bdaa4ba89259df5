package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/safety/audit/inspect"
)

func newAudit(sh *shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "audit",
		Short: "Check the log of what a life was allowed and refused",
	}
	c.AddCommand(newAuditVerify(sh))
	return c
}

func newAuditVerify(sh *shell) *cobra.Command {
	var q inspect.Query
	c := &cobra.Command{
		Use:   "verify DIR",
		Short: "Name the first record of the audit chain that is not as it was written",
		Long: `Every hash and every link is computed again, from the first record on. What was
cut off at the end is seen by who knew it: the manifest and the anchors in the
folder, a head that this command printed before (--head), and a chain, which holds
the anchors that the folder names (--rpc) or that somebody else saw (--anchor).
That the records are those of the life's journal is what bardo replay checks.`,
		Example: `  bardo audit verify life`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return verifyAudit(c.Context(), sh, args[0], q) },
	}
	c.Flags().StringArrayVar(&q.Heads, "head", nil, "a head that was printed before, RECORDS:HEAD; may be repeated")
	c.Flags().StringVar(&q.RPC, "rpc", "", "endpoint of the chain that the anchors stand on")
	c.Flags().StringArrayVar(&q.Txs, "anchor", nil, "hash of a transaction that anchors the log; may be repeated")
	return c
}

func verifyAudit(ctx context.Context, sh *shell, dir string, q inspect.Query) error {
	r, err := q.Answer(ctx, dir)
	if errors.Is(err, anchor.ErrMark) {
		return usage(err)
	}
	if err != nil {
		return err
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	_, err = io.WriteString(sh.out, r.Text())
	return err
}
