// Package killswitch is the owner's panic button: a file in the Golem's folder
// (runtime §13.3). While it exists no process lives there: a running one stops at
// once, without settlement, and a new one does not start. It needs no model, no
// network and no key, only somebody who can make a file.
package killswitch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"bardo.run/bardo/internal/clock"
)

// File is the switch's name in the Golem's folder.
const File = "killswitch"

// Interval is how often Watch looks. A pulled switch ends the context of the process, so no
// call outlives it by more than this.
const Interval = time.Second

// ErrPulled ends a process whose switch was pulled; its exit code is 75.
var ErrPulled = errors.New("the kill file exists: nothing runs and nothing is settled; remove it to let the Golem live on")

// Pulled reports whether the file exists. What cannot be looked at counts as
// pulled: a Golem that cannot see its switch must not act.
func Pulled(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Watch looks every Interval. It returns ErrPulled once the file exists, or the
// error of ctx.
func Watch(ctx context.Context, c clock.Clock, path string) error {
	for {
		if Pulled(path) {
			return ErrPulled
		}
		if err := c.WaitUntil(ctx, c.Now().Add(Interval)); err != nil {
			return err
		}
	}
}
