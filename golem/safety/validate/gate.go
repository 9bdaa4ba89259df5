package validate

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"

	"bardo.run/bardo/golem/core/taint"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/eip55"
)

// Gate judges a value. The zero value lets nothing pass.
type Gate struct {
	kind  Kind
	name  string
	judge func(content string) error
}

// Clear returns the text without the label UntrustedExternal, if the gate fits its origin
// and lets it pass. The error is a taint.ErrRejected and tells which of this package's
// errors it was, or ErrGate.
func (g Gate) Clear(t taint.Text, from Origin) (taint.Text, error) {
	switch {
	case g.judge == nil || !from.Permits(g.kind):
		return taint.Text{}, fmt.Errorf("%w: %w: %s is no gate for %s", taint.ErrRejected, ErrGate, g.kind, from)
	case !from.made(t):
		return taint.Text{}, fmt.Errorf("%w: %w: a text of %v is no %s", taint.ErrRejected, ErrGate, t.Origins(), from)
	}
	return t.Clear(taint.Validator{Name: g.name, Accept: g.judge})
}

// Matches lets pass what the whole expression matches.
func Matches(name string, allow *regexp.Regexp) Gate {
	return Gate{Regex, name, func(content string) error { return matches(content, allow) }}
}

// matches anchors at both ends of the text: $ alone would let a last line end pass.
func matches(content string, allow *regexp.Regexp) error {
	longest := regexp.MustCompile(`\A(?:` + allow.String() + `)\z`)
	if !longest.MatchString(content) {
		return &RegexMismatch{Sample: sample(content)}
	}
	return nil
}

// IsAddress lets pass an address; one in mixed case with its checksum only.
func IsAddress() Gate {
	return Gate{Address, "address", func(content string) error {
		if _, err := eip55.Parse(content); err != nil {
			return &RegexMismatch{Sample: sample(content)}
		}
		return nil
	}}
}

// Within lets pass a decimal number from least to most, both included. Exponents are no
// numbers here: nobody can tell how long they are.
func Within(name string, least, most *big.Rat) Gate {
	return Gate{Bounds, name, func(content string) error {
		n, err := number(content)
		if err != nil {
			return err
		}
		if n.Cmp(least) < 0 || n.Cmp(most) > 0 {
			return &OutOfBounds{Min: least.RatString(), Max: most.RatString()}
		}
		return nil
	}}
}

var (
	decimal = regexp.MustCompile(`\A[+-]?[0-9]{1,78}(\.[0-9]{1,78})?\z`)
	special = regexp.MustCompile(`(?i)\A[+-]?(nan|inf|infinity|∞)\z`)
)

func number(content string) (*big.Rat, error) {
	if special.MatchString(content) {
		return nil, ErrSpecial
	}
	if !decimal.MatchString(content) {
		return nil, ErrNotNumeric
	}
	n, _ := new(big.Rat).SetString(content) // what matches is a number
	return n, nil
}

// Hashes lets pass the one content with a SHA-256.
func Hashes(name string, want [sha256.Size]byte) Gate {
	return Gate{Content, name, func(content string) error {
		if sha256.Sum256([]byte(content)) != want {
			return ErrHash
		}
		return nil
	}}
}

// Fits lets pass one JSON value of the shape of T: no unknown field, nothing behind it.
func Fits[T any](name string) Gate {
	return Gate{Schema, name, func(content string) error {
		var shape T
		d := json.NewDecoder(bytes.NewReader([]byte(content)))
		d.DisallowUnknownFields()
		if err := d.Decode(&shape); err != nil {
			return ErrSchema
		}
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			return ErrSchema
		}
		return nil
	}}
}

// Approved lets pass the content that the owner approved, named by its SHA-256.
func Approved(name string, word func(content [sha256.Size]byte) error) Gate {
	return Gate{Approval, name, func(content string) error { return word(sha256.Sum256([]byte(content))) }}
}

// Proposal lets pass what the action grammar parses with the names of a reading.
func Proposal(names *turn.Reading) Gate {
	return Gate{Grammar, "action grammar", func(content string) error {
		_, err := grammar.Parse([]byte(content), names)
		return err
	}}
}
