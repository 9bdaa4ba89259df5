package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/rpc"
	"github.com/spf13/cobra"

	"bardo.run/bardo/mirage/scenario/library"
)

func newScenario(sh *shell) *cobra.Command {
	var f playFlags
	var endpoint string
	var dry bool
	c := &cobra.Command{
		Use:   "scenario [NAME]",
		Short: "Play a scenario on a running bardo dev, or list what there is",
		Long: `scenario plays one of these on a devnet that bardo dev runs; its trades are blocks of
the chain. The same seed on the same chain gives the same trades. With --dry-run it
says what would come of it and leaves no trace.

` + shelf(),
		Example: `  bardo scenario
  bardo scenario volume-spike --set protocol=v2 --seed 7 --rpc http://127.0.0.1:8546
  bardo scenario crash --dry-run --rpc http://127.0.0.1:8546`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: firstOf(scenarioNames),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listScenarios(sh)
			}
			f.name = args[0]
			o, err := f.order()
			if err == nil {
				err = o.Check()
			}
			if err != nil {
				return usage(err)
			}
			return playOn(c.Context(), sh, endpoint, o, dry)
		},
	}
	f.addSettings(c)
	c.Flags().StringVar(&endpoint, "rpc", "http://127.0.0.1:8546", "the devnet's endpoint")
	c.Flags().BoolVar(&dry, "dry-run", false, "try it after the latest block and make none")
	return c
}

// listScenarios prints the library.
func listScenarios(sh *shell) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(library.Definitions())
	}
	_, err := fmt.Fprintln(sh.out, shelf())
	return err
}

// playOn asks a devnet for a scenario and prints what came of it.
func playOn(ctx context.Context, sh *shell, endpoint string, o library.Order, dry bool) error {
	client, err := rpc.DialContext(ctx, endpoint)
	if err != nil {
		return usage(fmt.Errorf("--rpc %s: %w", endpoint, err))
	}
	defer client.Close()
	r, err := playRemote(ctx, client, o, dry)
	if err != nil {
		return fmt.Errorf("devnet on %s: %w", endpoint, noLibrary(err))
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	told(sh.out, r)
	return nil
}

func playRemote(ctx context.Context, client *rpc.Client, o library.Order, dry bool) (library.Report, error) {
	if dry {
		var plan library.Planned
		err := client.CallContext(ctx, &plan, "mirage_planLibraryScenario", o)
		return plan.Report, err
	}
	var r library.Report
	err := client.CallContext(ctx, &r, "mirage_playLibraryScenario", o)
	return r, err
}

// noLibrary says of an endpoint without the method what it lacks.
func noLibrary(err error) error {
	const methodNotFound = -32601
	var coded rpc.Error
	switch {
	case errors.As(err, &coded) && coded.ErrorCode() == methodNotFound:
		return errors.New("it has no scenarios: they need a chain that bardo dev runs")
	case errors.As(err, &coded):
		return err
	}
	return fmt.Errorf("%w: start one with bardo dev", err)
}
