package seglog

import (
	"errors"
	"fmt"
)

// Options of a log. Chained must be the same at every Open.
type Options struct {
	// Chained adds the hash chain.
	Chained bool
	// ReadOnly changes nothing on disk. A damaged log opens too: Frames yields
	// what is whole and then the *Damage.
	ReadOnly bool
	// Repeat is for a log that is computed again from the start: Append compares
	// with the stored frames in order (*Mismatch) and appends only behind them.
	Repeat bool
	// From is the first frame that comes again in a repetition; what is before it is taken as
	// it stands. A log that has fewer is ErrShort.
	From uint64
	// Fault is the seam of crash tests.
	Fault Fault
}

// Log is an open log. It belongs to one goroutine.
type Log struct {
	folder   folder
	tail     tail
	head     head
	end      mark
	readOnly bool
	closed   bool
	broken   error   // of a sync that failed, as the kernel may have dropped pages, or of a cut
	damage   *Damage // of a log opened for reading
	repeat   *repetition
}

// Append adds one frame and returns its number. It does not keep payload. On an
// error nothing was appended and the call may be repeated.
func (l *Log) Append(payload []byte) (uint64, error) {
	if err := l.writable(); err != nil {
		return 0, err
	}
	if len(payload) > MaxPayload {
		return 0, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(payload), MaxPayload)
	}
	if l.repeat != nil {
		return l.again(payload)
	}
	if len(l.tail.buf) >= flushAt {
		if err := l.tail.flush(); err != nil {
			return 0, err
		}
	}
	number := l.end.frames
	l.tail.buf, l.end.hash = l.folder.codec.frame(l.tail.buf, payload, l.end.hash)
	l.end.frames++
	return number, nil
}

// Sync makes every appended frame durable.
func (l *Log) Sync() error {
	if err := l.writable(); err != nil {
		return err
	}
	if l.repeat != nil || l.head.synced.frames == l.end.frames {
		return nil
	}
	if err := l.tail.flush(); err != nil {
		return err
	}
	if l.broken = l.tail.sync(); l.broken != nil {
		return l.broken
	}
	return l.head.note(l.end)
}

// Flush hands every appended frame to the operating system, so that it outlives the
// process. It makes nothing durable: Sync does.
func (l *Log) Flush() error {
	if err := l.writable(); err != nil || l.repeat != nil {
		return err
	}
	return l.tail.flush()
}

// Roll begins a new segment, and syncs what the old one holds. It does nothing
// while the current segment is empty, so it may be repeated.
func (l *Log) Roll() error {
	if err := l.writable(); err != nil {
		return err
	}
	if l.repeat != nil || l.folder.last().before.frames == l.end.frames {
		return nil
	}
	if err := l.Sync(); err != nil {
		return err
	}
	if err := l.begin(); err != nil {
		return err
	}
	l.pack(len(l.folder.segs) - 2)
	return nil
}

// pack packs the segments from a number on that no longer grow. What fails here costs room and
// nothing else: the segment stays plain until the log is opened the next time.
func (l *Log) pack(from int) { _ = l.folder.pack(from) }

// Truncate keeps the first keep frames and drops the rest, durably.
func (l *Log) Truncate(keep uint64) error {
	if err := l.writable(); err != nil {
		return err
	}
	if l.repeat != nil {
		return errors.New("a log that is being repeated cannot be cut")
	}
	if keep >= l.end.frames {
		return nil
	}
	if err := l.Sync(); err != nil {
		return err
	}
	return l.cut(keep)
}

// EndRepeat ends a repetition early and drops the stored frames that were not
// repeated. Without a repetition it does nothing.
func (l *Log) EndRepeat() error {
	if err := l.writable(); err != nil || l.repeat == nil {
		return err
	}
	keep := l.repeat.done
	l.repeat.stop()
	l.repeat = nil
	return l.cut(keep)
}

// Len returns the number of frames, appended ones included. For a damaged log
// opened for reading it counts those before the damage in the last segment.
func (l *Log) Len() uint64 { return l.end.frames }

// Head returns the number of frames and the chain's hash after the last.
func (l *Log) Head() (uint64, Hash) { return l.end.frames, l.end.hash }

// Synced returns how many frames are durable.
func (l *Log) Synced() uint64 { return l.head.synced.frames }

// Repeating says that Append still compares with stored frames.
func (l *Log) Repeating() bool { return l.repeat != nil }

// Close syncs and closes. The log is closed also where it returns an error.
func (l *Log) Close() error {
	if l.closed {
		return nil
	}
	defer l.release()
	if l.readOnly {
		return nil
	}
	if l.broken != nil {
		return l.broken
	}
	if err := l.Sync(); err != nil {
		return err
	}
	return l.settle(l.end)
}

func (l *Log) writable() error {
	switch {
	case l.closed:
		return ErrClosed
	case l.readOnly:
		return ErrReadOnly
	}
	return l.broken
}

// begin goes on in a new segment.
func (l *Log) begin() error {
	f, stranded, err := l.folder.begin(l.end)
	if err != nil {
		l.broken = stranded
		return err
	}
	l.tail.follow(f)
	return nil
}

// settle makes m the one mark of the head file. The frames under it are synced
// first: a process that was killed may have left them to the kernel.
func (l *Log) settle(m mark) error {
	if err := l.tail.sync(); err != nil {
		return err
	}
	return l.head.settle(m)
}

// cut drops every frame from number keep on. After an error it is not known how
// much is left, or whether the open file still has its name.
func (l *Log) cut(keep uint64) error {
	l.broken = l.drop(keep)
	return l.broken
}

// drop moves the mark first: a crash in between leaves a log that is longer than
// its mark, which is sound.
func (l *Log) drop(keep uint64) error {
	d := &l.folder
	at := len(d.segs) - 1
	for d.segs[at].before.frames > keep {
		at--
	}
	end, size := d.segs[at].before, int64(headerSize)
	for f, err := range l.Frames(end.frames) {
		if err != nil {
			return err
		}
		if f.Number == keep {
			size = f.Offset
			break
		}
		end.hash = f.Hash
	}
	end.frames = keep
	if err := l.settle(end); err != nil {
		return err
	}
	if err := d.keep(at + 1); err != nil {
		return explain(d.dir, err)
	}
	l.tail.close()
	if err := d.grows(); err != nil {
		return explain(d.dir, err)
	}
	l.end, l.tail.size = end, size
	err := l.tail.resume(d.path(d.last().name))
	if err == nil {
		err = errors.Join(l.tail.sync(), d.sync())
	}
	if err != nil {
		return explain(d.dir, err)
	}
	return nil
}

// again compares payload with the next stored frame.
func (l *Log) again(payload []byte) (uint64, error) {
	number, err := l.repeat.compare(payload)
	if err == nil && l.repeat.done == l.end.frames {
		l.repeat.stop()
		l.repeat = nil
	}
	return number, err
}

func (l *Log) release() {
	if l.repeat != nil {
		l.repeat.stop()
	}
	l.tail.close()
	l.head.close()
	l.folder.release()
	l.closed = true
}
