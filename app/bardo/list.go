package bardo

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/status"
)

// listFlags are the flags of the commands that list what a life did.
type listFlags struct {
	from, to string
	csv      bool
}

func (f *listFlags) on(c *cobra.Command) {
	c.Flags().StringVar(&f.from, "from", "", "from this day or time on, in UTC")
	c.Flags().StringVar(&f.to, "to", "", "before this day or time")
	c.Flags().BoolVar(&f.csv, "csv", false, "comma-separated values with a header")
}

// span reads the bounds, as unix milliseconds; 0 where none is given.
func (f *listFlags) span(json bool) (from, to int64, err error) {
	if f.csv && json {
		return 0, 0, usage(errors.New("give --csv or --json, not both"))
	}
	if from, err = when("--from", f.from); err != nil {
		return 0, 0, err
	}
	to, err = when("--to", f.to)
	return from, to, err
}

// when reads a day or a time, as unix milliseconds; 0 where none is given.
func when(flag, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	for _, layout := range []string{time.DateOnly, time.DateTime, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UnixMilli(), nil
		}
	}
	return 0, usage(fmt.Errorf("%s is %q, want a day such as 2024-01-31, or a time such as 2024-01-31T12:00:00Z", flag, text))
}

// sound says, where it is so, that the journal is damaged from which all that is told was computed.
func (sh *shell) sound(dir string) {
	if err := status.Sound(dir); errors.Is(err, journal.ErrDamaged) {
		fmt.Fprintf(sh.err, "bardo: %v; what is told was computed from it before\n  next: bardo verify %s says what else is; restore the folder from a copy\n", err, quoted(dir))
	}
}

// lags says, where it is so, that the index did not know everything. The answer is whole.
func (sh *shell) lags(s *biography.Selection) {
	switch {
	case s.Fault != nil:
		fmt.Fprintf(sh.err, "the index of the records cannot be read (%v): all %d entries are read instead; the next start of the life makes it anew\n", s.Fault, s.Behind)
	case s.Behind > 0:
		fmt.Fprintf(sh.err, "the index is %d entries behind the records; they are read as well\n", s.Behind)
	}
}
