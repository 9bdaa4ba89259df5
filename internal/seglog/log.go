package seglog

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
)

// flushAt is how much is gathered before it goes to the operating system.
const flushAt = 64 << 10

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
	// Fault is the seam of crash tests.
	Fault Fault
}

// Log is an open log. It belongs to one goroutine.
type Log struct {
	dir     string
	opts    Options
	disk    disk
	segs    []segment
	held    *os.File // the folder, while it is this handle's to write in
	file    *os.File // the last segment
	size    int64    // bytes of the last segment that are whole or written
	buf     []byte   // appended, not written
	frames  uint64
	hash    Hash
	head    *os.File
	slot    int
	synced  mark
	broken  error   // of a sync that failed, as the kernel may have dropped pages, or of a cut
	damage  *Damage // of a log opened for reading
	repeat  *repetition
	digest  hash.Hash
	scratch Hash
}

// Open opens the log in dir, and creates it where dir is empty or absent (not
// for reading). A torn tail is cut; a fault in what was synced is a *Damage. Of two
// that would write, in one process or in two, the second is ErrHeld.
func Open(dir string, opts Options) (*Log, error) {
	l := &Log{dir: dir, opts: opts, disk: disk{opts.Fault}, digest: sha256.New()}
	if err := l.open(); err != nil {
		l.release()
		return nil, err
	}
	return l, nil
}

func (l *Log) open() error {
	if err := l.hold(); err != nil {
		return explain(l.dir, err)
	}
	if err := l.load(); err != nil {
		return err
	}
	if l.opts.ReadOnly {
		return nil
	}
	if l.damage != nil {
		return l.damage
	}
	if err := l.prepare(); err != nil {
		return explain(l.dir, err)
	}
	if l.opts.Repeat && l.frames > 0 {
		l.repeat = newRepetition(l)
	}
	return nil
}

// hold keeps every other writer out, before anything is read.
func (l *Log) hold() (err error) {
	if l.opts.ReadOnly {
		return nil
	}
	if err = os.MkdirAll(l.dir, 0o700); err == nil {
		l.held, err = hold(l.dir)
	}
	return err
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
	if len(l.buf) >= flushAt {
		if err := l.flush(); err != nil {
			return 0, err
		}
	}
	l.buf, l.hash = l.appendFrame(l.buf, payload)
	l.frames++
	return l.frames - 1, nil
}

// Sync makes every appended frame durable.
func (l *Log) Sync() error {
	if err := l.writable(); err != nil {
		return err
	}
	if l.repeat != nil || l.synced.frames == l.frames {
		return nil
	}
	if err := l.flush(); err != nil {
		return err
	}
	if err := l.disk.sync(l.file); err != nil {
		l.broken = explain(l.file.Name(), err)
		return l.broken
	}
	return l.note()
}

// Flush hands every appended frame to the operating system, so that it outlives the
// process. It makes nothing durable: Sync does.
func (l *Log) Flush() error {
	if err := l.writable(); err != nil || l.repeat != nil {
		return err
	}
	return l.flush()
}

// Roll begins a new segment, and syncs what the old one holds. It does nothing
// while the current segment is empty, so it may be repeated.
func (l *Log) Roll() error {
	if err := l.writable(); err != nil {
		return err
	}
	if l.repeat != nil || l.last().first == l.frames {
		return nil
	}
	if err := l.Sync(); err != nil {
		return err
	}
	return l.begin()
}

// Truncate keeps the first keep frames and drops the rest, durably.
func (l *Log) Truncate(keep uint64) error {
	if err := l.writable(); err != nil {
		return err
	}
	if l.repeat != nil {
		return errors.New("a log that is being repeated cannot be cut")
	}
	if keep >= l.frames {
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
func (l *Log) Len() uint64 { return l.frames }

// Head returns the number of frames and the chain's hash after the last.
func (l *Log) Head() (uint64, Hash) { return l.frames, l.hash }

// Synced returns how many frames are durable.
func (l *Log) Synced() uint64 { return l.synced.frames }

// Repeating says that Append still compares with stored frames.
func (l *Log) Repeating() bool { return l.repeat != nil }

// Close syncs and closes. The log is closed also where it returns an error.
func (l *Log) Close() error {
	if l.digest == nil {
		return nil
	}
	defer l.release()
	if l.opts.ReadOnly {
		return nil
	}
	if l.broken != nil {
		return l.broken
	}
	if err := l.Sync(); err != nil {
		return err
	}
	return l.settle(mark{l.frames, l.hash})
}

func (l *Log) writable() error {
	switch {
	case l.digest == nil:
		return ErrClosed
	case l.opts.ReadOnly:
		return ErrReadOnly
	}
	return l.broken
}

// flush hands the buffer to the operating system. What a short write left over
// stays in the buffer for the next attempt.
func (l *Log) flush() error {
	if len(l.buf) == 0 {
		return nil
	}
	n, err := l.disk.write(l.file, l.buf)
	l.size += int64(n)
	l.buf = l.buf[:copy(l.buf, l.buf[n:])]
	if err != nil {
		return explain(l.file.Name(), err)
	}
	return nil
}

// again compares payload with the next stored frame.
func (l *Log) again(payload []byte) (uint64, error) {
	f, err := l.repeat.step()
	if err != nil {
		return 0, err
	}
	if !bytes.Equal(f.Payload, payload) {
		return 0, &Mismatch{File: f.File, Frame: f.Number}
	}
	l.repeat.done = f.Number + 1
	if l.repeat.done == l.frames {
		l.repeat.stop()
		l.repeat = nil
	}
	return f.Number, nil
}

func (l *Log) release() {
	if l.repeat != nil {
		l.repeat.stop()
	}
	for _, f := range []*os.File{l.file, l.head, l.held} {
		if f != nil {
			f.Close()
		}
	}
	l.file, l.head, l.held, l.digest = nil, nil, nil, nil
}

func (l *Log) path(name string) string { return filepath.Join(l.dir, name) }
func (l *Log) last() *segment          { return &l.segs[len(l.segs)-1] }
