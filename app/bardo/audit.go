package bardo

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/safety/audit"
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
	var known []string
	c := &cobra.Command{
		Use:   "verify DIR",
		Short: "Name the first record of the audit chain that is not as it was written",
		Long: `Every hash and every link is computed again, from the first record on. What was
cut off at the end is seen by who knew it: the manifest in the folder, and a head
that this command printed before and that --head gives back. That the records are
those of the life's journal is what bardo replay checks.`,
		Example: `  bardo audit verify life`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return verifyAudit(sh, args[0], known) },
	}
	c.Flags().StringArrayVar(&known, "head", nil, "a head that was printed before, RECORDS:HEAD; may be repeated")
	return c
}

func verifyAudit(sh *shell, dir string, known []string) error {
	marks := make([]audit.Mark, len(known))
	for i, text := range known {
		var err error
		if marks[i], err = audit.ParseMark(text); err != nil {
			return usage(err)
		}
	}
	r, err := audit.Inspect(dir, marks...)
	if err != nil {
		return err
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	_, err = sh.out.Write([]byte(r.Text()))
	return err
}
