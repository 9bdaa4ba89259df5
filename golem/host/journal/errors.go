package journal

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Errors of a journal. All but ErrExists are final: the process stops deciding.
var (
	// ErrEnd is the answer of a replay behind the last entry.
	ErrEnd = errors.New("the journal ends here")
	// ErrDiverged says that the life asked something else than it did when it was
	// recorded; see Diverged.
	ErrDiverged = errors.New("the life diverges from its journal")
	// ErrDamaged says that the journal was changed or lost a part; see Damaged.
	ErrDamaged = errors.New("the journal is damaged")
	// ErrInterrupted says that a fetch was cancelled. What it led to is unknown,
	// so the life ends here and is resumed.
	ErrInterrupted = errors.New("the life was interrupted while it waited for an answer")
	// ErrUnwritable says that an answer could not be kept and was not used.
	ErrUnwritable = errors.New("the journal cannot be written, so the answer is not used; mend the disk and resume the life")
	// ErrExists says that a new life was to be recorded over another one.
	ErrExists = errors.New("a life is recorded here already; resume it, or choose an empty folder")
	// ErrNewer says that a newer program wrote the journal.
	ErrNewer = errors.New("the journal was written by a newer program")
)

// IsFinal reports whether an error ends the life in this process: the journal gave
// or took no answer, so nothing may be decided on it. A Failure is an answer.
func IsFinal(err error) bool {
	for _, final := range []error{ErrEnd, ErrDiverged, ErrDamaged, ErrInterrupted, ErrUnwritable, ErrNewer} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}

// Fatal returns an error that ends the life, and nil for what the journal recorded as a
// failed read.
func Fatal(err error) error {
	var failed *Failure
	if err == nil || errors.As(err, &failed) {
		return nil
	}
	return err
}

// Diverged names the entry and both questions. It is an ErrDiverged.
type Diverged struct {
	Entry, Tick uint64 // Tick is the entry's
	Stored      string // kind and request, or result, in the journal
	Asked       string // what the life asked for, or got
}

// Error implements error.
func (d *Diverged) Error() string {
	return fmt.Sprintf("%v at entry %d (tick %d): the journal holds %s, the life has %s; was the code, the strategy or the configuration changed?",
		ErrDiverged, d.Entry, d.Tick, d.Stored, d.Asked)
}

// Unwrap makes errors.Is(err, ErrDiverged) true.
func (d *Diverged) Unwrap() error { return ErrDiverged }

// Damaged names the first entry that cannot be trusted, and its tick. It is an
// ErrDamaged.
type Damaged struct {
	File        string
	Entry, Tick uint64
	Offset      int64
	Reason      string
}

// Error implements error.
func (d *Damaged) Error() string {
	return fmt.Sprintf("%v: %s: entry %d (tick %d) at byte %d: %s",
		ErrDamaged, d.File, d.Entry, d.Tick, d.Offset, d.Reason)
}

// Unwrap makes errors.Is(err, ErrDamaged) true.
func (d *Damaged) Unwrap() error { return ErrDamaged }

// Failure is why a fetch gave no answer. Callers branch on Code, which is
// stable; Message is for people and at most 500 bytes.
type Failure struct {
	_       struct{} `cbor:",toarray"`
	Code    string
	Message string
}

// Codes given to errors that carry none.
const (
	CodeTimeout = "timeout"
	CodeUnknown = "unknown"
)

const maxMessage = 500

// NewFailure returns a failure with a stable code.
func NewFailure(code, message string) *Failure { return &Failure{Code: code, Message: bound(message)} }

// Error implements error.
func (f *Failure) Error() string { return f.Code + ": " + f.Message }

// Is reports equality by code, so that errors.Is finds a failure in a chain.
func (f *Failure) Is(target error) bool {
	var other *Failure
	return errors.As(target, &other) && other.Code == f.Code
}

// coded is an error of another package that carries a stable code.
type coded interface {
	error
	ErrorCode() string
}

// failureOf makes an error fit to be recorded.
func failureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	var f *Failure
	var c coded
	switch {
	case errors.As(err, &f):
		return NewFailure(f.Code, f.Message)
	case errors.As(err, &c):
		return NewFailure(bound(c.ErrorCode()), err.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return NewFailure(CodeTimeout, err.Error())
	}
	return NewFailure(CodeUnknown, err.Error())
}

func bound(s string) string {
	if len(s) > maxMessage {
		s = s[:maxMessage]
	}
	return strings.ToValidUTF8(s, "")
}
