package bardo

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

func newWorlds(sh *shell) *cobra.Command {
	var export, name string
	var days int
	var number uint64
	c := &cobra.Command{
		Use:   "worlds [NAME]",
		Short: "List the generated worlds, or what one has, or export one to CSV",
		Long: `worlds lists the generated worlds. With a NAME it lists what that one opens with: its
assets, and over which market each is priced; its markets by handle, and what moves
the price of each by 1 %; and its lenders. The prices are those of --seed.`,
		Example: `  bardo worlds
  bardo worlds basket
  bardo worlds --export flash --world flash-crash --days 2 --seed 7`,
		Args:              strict(cobra.MaximumNArgs(1)),
		ValidArgsFunction: worldNames,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case export != "" && len(args) > 0:
				return usage(errors.New("name the world to export with --world"))
			case len(args) > 0:
				return showWorld(sh, args[0], seed.Seed(number))
			case export == "":
				return listWorlds(sh)
			}
			c, err := world.Compose(name, seed.Seed(number), days)
			if err != nil {
				return usage(err)
			}
			if err := home.Spare("", filepath.Join(export, history.SpecFile), func([]byte) bool { return true }); err != nil {
				return err
			}
			if err := os.MkdirAll(export, 0o755); err != nil {
				return err
			}
			if err := history.ExportWorld(export, c); err != nil {
				return err
			}
			if sh.json {
				return json.NewEncoder(sh.out).Encode(exported{export, name, len(c.Markets[0].Minutes)})
			}
			fmt.Fprintf(sh.out, "wrote %d minutes of %s to %s; live it with bardo live --history %s\n", len(c.Markets[0].Minutes), name, export, quoted(export))
			return nil
		},
	}
	c.Flags().StringVar(&export, "export", "", "write the world's minutes as CSV into this folder")
	c.Flags().StringVar(&name, "world", "calm", "which world to export")
	completes(c, "world", worldNames)
	c.Flags().IntVar(&days, "days", 2, "how many days")
	c.Flags().Uint64Var(&number, "seed", 1, "the world's seed")
	return c
}

// exported is the answer of an export.
type exported struct {
	Folder  string `json:"folder"`
	World   string `json:"world"`
	Minutes int    `json:"minutes"`
}

// listed is a world of the list.
type listed struct {
	Name  string
	About string
}

func listWorlds(sh *shell) error {
	var all []listed
	for _, w := range world.Worlds() {
		all = append(all, listed{w.Name, w.About})
	}
	for _, b := range world.Baskets() {
		all = append(all, listed{b.Name, b.About})
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(all)
	}
	for _, w := range all {
		fmt.Fprintf(sh.out, "%-12s %s\n", w.Name, w.About)
	}
	_, err := fmt.Fprintln(sh.out, "bardo worlds NAME lists the assets, markets and lenders of one.")
	return err
}
