package seglog

import "os"

// flushAt is how much is gathered before it goes to the operating system.
const flushAt = 64 << 10

// tail is the last segment, the one that grows.
type tail struct {
	disk disk
	file *os.File // nil in a log that is only read
	size int64    // bytes of the file that are whole or written
	buf  []byte   // appended, not written
}

// resume opens the segment at path behind its last whole frame, where size says, and
// cuts what follows.
func (t *tail) resume(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > t.size {
		if err := t.disk.truncate(path, t.size); err != nil {
			return err
		}
	}
	if t.file, err = os.OpenFile(path, os.O_RDWR, 0o600); err != nil {
		return err
	}
	_, err = t.file.Seek(t.size, 0)
	return err
}

// follow goes on in f, a segment that has its header and nothing else.
func (t *tail) follow(f *os.File) {
	t.close()
	t.file, t.size = f, headerSize
}

func (t *tail) close() {
	if t.file != nil {
		t.file.Close()
	}
	t.file = nil
}

// flush hands the buffer to the operating system. What a short write left over
// stays in the buffer for the next attempt.
func (t *tail) flush() error {
	if len(t.buf) == 0 {
		return nil
	}
	n, err := t.disk.write(t.file, t.buf)
	t.size += int64(n)
	t.buf = t.buf[:copy(t.buf, t.buf[n:])]
	if err != nil {
		return explain(t.file.Name(), err)
	}
	return nil
}

// sync makes durable what was flushed.
func (t *tail) sync() error {
	if err := t.disk.sync(t.file); err != nil {
		return explain(t.file.Name(), err)
	}
	return nil
}
