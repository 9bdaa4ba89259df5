package records

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/seglog"
)

// Comparison holds the records a replay computes against the stored ones, which
// may be absent: the life's records can be computed from its journal alone.
type Comparison struct {
	*Digester
	*seglog.Comparison
}

// Compare begins a comparison with the records in dir.
func Compare(dir string) (*Comparison, error) {
	c, err := seglog.Compare(dir, false)
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	return &Comparison{NewDigester(), c}, nil
}

// Write compares the record of a tick with the next stored one: ErrDiffers
// names the tick.
func (c *Comparison) Write(r *turn.Record) error {
	if err := c.Digester.Write(r); err != nil {
		return err
	}
	return c.compare(r.Tick)
}

// Outcome compares an outcome with the next stored frame.
func (c *Comparison) Outcome(o Outcome) error {
	if err := c.Digester.Outcome(o); err != nil {
		return err
	}
	return c.compare(o.Tick)
}

func (c *Comparison) compare(tick uint64) error {
	err := c.Next(c.buf.Bytes())
	switch m := (*seglog.Mismatch)(nil); {
	case errors.As(err, &m):
		return fmt.Errorf("tick %d: %w: %w", tick, ErrDiffers, err)
	case err != nil:
		return fmt.Errorf("records: %w", err)
	}
	return nil
}
