// Package verify checks every file of a life, over or living, against its journal. What can be
// computed again is computed again and compared; of the rest there is a hash or a checksum that
// was taken when it was written. A file that nothing vouches for is named as such.
//
// It takes no lock and changes nothing. It cannot tell damage from an edit, and not notice
// that the last lines of a log, or the newest frames that no process has synced yet, were cut
// off as a whole.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/life/status"
)

// Options of a check.
type Options struct {
	// Progress is told of every tick that is computed again; nil: no one is.
	Progress func(tick uint64)
	// Page draws the page of a life that is over; next are the commands at its foot. nil, or
	// an error: the page is held against its hash alone.
	Page func(dir string, next []string) ([]byte, error)
}

// again is how often a life is checked whose process writes meanwhile: what is wrong each
// time is wrong.
const again = 3

// Check checks the life in a folder. The error is that of a folder without a life, of another
// version's life, or of one that cannot be read.
func Check(ctx context.Context, dir string, o Options) (Report, error) {
	if _, err := os.Stat(filepath.Join(dir, home.JournalDir)); errors.Is(err, fs.ErrNotExist) {
		return Report{}, fmt.Errorf("%w: %s; name the folder that holds the Golem's journal", status.ErrNone, dir)
	}
	r, err := once(ctx, dir, o)
	for range again - 1 {
		if err != nil || r.Whole || r.State != Living {
			break
		}
		var next Report
		if next, err = once(ctx, dir, o); err == nil {
			next.keep(r)
			r = next
		}
	}
	return r, err
}

// keep drops what was not wrong in an earlier report of the same life.
func (r *Report) keep(earlier Report) {
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
		return !slices.ContainsFunc(earlier.Findings, func(e Finding) bool { return e.File == f.File })
	})
	r.Whole = len(r.Findings) == 0
}

// once reads what a process writes from its end to its beginning: whatever stands in the other
// files is in the journal by then.
func once(ctx context.Context, dir string, o Options) (Report, error) {
	c := &check{dir: dir, options: o, files: map[string]bool{}, stood: map[string]journal.Checkpoint{}, findings: map[string]Finding{}}
	c.living = home.Lives(dir)
	c.claims = c.manifests()
	k, err := c.compare()
	if err != nil {
		return Report{}, err
	}
	defer k.close()
	if err := c.read(); err != nil {
		return Report{}, err
	}
	if err := errors.Join(c.logs(), c.compute(ctx, k)); err != nil {
		return Report{}, err
	}
	if err := errors.Join(c.index(), c.signed(), c.loose(), c.walk()); err != nil {
		return Report{}, err
	}
	return c.report(), nil
}
