package taint

import (
	"errors"
	"fmt"
	"regexp"
)

// ErrRejected means a validator did not accept the text.
var ErrRejected = errors.New("taint: rejected by validator")

// Validator decides whether untrusted text is what it should be. The spec names
// the kinds: a pattern that allows, a schema, bounds of a number, a content
// hash, the owner's approval.
type Validator struct {
	// Name stands in the audit log beside what was cleared; it is required.
	Name string
	// Accept sees the content and says why it is refused, without quoting it.
	Accept func(content string) error
}

// Pattern returns a validator that accepts what the whole expression matches.
func Pattern(name string, allow *regexp.Regexp) Validator {
	return Validator{Name: name, Accept: func(content string) error {
		if at := allow.FindStringIndex(content); at == nil || at[0] != 0 || at[1] != len(content) {
			return errors.New("does not match the allowed pattern")
		}
		return nil
	}}
}

// OneOf returns a validator that accepts a choice from a list.
func OneOf(name string, choices ...string) Validator {
	return Validator{Name: name, Accept: func(content string) error {
		for _, choice := range choices {
			if content == choice {
				return nil
			}
		}
		return errors.New("is not on the list")
	}}
}

// Clear returns the text without the label UntrustedExternal, if the validator
// accepts it. Every other label stays: nothing makes a secret harmless. The
// error is ErrRejected and does not quote the content.
func (t Text) Clear(v Validator) (Text, error) {
	if v.Name == "" || v.Accept == nil {
		return Text{}, fmt.Errorf("%w: the validator has no name or no rule", ErrRejected)
	}
	if err := v.Accept(t.content()); err != nil {
		return Text{}, fmt.Errorf("%w %s: %w", ErrRejected, v.Name, err)
	}
	t.labels &^= UntrustedExternal
	return t, nil
}
