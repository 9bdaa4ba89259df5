package validate

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/safety/injection"
)

// Why a gate let nothing pass (safety §10).
var (
	// ErrGate: the gate is none for a value of that origin.
	ErrGate       = errors.New("this gate does not fit the value")
	ErrNotNumeric = errors.New("NotNumeric: not a decimal number")
	ErrSpecial    = errors.New("NumericSpecialValue: not a finite number")
	ErrHash       = errors.New("HashMismatch: another content than the expected one")
	ErrSchema     = errors.New("the JSON has another shape than the expected one")
)

// RegexMismatch says that a value has not the expected form. Sample is its beginning,
// clean and at most 80 characters; Error does not quote it.
type RegexMismatch struct{ Sample string }

// Error implements error.
func (*RegexMismatch) Error() string { return "RegexMismatch: not of the expected form" }

// OutOfBounds says that a number is below Min or above Max, both written exactly.
type OutOfBounds struct{ Min, Max string }

// Error implements error.
func (e *OutOfBounds) Error() string {
	return fmt.Sprintf("OutOfBounds: not from %s to %s", e.Min, e.Max)
}

// sampled is how many characters a sample has at most.
const sampled = 80

func sample(content string) string {
	clean, _ := injection.Clean(injection.Revert, content)
	if r := []rune(clean); len(r) > sampled {
		return string(r[:sampled])
	}
	return clean
}
