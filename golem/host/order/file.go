package order

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
)

// most is how long the text of an order may be, in bytes.
const most = 4 << 10

// File looks for an order at a path. It belongs to one goroutine.
type File struct {
	path    string
	log     *slog.Logger
	seen    Order
	there   bool
	ignored string // what the log was told last
}

// NewFile looks at the given path; what lies there and is no order is told to log.
func NewFile(path string, log *slog.Logger) *File { return &File{path: path, log: log} }

// Order returns the last order that was seen there, and whether any was. It looks each
// time it is asked.
func (f *File) Order() (Order, bool) {
	text, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		return f.seen, f.there
	}
	var o Order
	if err == nil {
		o, err = Parse(text)
	}
	if err != nil {
		f.ignore(err)
		return f.seen, f.there
	}
	f.seen, f.there = o, true
	return f.seen, f.there
}

// read returns the text of the file. What is no plain file is not opened: a pipe would
// keep whoever opens it.
func (f *File) read() ([]byte, error) {
	info, err := os.Lstat(f.path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no plain file (%s)", ErrNone, info.Mode().Type())
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%w: it is longer than %d bytes", ErrNone, most)
	}
	return text, err
}

// ignore tells the operator of what is no order, once.
func (f *File) ignore(err error) {
	if f.ignored == err.Error() {
		return
	}
	f.ignored = err.Error()
	f.log.Warn("a file that should hold an order is ignored; write one with golem kill", "file", f.path, "error", err)
}
