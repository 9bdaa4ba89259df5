// Package golem builds the agent's own program. It holds the agent without a
// devnet and can compute a life again from its journal, which is how a machine
// checks the life it is asked to carry on; living against an endpoint is not in
// it yet. It links no template engine, so that dead code is left out.
package golem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"bardo.run/bardo/life/replay"
)

// Exit codes (runtime §3).
const (
	exitOK       = 0
	exitInternal = 70
	exitUsage    = 2
)

// errUsage marks a command line that makes no sense.
var errUsage = errors.New("usage")

// Main runs one command line and returns its exit code.
func Main(ctx context.Context, args []string, out, errOut io.Writer) int {
	root := &cobra.Command{Use: "golem", Short: "The agent alone", SilenceUsage: true, SilenceErrors: true}
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return errors.Join(errUsage, err) })
	root.AddCommand(&cobra.Command{
		Use:     "replay DIR",
		Short:   "Compute a life again from its journal and compare every byte",
		Example: "  golem replay life",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%w: golem replay DIR", errUsage)
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return again(c.Context(), out, errOut, args[0]) },
	})
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUsage):
		fmt.Fprintln(errOut, "golem:", err)
		return exitUsage
	}
	fmt.Fprintln(errOut, "golem:", err)
	return exitInternal
}

func again(ctx context.Context, out, errOut io.Writer, dir string) error {
	r, err := replay.Run(ctx, dir, replay.Options{Log: slog.New(slog.NewTextHandler(errOut, nil))})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d ticks, %d records equal, %d absent, digest %s\n", r.Ticks, r.Equal, r.Absent, r.Digest)
	return nil
}
