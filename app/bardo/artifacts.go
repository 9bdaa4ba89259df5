package bardo

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/mirage/artifact"
)

// fetched is the answer of a fetch: how many files were not there yet.
type fetched struct {
	Folder  string `json:"folder"`
	Written int    `json:"written"`
}

func newArtifacts(sh *shell) *cobra.Command {
	c := &cobra.Command{Use: "artifacts", Short: "The third-party contracts a devnet is made of"}
	life := false
	fetch := &cobra.Command{
		Use:     "fetch",
		Short:   "Fetch the locked contracts with the npm client and check their hashes",
		Example: `  bardo artifacts fetch`,
		Args:    strict(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			dir, groups := artifact.Home(), []artifact.Group{artifact.Life, artifact.Kit, artifact.Build}
			if life {
				groups = groups[:1]
			}
			wrote, err := artifact.Fetch(c.Context(), dir, func(p artifact.Progress) {
				if !sh.json {
					fmt.Fprintf(sh.err, "%-52s %s\n", p.Package, p.State)
				}
			}, groups...)
			if err != nil {
				return err
			}
			if sh.json {
				return json.NewEncoder(sh.out).Encode(fetched{dir, wrote})
			}
			fmt.Fprintf(sh.out, "%s: %d files written\n", dir, wrote)
			return nil
		},
	}
	fetch.Flags().BoolVar(&life, "life", false, "only what a life needs, without the development kit")
	c.AddCommand(fetch)
	return c
}
