package seglog

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
)

// Comparison holds payloads that are computed again against the frames that are stored. It
// changes nothing, and belongs to one goroutine.
type Comparison struct {
	log   *Log // nil where there is none
	next  func() (Frame, error, bool)
	stop  func()
	after []byte // what stands behind the last whole frame
	// Equal counts the payloads that are stored, Absent those that are not.
	Equal, Absent uint64
}

// Compare begins a comparison with the log in dir, which may be absent.
func Compare(dir string, chained bool) (*Comparison, error) {
	log, err := Open(dir, Options{Chained: chained, ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		return &Comparison{}, nil
	}
	if err != nil {
		return nil, err
	}
	c := &Comparison{log: log}
	if len(log.folder.segs) > 0 {
		b, _, err := log.folder.read(log.folder.last().name) // one that is damaged has nothing behind it
		if err != nil {
			return nil, errors.Join(err, log.Close())
		}
		c.after = b[min(log.tail.size, int64(len(b))):]
	}
	c.next, c.stop = iter.Pull2(log.Frames(0))
	return c, nil
}

// Next compares a payload with the next frame. Another one is a *Mismatch, and so is what
// stands behind the last whole frame and is not the beginning of this one. A fault of the
// log is returned once; what comes behind it is absent.
func (c *Comparison) Next(payload []byte) error {
	if c.next == nil {
		c.Absent++
		return nil
	}
	f, err, more := c.next()
	switch {
	case err != nil:
		c.next = nil
		return err
	case !more:
		c.next = nil
		c.Absent++
		return c.torn(payload)
	case string(f.Payload) != string(payload):
		return &Mismatch{File: f.File, Frame: f.Number}
	}
	c.Equal++
	return nil
}

// torn holds what a crash left behind the last whole frame against the one that belongs there.
func (c *Comparison) torn(payload []byte) error {
	want, _ := c.log.folder.codec.frame(nil, payload, c.log.end.hash)
	if n := min(len(want), len(c.after)); string(want[:n]) == string(c.after[:n]) { // a writer may have gone on
		return nil
	}
	return fmt.Errorf("behind the last whole entry: %w", &Mismatch{File: c.log.folder.last().name, Frame: c.log.end.frames})
}

// Stored returns how many frames are stored; more than Equal are such as nothing leads to.
func (c *Comparison) Stored() uint64 {
	if c.log == nil {
		return 0
	}
	return c.log.Len()
}

// Close releases the log.
func (c *Comparison) Close() error {
	if c.log == nil {
		return nil
	}
	c.stop()
	return c.log.Close()
}
