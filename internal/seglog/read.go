package seglog

import (
	"fmt"
	"iter"
	"os"
)

// Frames yields the frames from number from on, in order, each one verified. A
// fault is yielded once, as the last step. Do not append while iterating.
func (l *Log) Frames(from uint64) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		if l.digest == nil {
			yield(Frame{}, ErrClosed)
			return
		}
		if err := l.flush(); err != nil {
			yield(Frame{}, err)
			return
		}
		for i := l.segmentOf(from); i < len(l.segs); i++ {
			if !l.segmentFrames(i, from, yield) {
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
	return Frame{}, fmt.Errorf("%w: %d of %d", ErrNoFrame, n, l.frames)
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

func (l *Log) segmentOf(frame uint64) int {
	at := 0
	for i, seg := range l.segs {
		if seg.first <= frame {
			at = i
		}
	}
	return at
}

// segmentFrames yields the frames of segment i; false ends the iteration.
func (l *Log) segmentFrames(i int, from uint64, yield func(Frame, error) bool) bool {
	seg, last := l.segs[i], i == len(l.segs)-1
	b, err := os.ReadFile(l.path(seg.name))
	if err != nil {
		yield(Frame{}, err)
		return false
	}
	if last {
		b = b[:min(int64(len(b)), l.size)]
	}
	number, hash, at := seg.first, seg.before, headerSize
	broken := func(reason string, payload []byte) bool {
		yield(Frame{}, &Damage{File: l.path(seg.name), Frame: number, Offset: int64(at), Reason: reason, Payload: payload})
		return false
	}
	for at < len(b) {
		f, n, reason := l.parseFrame(b[at:], hash)
		if reason != "" {
			return broken(reason, f.Payload)
		}
		f.Number, f.File, f.Offset = number, seg.name, int64(at)
		if number >= from && !yield(f, nil) {
			return false
		}
		number, hash, at = number+1, f.Hash, at+n
	}
	switch {
	case last:
		return true
	case number != l.segs[i+1].first:
		return broken(fmt.Sprintf("the segment ends here, but the next begins with entry %d", l.segs[i+1].first), nil)
	case hash != l.segs[i+1].before:
		return broken("the next segment follows another hash", nil)
	}
	return true
}

// repetition walks the stored frames of a log that is computed again.
type repetition struct {
	next func() (Frame, error, bool)
	stop func()
	done uint64 // frames repeated
}

func newRepetition(l *Log) *repetition {
	next, stop := iter.Pull2(l.Frames(0))
	return &repetition{next: next, stop: stop}
}

func (r *repetition) step() (Frame, error) {
	f, err, _ := r.next()
	return f, err
}
