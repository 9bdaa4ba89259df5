package inspect

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/safety/audit"
)

// Comparison is an audit.Keeper that holds a chain that is computed again against the one in a
// folder, and changes nothing. A difference stops nobody: whatever led to it is seen by
// who compares that.
type Comparison struct {
	stored []audit.Record
	dir    string
	differ error
	// Torn says that a part of a record lies behind the last, as a crash leaves it.
	Torn bool
	// Equal counts the records that came again, Absent those that are not stored.
	Equal, Absent uint64
}

// Compare begins a comparison with the chain in a folder, which must be whole. A folder
// without one is a chain that is absent.
func Compare(dir string) (*Comparison, error) {
	c, err := audit.Read(dir)
	if errors.Is(err, audit.ErrAbsent) {
		return &Comparison{dir: dir}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	torn, err := c.Whole()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return &Comparison{stored: c.Records, dir: dir, Torn: torn}, nil
}

// Append implements audit.Keeper.
func (c *Comparison) Append(r audit.Record, _ bool) error {
	switch {
	case r.Seq >= uint64(len(c.stored)):
		c.Absent++
	case !r.Equal(c.stored[r.Seq]):
		if c.differ == nil {
			c.differ = fmt.Errorf("%w: record %d in %s has other bytes", audit.ErrDiffers, r.Seq, c.dir)
		}
	default:
		c.Equal++
	}
	return nil
}

// Err is an audit.ErrDiffers that names the first record with other bytes; nil without one.
func (c *Comparison) Err() error { return c.differ }

// Stored is how many records are stored.
func (c *Comparison) Stored() uint64 { return uint64(len(c.stored)) }
