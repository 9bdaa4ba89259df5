package privy

import (
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// String hides the key.
func (k *Key) String() string { return redacted }

// Format hides the key from every verb of fmt.
func (k *Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// LogValue hides the key from log/slog.
func (k *Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the key from encoders of text, JSON and TOML.
func (k *Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// MarshalBinary hides the key from binary encoders.
func (k *Key) MarshalBinary() ([]byte, error) { return []byte(redacted), nil }

// String names the app and the host, and hides what opens them.
func (c *Client) String() string { return fmt.Sprintf("privy app %s at %s", c.appID, c.url.Host) }

// Format prints as String does, with every verb of fmt.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.String()) }

// LogValue logs as String does.
func (c *Client) LogValue() slog.Value { return slog.StringValue(c.String()) }

// MarshalText encodes as String does.
func (c *Client) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// String names the wallet.
func (s *Signer) String() string {
	return fmt.Sprintf("wallet %s of %s", s.address, s.client)
}

// Format prints as String does, with every verb of fmt.
func (s *Signer) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// LogValue logs as String does.
func (s *Signer) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText encodes as String does.
func (s *Signer) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
