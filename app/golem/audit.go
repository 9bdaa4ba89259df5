package golem

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/safety/audit"
)

func newAudit(out io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "audit",
		Short: "Check the log of what a Golem was allowed and refused",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var known []string
	verify := &cobra.Command{
		Use:     "verify DIR",
		Short:   "Name the first record of the audit chain that is not as it was written",
		Example: "  golem audit verify life",
		RunE:    func(_ *cobra.Command, args []string) error { return verifyAudit(out, args, known) },
	}
	verify.Flags().StringArrayVar(&known, "head", nil, "a head that was printed before, RECORDS:HEAD; may be repeated")
	root.AddCommand(verify)
	return root
}

func verifyAudit(out io.Writer, args, known []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%w: golem audit verify DIR", errUsage)
	}
	marks := make([]audit.Mark, len(known))
	for i, text := range known {
		var err error
		if marks[i], err = audit.ParseMark(text); err != nil {
			return errors.Join(errUsage, err)
		}
	}
	r, err := audit.Inspect(args[0], marks...)
	if err == nil {
		_, err = io.WriteString(out, r.Text())
	}
	return err
}
