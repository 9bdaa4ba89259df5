package halt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/atomicfile"
)

// Word is what the owner said last. At is unix milliseconds, more than 0.
type Word struct {
	_    struct{} `cbor:",toarray"`
	Halt string   `json:"halt"`
	At   int64    `json:"at_ms"`
}

// ErrNone says that a text is no word of an owner.
var ErrNone = errors.New("this is no halt")

// Levels are the halts that somebody can ask for, the mildest first.
func Levels() []turn.Halt { return []turn.Halt{turn.HaltNone, turn.HaltOpening, turn.HaltFreeze} }

// Level is the halt that a word asks for.
func (w Word) Level() (turn.Halt, error) {
	for _, h := range Levels() {
		if h.String() == w.Halt {
			return h, nil
		}
	}
	return 0, fmt.Errorf("%w: %.40q is no level, want one of %v", ErrNone, w.Halt, Levels())
}

func (w Word) check() error {
	if w.At <= 0 {
		return fmt.Errorf("%w: at_ms is %d, want unix milliseconds", ErrNone, w.At)
	}
	_, err := w.Level()
	return err
}

// Parse reads the text of a word, strictly. The error is an ErrNone.
func Parse(text []byte) (w Word, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return Word{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Word{}, fmt.Errorf("%w: something follows it", ErrNone)
	}
	if err := w.check(); err != nil {
		return Word{}, err
	}
	return w, nil
}

// Give writes a word to a path, durably; the one that lay there is replaced.
func Give(path string, w Word) error {
	if err := w.check(); err != nil {
		return err
	}
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, 0o600, append(text, '\n'))
}
