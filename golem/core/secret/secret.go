// Package secret is the one type that holds secret bytes: keys, tokens, seeds
// (spec: runtime §11.1; DESIGN §4, "Secrets").
//
// A Secret prints, logs and marshals as "[redacted]" in every way the standard
// library and CBOR know, also when it is buried in another struct. It cannot be
// compared with ==. Copying a Secret copies a handle: there is one buffer, and
// Release wipes it for all.
//
// The buffer lies outside the collector's heap where the system allows it: never
// moved, locked in memory and left out of core files if the limits permit. What
// Go cannot promise: bytes that were a string before (an environment variable)
// or that a user of the bytes copied are not wiped.
package secret

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
)

// Redacted is what every way of printing a Secret yields.
const Redacted = "[redacted]"

// ErrReleased means the bytes are gone, or there never were any.
var ErrReleased = errors.New("secret: released or never set")

// Secret is a handle to secret bytes. The zero value holds none. It is safe for
// concurrent use.
type Secret struct {
	// buffer is behind a function, which also makes == not compile: of a function
	// fmt prints the address, but a pointer in somebody's unexported field it
	// follows when the verb does not suit it.
	buffer func() *buffer
}

type buffer struct {
	mu    sync.RWMutex // guards bytes; readers are inside Use
	bytes []byte       // nil once released
}

// New takes over the bytes and wipes the slice they came in.
func New(bytes []byte) Secret {
	held := allocate(len(bytes))
	copy(held, bytes)
	clear(bytes)
	b := &buffer{bytes: held}
	return Secret{func() *buffer { return b }}
}

// TakeEnv reads an environment variable once and removes it, so that no child
// inherits it. It reports false when the variable is absent or empty.
func TakeEnv(name string) (Secret, bool, error) {
	value := os.Getenv(name)
	if err := os.Unsetenv(name); err != nil {
		return Secret{}, false, fmt.Errorf("remove %s from the environment: %w", name, err)
	}
	if value == "" {
		return Secret{}, false, nil
	}
	return New([]byte(value)), true, nil
}

// SetSecret replaces the secret by new bytes, which it takes over, and releases
// the old ones.
func (s *Secret) SetSecret(bytes []byte) {
	s.Release()
	*s = New(bytes)
}

// Use calls f with the bytes. f must not keep, change or print them; after it
// returns, touching the slice may crash the process. Release waits for f, so f
// must not call Release or Use of the same secret. Use returns ErrReleased if
// there are no bytes, else what f returns.
func (s Secret) Use(f func(bytes []byte) error) error {
	if s.buffer == nil {
		return ErrReleased
	}
	b := s.buffer()
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.bytes == nil {
		return ErrReleased
	}
	return f(b.bytes)
}

// Present reports whether there are bytes.
func (s Secret) Present() bool { return s.Use(func([]byte) error { return nil }) == nil }

// Equal compares in a time that depends on the lengths only. A released secret
// equals nothing, not even itself. It compares digests, because holding two
// buffers at once could wait for ever on two releases.
func (s Secret) Equal(other Secret) bool {
	a, b := s.digest(), other.digest()
	return a != nil && b != nil && subtle.ConstantTimeCompare(a, b) == 1
}

// digest returns a hash of the bytes, or nil if there are none.
func (s Secret) digest() (sum []byte) {
	_ = s.Use(func(bytes []byte) error { // no bytes: no digest
		h := sha256.Sum256(bytes)
		sum = h[:]
		return nil
	})
	return sum
}

// Release wipes the bytes and gives their memory back. It may be called twice.
func (s Secret) Release() {
	if s.buffer == nil {
		return
	}
	b := s.buffer()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bytes != nil {
		clear(b.bytes)
		release(b.bytes)
		b.bytes = nil
	}
}

// String implements fmt.Stringer.
func (s Secret) String() string { return Redacted }

// GoString implements fmt.GoStringer.
func (s Secret) GoString() string { return Redacted }

// Format implements fmt.Formatter, for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Redacted)) }

// MarshalText implements encoding.TextMarshaler, which TOML and XML use too.
func (s Secret) MarshalText() ([]byte, error) { return []byte(Redacted), nil }

// MarshalJSON implements json.Marshaler.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + Redacted + `"`), nil }

// MarshalCBOR writes a CBOR text string; 0x60 is the major type of a short one.
func (s Secret) MarshalCBOR() ([]byte, error) {
	return append([]byte{0x60 | byte(len(Redacted))}, Redacted...), nil
}

// GobEncode implements gob.GobEncoder.
func (s Secret) GobEncode() ([]byte, error) { return []byte(Redacted), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(Redacted) }
