package order

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
)

// most is how long the text of a word may be, in bytes.
const most = 4 << 10

// File looks for an order at a path. It belongs to one goroutine.
type File struct{ word *Word[Order] }

// NewFile looks at the given path; what lies there and is no order is told to log.
func NewFile(path string, log *slog.Logger) *File {
	return &File{NewWord(path, log, "an order is ignored; write one with golem kill", Parse)}
}

// Order returns the last order that was seen there, and whether any was. It looks each
// time it is asked.
func (f *File) Order() (Order, bool) { return f.word.Last() }

// Word looks for what an owner wrote into a small file. It belongs to one goroutine.
type Word[T any] struct {
	path    string
	log     *slog.Logger
	what    string
	parse   func([]byte) (T, error)
	seen    T
	there   bool
	ignored string // what the log was told last
}

// NewWord looks at the given path for what parse takes. Of anything else the log is told
// that a file that should hold "what".
func NewWord[T any](path string, log *slog.Logger, what string, parse func([]byte) (T, error)) *Word[T] {
	return &Word[T]{path: path, log: log, what: what, parse: parse}
}

// Last returns the last word that was seen there, and whether any was, whatever became of
// the file since.
func (w *Word[T]) Last() (T, bool) {
	text, err := w.read()
	if errors.Is(err, fs.ErrNotExist) {
		return w.seen, w.there
	}
	var got T
	if err == nil {
		got, err = w.parse(text)
	}
	if err != nil {
		w.ignore(err)
		return w.seen, w.there
	}
	w.seen, w.there = got, true
	return w.seen, w.there
}

// read returns the text of the file. What is no plain file is not opened: a pipe would
// keep whoever opens it.
func (w *Word[T]) read() ([]byte, error) {
	info, err := os.Lstat(w.path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no plain file (%s)", ErrNone, info.Mode().Type())
	}
	file, err := os.Open(w.path)
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

// ignore tells the operator of what is no word, once.
func (w *Word[T]) ignore(err error) {
	if w.ignored == err.Error() {
		return
	}
	w.ignored = err.Error()
	w.log.Warn("a file that should hold "+w.what, "file", w.path, "error", err)
}
