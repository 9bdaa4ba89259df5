package golem

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/status"
)

// statusFlags are the flags of golem status.
type statusFlags struct {
	dir         string
	json, watch bool
	every       time.Duration
}

func newStatus(out io.Writer) *cobra.Command {
	var f statusFlags
	c := &cobra.Command{
		Use:   "status --data-dir DIR",
		Short: "Show how a Golem stands: what is wrong, what it has, gained, decided and waits for",
		Long: `golem status reads a Golem's folder, whether its process runs or not, and changes
nothing there. The first line says what is wrong and what to do about it, or that
nothing is. The result since birth is shown with all of its parts; the decisions
are the last ten, a refusal that is repeated counts as one.

With --json it is one object whose names stay; values are in the token that prices
are given in, times in unix milliseconds. With --watch it comes again and again.`,
		Example: "  golem status --data-dir life\n  golem status --data-dir life --watch --every 5s\n  golem status --data-dir life --json",
		Args:    noArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c.Context(), out) },
	}
	c.Flags().StringVar(&f.dir, "data-dir", "", "the Golem's folder")
	c.Flags().BoolVar(&f.json, "json", false, "one object of JSON; with --watch one a line")
	c.Flags().BoolVar(&f.watch, "watch", false, "show it again and again until interrupted")
	c.Flags().DurationVar(&f.every, "every", 2*time.Second, "how long between two looks of --watch")
	return c
}

func (f statusFlags) run(ctx context.Context, out io.Writer) error {
	switch {
	case f.dir == "":
		return fmt.Errorf("%w: name the Golem's folder with --data-dir", errUsage)
	case f.every < 100*time.Millisecond:
		return fmt.Errorf("%w: --every is %s, want at least 100ms", errUsage, f.every)
	}
	folder, err := status.Open(f.dir)
	if err != nil {
		return err
	}
	c := clock.System{}
	for first := true; ; first = false {
		s, err := folder.Look(c.Now().UnixMilli())
		if err != nil {
			return err
		}
		if err := f.show(s, first, out); err != nil || !f.watch {
			return err
		}
		if err := c.WaitUntil(ctx, c.Now().Add(f.every)); err != nil {
			return nil //nolint:nilerr // whoever watches has seen enough
		}
	}
}

// clearScreen empties a terminal and puts its cursor at the top.
const clearScreen = "\x1b[H\x1b[2J"

// show writes one look. The one before is cleared on a terminal, and parted by a line elsewhere.
func (f statusFlags) show(s status.Status, first bool, out io.Writer) error {
	if f.json {
		return json.NewEncoder(out).Encode(s)
	}
	switch {
	case f.watch && terminal(out):
		fmt.Fprint(out, clearScreen)
	case !first:
		fmt.Fprintln(out, "----")
	}
	return s.Text(out)
}

// terminal reports whether an output is one that somebody looks at.
func terminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
