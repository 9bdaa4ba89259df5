package seglog

import (
	"bytes"
	"fmt"
	"iter"
)

// Frames yields the frames from number from on, in order, each one verified. A
// fault is yielded once, as the last step. Do not append while iterating.
func (l *Log) Frames(from uint64) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		if l.closed {
			yield(Frame{}, ErrClosed)
			return
		}
		if err := l.tail.flush(); err != nil {
			yield(Frame{}, err)
			return
		}
		for i := l.folder.of(from); i < len(l.folder.segs); i++ {
			if !l.folder.frames(i, l.tail.size, from, yield) {
				return
			}
		}
		if l.damage != nil {
			yield(Frame{}, l.damage)
		}
	}
}

// At returns frame n with a payload of its own. It reads the whole segment: it
// is for looking up single frames.
func (l *Log) At(n uint64) (Frame, error) {
	for f, err := range l.Frames(n) {
		return f, err
	}
	return Frame{}, fmt.Errorf("%w: %d of %d", ErrNoFrame, n, l.end.frames)
}

// Verify reads the whole log and returns the first fault.
func (l *Log) Verify() error {
	for _, err := range l.Frames(0) {
		if err != nil {
			return err
		}
	}
	return nil
}

// repetition walks the stored frames of a log that is computed again.
type repetition struct {
	next func() (Frame, error, bool)
	stop func()
	done uint64 // frames repeated
}

func newRepetition(l *Log, from uint64) *repetition {
	next, stop := iter.Pull2(l.Frames(from))
	return &repetition{next: next, stop: stop, done: from}
}

// compare holds payload against the next stored frame and returns its number.
func (r *repetition) compare(payload []byte) (uint64, error) {
	f, err, _ := r.next()
	if err != nil {
		return 0, err
	}
	if !bytes.Equal(f.Payload, payload) {
		return 0, &Mismatch{File: f.File, Frame: f.Number}
	}
	r.done = f.Number + 1
	return f.Number, nil
}
