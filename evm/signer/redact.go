package signer

import (
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// String hides the key.
func (s *Signer) String() string { return redacted }

// Format hides the key from every verb of fmt.
func (s *Signer) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue hides the key from log/slog.
func (s *Signer) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the key from encoders of text, JSON and TOML.
func (s *Signer) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// MarshalBinary hides the key from binary encoders.
func (s *Signer) MarshalBinary() ([]byte, error) { return []byte(redacted), nil }
