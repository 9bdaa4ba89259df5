package records

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"os"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/seglog"
)

// Comparison holds the records a replay computes against the stored ones, which
// may be absent: the life's records can be computed from its journal alone.
type Comparison struct {
	*Digester
	log    *seglog.Log // nil where there are no records
	next   func() (seglog.Frame, error, bool)
	stop   func()
	Equal  uint64 // records that are stored with the same bytes
	Absent uint64 // records that are not stored
}

// Compare begins a comparison with the records in dir.
func Compare(dir string) (*Comparison, error) {
	c := &Comparison{Digester: NewDigester()}
	log, err := seglog.Open(dir, seglog.Options{ReadOnly: true})
	if errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	c.log = log
	c.next, c.stop = iter.Pull2(log.Frames(0))
	return c, nil
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
	if c.next == nil {
		c.Absent++
		return nil
	}
	f, err, more := c.next()
	switch {
	case err != nil:
		return fmt.Errorf("records: %w", err)
	case !more:
		c.Absent++
	case !bytes.Equal(f.Payload, c.buf.Bytes()):
		return fmt.Errorf("tick %d: %w: frame %d of %s", tick, ErrDiffers, f.Number, f.File)
	default:
		c.Equal++
	}
	return nil
}

// Stored returns how many frames are stored; more than Equal means that the
// life has records its journal does not lead to.
func (c *Comparison) Stored() uint64 {
	if c.log == nil {
		return 0
	}
	return c.log.Len()
}

// Close releases the stored records.
func (c *Comparison) Close() error {
	if c.log == nil {
		return nil
	}
	c.stop()
	return c.log.Close()
}
