package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/verify"
	"bardo.run/bardo/mirage/artifact"
)

// errNotWhole says that a file of a life is not what it must be.
var errNotWhole = errors.New("the life is not whole")

func newVerify(sh *shell) *cobra.Command {
	return &cobra.Command{
		Use:   "verify DIR",
		Short: "Check every file of a life against its journal",
		Long: `The life is computed again from its journal, and every file is compared with
what comes out: records, books, audit, testament, manifest and the others. Of what
cannot be computed (settings, sealed keys, letters, logs) a hash or a checksum was
taken when it was written. Each file that is not as it was written is named, with
what that means and what to do; one that nothing vouches for is listed.

The life may be over, or go on in another process: nothing is locked or changed.
The exit code is 27 where a file is not as it was written.`,
		Example: `  bardo verify life
  bardo verify life --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return sh.verify(c.Context(), args[0]) },
	}
}

func (sh *shell) verify(ctx context.Context, dir string) error {
	p := newProgress(sh)
	r, err := verify.Check(ctx, dir, verify.Options{Progress: p.ticked, Page: redrawn})
	p.done()
	if err != nil {
		return err
	}
	if sh.json {
		err = json.NewEncoder(sh.out).Encode(r)
	} else {
		r.Text(sh.out)
	}
	if err == nil && !r.Whole {
		err = fmt.Errorf("%w: %d of %d files", errNotWhole, len(r.Findings), r.Files)
	}
	return err
}

// redrawn is the page of the life in a folder, with commands at its foot.
func redrawn(dir string, next []string) ([]byte, error) {
	set, err := artifact.Find()
	if err != nil {
		return nil, err
	}
	l, err := biography.Read(dir)
	if err != nil {
		return nil, err
	}
	l.Run.Next = next
	return drawn(l, set)
}

// ticked shows which tick is computed: one line that moves on a terminal, a line every ten
// thousand ticks on a pipe.
func (p *progress) ticked(tick uint64) {
	const step = 10_000
	switch {
	case p.silent:
	case p.tty && p.last.Elapsed().Milliseconds() >= 100:
		fmt.Fprintf(p.out, "\r\x1b[Kcomputing tick %d", tick)
		p.last, p.moved = clock.Start(), true
	case !p.tty && tick >= p.shown+step:
		fmt.Fprintf(p.out, "computing tick %d\n", tick)
		p.shown = tick
	}
}
