package bardo

import (
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/mirage/artifact"
)

func newArtifacts(sh *shell) *cobra.Command {
	c := &cobra.Command{Use: "artifacts", Short: "The third-party contracts a devnet is made of"}
	c.AddCommand(&cobra.Command{
		Use:     "fetch",
		Short:   "Fetch the locked contracts with the npm client and check their hashes",
		Example: `  bardo artifacts fetch`,
		Args:    strict(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			dir := artifact.Home()
			wrote, err := artifact.Fetch(c.Context(), dir, func(p artifact.Progress) {
				if !sh.json {
					fmt.Fprintf(sh.err, "%-52s %s\n", p.Package, p.State)
				}
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(sh.out, "%s: %d files written\n", dir, wrote)
			return nil
		},
	})
	return c
}
