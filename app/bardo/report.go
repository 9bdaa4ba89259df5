package bardo

import (
	"fmt"
	"time"

	"bardo.run/bardo/life/live"
)

// write makes the life's report: the summary on stdout and life.html.
func write(sh *shell, o live.Options, r live.Result, wall time.Duration) (any, error) {
	fmt.Fprintf(sh.out, "died of %s after %v\n", r.Cause, wall)
	return r, nil
}
