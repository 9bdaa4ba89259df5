// Package golem builds the agent's own program: a life against a JSON-RPC endpoint
// (runtime §3), and the replay of a life from its journal, which is how a machine
// checks the life it is asked to carry on. It holds no devnet and links no template
// engine, so that dead code is left out.
package golem

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/screen"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/internal/version"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/status"
)

// Exit codes (runtime §3).
const (
	exitOK       = 0
	exitUsage    = 2
	exitConfig   = 10
	exitStorage  = 11
	exitWallet   = 12
	exitRegistry = 13
	exitStrategy = 14
	exitLocked   = 15
	exitJournal  = 22
	exitDiffers  = 23
	exitOver     = 25
	exitRefused  = 26
	exitInternal = 70
	exitKilled   = 75
)

// errUsage marks a command line that makes no sense.
var errUsage = errors.New("usage")

// errUnheeded is a word that the Golem heard and does not heed.
var errUnheeded = errors.New("the Golem does not heed it")

// strategyError is a STRATEGY.md that cannot be had.
type strategyError struct{ error }

func (e *strategyError) Unwrap() error { return e.error }

// Main runs one command line and returns its exit code. A life that was told to
// stop ends with 0: it goes on at the next start.
func Main(ctx context.Context, args []string, out, errOut io.Writer) int {
	shown := screen.On(out)
	defer func() { _ = shown.Flush() }() // an output that is gone was said already
	out = shown
	root := newRoot(out, errOut)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil && onlyStopped(err) {
		fmt.Fprintln(out, "stopped; the same command goes on")
		return exitOK
	}
	if err == nil {
		return exitOK
	}
	code := exit(err)
	failure{code, err.Error(), advise(err, code)}.print(errOut, slices.Contains(args, "--json"))
	return code
}

// advice is what to do where the error itself cannot know it.
var advice = map[int]string{
	exitJournal: "restore the folder from a copy: a journal is never repaired, and nothing was signed on this one",
}

// advise is advice, but for a log that is broken beside a journal that need not be.
func advise(err error, code int) string {
	if is(inspect.ErrAnchor)(err) {
		return "do not trust the anchors of this folder, or name the endpoint of the chain that they stand on"
	}
	if as[*audit.Broken](err) {
		return "do not trust this log: restore audit from a copy, or move it away: the next start computes it from the journal"
	}
	if as[*seglog.Damage](err) {
		return "bardo verify DIR says what else is; restore the file from a copy, or of a life that goes on, move it away: the next start computes it again"
	}
	if is(home.ErrTaken)(err) {
		return "name a file that is not there yet, outside of the folder of a life"
	}
	return advice[code]
}

// onlyStopped says that nothing went wrong but that the process was told to stop.
func onlyStopped(err error) bool {
	return errors.Is(err, context.Canceled) && exit(err) == exitInternal
}

// exits are tried in order; the first that fits wins.
var exits = []struct {
	fits func(error) bool
	code int
}{
	{is(killswitch.ErrPulled), exitKilled},
	{is(errUsage), exitUsage},
	{is(conf.ErrInvalid), exitConfig},
	{is(conf.ErrUnreadable), exitConfig},
	{is(errIncomplete), exitConfig},
	{is(errGiven), exitConfig},
	{is(vitals.ErrSocket), exitStorage},
	{is(errAsset), exitConfig},
	{is(rpc.ErrWrongChain), exitConfig},
	{is(protocol.ErrNoCode), exitConfig},
	{is(protocol.ErrSelfReport), exitConfig},
	{is(tool.ErrVenue), exitConfig},
	{is(errSick), exitConfig},
	{is(errOwner), exitConfig},
	{is(rollup.ErrOracle), exitConfig},
	{is(mortality.ErrUnfunded), exitConfig},
	{is(mortality.ErrShort), exitConfig},
	{is(custody.ErrSecret), exitStorage},
	{is(custody.ErrWallet), exitWallet},
	{is(grant.ErrGrant), exitWallet},
	{is(chain.ErrConstitution), exitConfig},
	{is(version.ErrOther), exitConfig},
	{is(policycage.ErrCage), exitConfig},
	{is(home.ErrLocked), exitLocked},
	{is(home.ErrFile), exitStorage},
	{is(home.ErrUnsafe), exitStorage},
	{is(home.ErrShared), exitConfig},
	{is(home.ErrTaken), exitUsage},
	{is(process.ErrOver), exitOver},
	{is(errAlive), exitUsage},
	{is(owner.ErrNone), exitUsage},
	{is(errUnheeded), exitRefused},
	{is(replay.ErrNoWill), exitUsage},
	{is(errNoLife), exitStorage},
	{is(status.ErrNone), exitStorage},
	{is(process.ErrOther), exitConfig},
	{is(errLooser), exitConfig},
	{is(agent.ErrRegistry), exitRegistry},
	{as[*strategyError], exitStrategy},
	{as[strategy.Problems], exitStrategy},
	{is(journal.ErrDamaged), exitJournal},
	{is(home.ErrForgot), exitJournal},
	{is(journal.ErrDiverged), exitDiffers},
	{as[*audit.Broken], exitJournal},
	{is(inspect.ErrAnchor), exitJournal},
	{is(audit.ErrAbsent), exitStorage},
	{is(audit.ErrDiffers), exitDiffers},
	{is(replay.ErrDiffers), exitDiffers},
	{is(records.ErrDiffers), exitDiffers},
	{is(mortality.ErrUnfair), exitDiffers},
	{is(journal.ErrUnwritable), exitStorage},
	{is(seglog.ErrDiskFull), exitStorage},
	{as[*seglog.Damage], exitStorage},
	{is(fs.ErrNotExist), exitStorage},
	{is(fs.ErrPermission), exitStorage},
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

func as[T error](err error) bool {
	var t T
	return errors.As(err, &t)
}

func exit(err error) int {
	for _, e := range exits {
		if e.fits(err) {
			return e.code
		}
	}
	return exitInternal
}

func newReplay(out *voice, errOut io.Writer) *cobra.Command {
	will := ""
	c := &cobra.Command{
		Use:     "replay DIR",
		Short:   "Compute a life again from its journal and compare every byte",
		Example: "  golem replay life",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%w: golem replay DIR", errUsage)
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return again(c.Context(), out, errOut, args[0], will) },
	}
	c.Flags().StringVar(&will, "testament", "", "also write the testament to this file, as it is computed")
	return c
}

func again(ctx context.Context, out *voice, errOut io.Writer, dir, will string) error {
	r, err := replay.Run(ctx, dir, replay.Options{})
	if err == nil && will != "" {
		err = r.Bequest(dir, will)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d ticks, %d records equal, %d absent, digest %s\n", r.Ticks, r.Equal, r.Absent, r.Digest)
	fmt.Fprintf(out, "%d audit records equal, %d absent\n", r.AuditEqual, r.AuditAbsent)
	return out.answer(r)
}
