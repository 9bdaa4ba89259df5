package bardo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bardo.run/bardo/internal/screen"
	"bardo.run/bardo/internal/version"
)

// shell is what every verb is given: where to print, and how.
type shell struct {
	out, err io.Writer
	json     bool
	log      *slog.Logger
}

// Main runs one command line and returns its exit code.
func Main(ctx context.Context, args []string, out, errOut io.Writer) int {
	shown := screen.On(out)
	defer func() { _ = shown.Flush() }() // an output that is gone was said already
	sh := &shell{out: shown, err: errOut, log: slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn}))}
	root := newRoot(sh)
	root.SetArgs(args)
	root.SetOut(shown)
	root.SetErr(errOut)
	c, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	f := explain(err)
	if f.Exit == exitUsage && f.Next == seeHelp {
		f.Next = "see " + c.CommandPath() + " --help"
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		f = interrupted
	}
	sh.json = sh.json || slices.Contains(args, "--json") // a wrong flag before it stops the parser
	f.print(sh)
	return f.Exit
}

// Tree returns the tree of commands, for whoever documents or tests it.
func Tree() *cobra.Command { return newRoot(&shell{out: io.Discard, err: io.Discard}) }

func newRoot(sh *shell) *cobra.Command {
	root := &cobra.Command{
		Use:   "bardo",
		Short: "Live, explain and replay the lives of mortal trading agents",
		Long: `bardo lives whole lives of a Golem, a mortal DeFi agent, on the
real contracts of protocols in a devnet of its own; explains every trade; replays a life byte for
byte.`,
		SilenceUsage: true, SilenceErrors: true, Version: version.Full(), SuggestionsMinimumDistance: 2,
	}
	root.PersistentFlags().BoolVar(&sh.json, "json", false, "print JSON on stdout, errors as JSON on stderr")
	root.Args = known
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	artifacts, audits, texts := newArtifacts(sh), newAudit(sh), newStrategy(sh)
	root.AddCommand(newLive(sh), newGrant(sh), newRevoke(sh), newCage(sh), newReplay(sh), newVerify(sh), newReport(sh), newWhy(sh), newLedger(sh), newTrades(sh), newTicks(sh), newShow(sh), newCompare(sh), newSweep(sh), newWorlds(sh), newDevnet(sh), newDev(sh), newScenario(sh), artifacts, audits, texts)
	for _, c := range root.Commands() {
		c.Args = strict(c.Args)
	}
	for _, c := range []*cobra.Command{root, artifacts, audits, texts} {
		c.RunE = help
	}
	return root
}

// help is what a command does that only has commands below it.
func help(c *cobra.Command, _ []string) error { return c.Help() }

// known refuses a verb that does not exist, and names those that look like it.
func known(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		err = fmt.Errorf("%w: did you mean %s?", err, strings.Join(near, " or "))
	}
	return usage(err)
}

// strict makes a wrong number of arguments a usage error.
func strict(check cobra.PositionalArgs) cobra.PositionalArgs {
	if check == nil {
		check = cobra.NoArgs
	}
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return usage(err)
		}
		return nil
	}
}
