package seglog

import (
	"io"
	"os"
)

// Op is one thing a log does to the disk.
type Op string

// The operations a Fault is asked about.
const (
	OpWrite    Op = "write"
	OpSync     Op = "sync"
	OpCreate   Op = "create"
	OpTruncate Op = "truncate"
	OpRemove   Op = "remove"
	OpMark     Op = "mark"
	OpRename   Op = "rename"
)

// Fault is a seam for crash tests: it is asked before every disk operation.
// With a nil error the operation takes place; otherwise only the first allow
// bytes of a write reach the disk, other operations do not happen, and the
// caller sees err.
type Fault func(op Op, size int) (allow int, err error)

// FailFrom returns a Fault that lets n operations pass and answers every later
// one with err, after half of a write has reached the disk.
func FailFrom(n int, err error) Fault {
	return func(_ Op, size int) (int, error) {
		if n--; n >= 0 {
			return size, nil
		}
		return size / 2, err
	}
}

// disk performs operations through the fault seam.
type disk struct{ fault Fault }

func (d disk) ask(op Op, size int) (int, error) {
	if d.fault == nil {
		return size, nil
	}
	return d.fault(op, size)
}

func (d disk) write(f *os.File, b []byte) (int, error) {
	allow, refused := d.ask(OpWrite, len(b))
	if refused != nil {
		b = b[:min(allow, len(b))]
	}
	n, err := f.Write(b)
	if refused != nil {
		err = refused
	}
	return n, err
}

func (d disk) writeAt(f io.WriterAt, b []byte, at int64) error {
	allow, refused := d.ask(OpMark, len(b))
	if refused != nil {
		b = b[:min(allow, len(b))]
	}
	if _, err := f.WriteAt(b, at); refused == nil {
		return err
	}
	return refused
}

func (d disk) sync(f *os.File) error {
	if _, err := d.ask(OpSync, 0); err != nil {
		return err
	}
	return f.Sync()
}

func (d disk) create(path string) (*os.File, error) {
	if _, err := d.ask(OpCreate, 0); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
}

func (d disk) truncate(path string, size int64) error {
	if _, err := d.ask(OpTruncate, 0); err != nil {
		return err
	}
	return os.Truncate(path, size)
}

func (d disk) remove(path string) error {
	if _, err := d.ask(OpRemove, 0); err != nil {
		return err
	}
	return os.Remove(path)
}

func (d disk) rename(from, to string) error {
	if _, err := d.ask(OpRename, 0); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// syncDir makes created and removed names durable.
func (d disk) syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return d.sync(f)
}
