package seglog

import (
	"errors"
	"fmt"
	"syscall"
)

// Errors of a log. Damage and Mismatch carry their data.
var (
	ErrClosed   = errors.New("the log is closed")
	ErrReadOnly = errors.New("the log was opened for reading only")
	ErrTooLarge = errors.New("the entry is larger than a frame may be")
	ErrNoFrame  = errors.New("the log has no such frame")
	// ErrShort means that a log has less than its other half was told of.
	ErrShort = errors.New("the log is shorter than it was")
	// ErrHeld means that somebody else writes the log: another process, or another
	// handle of this one. Nothing was read or changed.
	ErrHeld = errors.New("another process writes here; end it, or wait for its end")
	// ErrDiskFull wraps the operating system's ENOSPC. Nothing that was
	// appended is lost; free some space and repeat the call.
	ErrDiskFull = errors.New("the disk is full; free some space and go on, nothing written so far is lost")
)

// Damage is a fault in a part of the log that was synced: not the torn tail of
// a crash. Frame is the first frame that cannot be trusted.
type Damage struct {
	File   string // path of the segment or of the head file
	Frame  uint64
	Offset int64
	Reason string
	// Payload is what stands in the frame's place, not to be trusted; nil where
	// there is nothing whole.
	Payload []byte
}

// Error implements error.
func (d *Damage) Error() string {
	return fmt.Sprintf("%s: entry %d at byte %d is damaged: %s", d.File, d.Frame, d.Offset, d.Reason)
}

// Mismatch says that a repeated frame differs from the stored one (see
// Options.Repeat).
type Mismatch struct {
	File  string // base name of the segment
	Frame uint64
}

// Error implements error.
func (m *Mismatch) Error() string {
	return fmt.Sprintf("entry %d differs from the one stored in %s", m.Frame, m.File)
}

func explain(path string, err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%s: %w (%w)", path, ErrDiskFull, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
