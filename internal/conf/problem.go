package conf

import (
	"errors"
	"fmt"
	"strings"
)

// ErrInvalid means that the configuration was read and is wrong. The error is
// an *Error.
var ErrInvalid = errors.New("conf: invalid configuration")

// ErrUnreadable means that the file could not be read.
var ErrUnreadable = errors.New("conf: unreadable configuration")

// Problem is one thing that is wrong.
type Problem struct {
	// Where is a file with line and column, an environment variable, a flag, or
	// empty for a default.
	Where   string
	Key     string // dotted; empty when the file is not TOML
	Message string // lower case, without a period
}

// String prints the problem on one line.
func (p Problem) String() string {
	var parts []string
	for _, part := range []string{p.Where, p.Key, p.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ": ")
}

// Error holds every problem that was found: those of the file in its order, then
// those of the environment and the flags, then those between keys.
type Error struct{ Problems []Problem }

// Error lists the problems, one a line.
func (e *Error) Error() string {
	noun := "problems"
	if len(e.Problems) == 1 {
		noun = "problem"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "configuration has %d %s", len(e.Problems), noun)
	for _, p := range e.Problems {
		b.WriteString("\n  ")
		b.WriteString(p.String())
	}
	return b.String()
}

// Unwrap makes errors.Is(err, ErrInvalid) true.
func (e *Error) Unwrap() error { return ErrInvalid }
