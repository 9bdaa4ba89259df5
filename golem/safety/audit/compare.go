package audit

import (
	"errors"
	"fmt"
)

// Comparison is a Keeper that holds a chain that is computed again against the one in a
// folder, and changes nothing. A difference stops nobody: whatever led to it is seen by
// who compares that.
type Comparison struct {
	stored []Record
	dir    string
	differ error
	// Equal counts the records that came again, Absent those that are not stored.
	Equal, Absent uint64
}

// Compare begins a comparison with the chain in a folder, which must be whole. A folder
// without one is a chain that is absent.
func Compare(dir string) (*Comparison, error) {
	c, err := Read(dir)
	if errors.Is(err, ErrAbsent) {
		return &Comparison{dir: dir}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	if err := c.whole(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return &Comparison{stored: c.Records, dir: dir}, nil
}

// Append implements Keeper.
func (c *Comparison) Append(r Record, _ bool) error {
	switch {
	case r.Seq >= uint64(len(c.stored)):
		c.Absent++
	case !same(r, c.stored[r.Seq]):
		if c.differ == nil {
			c.differ = fmt.Errorf("%w: record %d in %s has other bytes", ErrDiffers, r.Seq, c.dir)
		}
	default:
		c.Equal++
	}
	return nil
}

// Err is an ErrDiffers that names the first record with other bytes; nil without one.
func (c *Comparison) Err() error { return c.differ }

// Stored is how many records are stored.
func (c *Comparison) Stored() uint64 { return uint64(len(c.stored)) }
